"""A move is taken back while the computer thinks: asked for first where it costs something."""

from __future__ import annotations

from bot.core.publisher import Publisher
from bot.play.games.referee import Referee
from tests.e2e.seen import BUTTON, Answer, Seen
from tests.e2e.world import World


async def moved(world: World, plies: int = 0) -> Seen:
    """Have Ann move against `expert`, which thinks, after this many plies."""
    ann = world.ann
    await ann.types("reversi start", bot="expert", colour="first")
    snapshot = await world.snapshot()
    while snapshot.game.ply < plies or snapshot.position.turn != 0:
        snapshot = await world.bot.services[Referee].play(snapshot, snapshot.position.legal_moves()[0])
    await world.bot.services[Publisher].show(1)
    world.searches.hold()
    await ann.taps(world.board().moves[0], world.board())
    return world.board()


async def asked(world: World, board: Seen) -> Seen:
    """Return the question after Take back under this board."""
    answer = await world.ann.taps_gone("f4:stop:1", board)
    assert answer.public == ""
    return answer.messages[0]


async def taken_back(world: World, seen: Seen, custom_id: str) -> Answer:
    """Return the result of Ann's tap, which ends the search held back."""
    record = world.ann.send_tap(seen, custom_id)
    await world.env.settle()
    await world.let_go()
    return world.answer(record)


async def test_a_take_back_is_requested_and_then_granted(world: World) -> None:
    board = await moved(world)
    question = await asked(world, board)
    assert question.text == "Take your last move back? The game then becomes **unrated**."
    assert (await world.snapshot()).game.rated
    assert await world.moves() == "d3"
    answer = await taken_back(world, question, question.custom_id("Take back"))
    assert answer.private == "Your move is taken back: it is your turn again."
    assert await world.moves() == ""
    assert f"This game is unrated: {world.ann.mention} took a move back" in world.board().text
    assert f"**{world.ann.mention} to move.**" in world.board().text


async def test_later_it_is_a_loss_and_the_game_continues(world: World) -> None:
    ann = world.ann
    board = await moved(world, 10)
    plies = (await world.snapshot()).game.ply
    question = await asked(world, board)
    assert question.text.endswith("The game then **counts as a loss for you** and continues unrated.")
    await taken_back(world, question, question.custom_id("Take back"))
    assert (await world.snapshot()).game.ply == plies - 1
    assert f"{ann.mention} took a move back, which counts as their loss" in world.board().text
    assert "❌ lost against Flipfour (expert)" in (await ann.types("profile")).public
    # Once it is unrated, nothing has to be asked.
    world.searches.hold()
    await ann.taps(world.board().moves[0], world.board())
    assert (await taken_back(world, world.board(), "f4:stop:1")).private == ""
    assert (await world.snapshot()).game.ply == plies - 1
    # The end brings nothing new, and tells it all again.
    await ann.taps("Resign")
    await ann.taps("Resign")
    text = world.board().text
    assert f"{ann.mention} resigned" in text
    assert "which counts as their loss" in text
    assert text.count("placement game") == 1
    assert (await ann.types("profile")).public.count("❌ lost") == 1


async def test_an_answer_after_the_computer_s_move_changes_nothing(world: World) -> None:
    board = await moved(world)
    answer = await world.ben.taps_gone("f4:stop:1", board)
    assert answer.private.startswith("You're watching this game.")
    question = await asked(world, board)
    await world.let_go()
    late = await world.ann.taps("Take back", question)
    assert late.private.startswith("The game has moved on since then.")
    world.searches.hold()
    await world.ann.taps(world.board().moves[0], world.board())
    later = await world.ann.taps_gone(question.custom_id("Take back"), question)
    assert later.private.startswith("The game has moved on since then.")
    await world.let_go()
    game = (await world.snapshot()).game
    assert (game.ply, game.rated) == (4, True)


async def test_a_second_tap_on_undo_takes_no_second_move_back(world: World) -> None:
    ann = world.ann
    await ann.types("connect4 start", bot="random", colour="first")
    assert world.board().labels[-3:] == ["Hint", "More", "Resign"]
    assert disabled(world.board()) == ["Undo"]
    await ann.taps("4", world.board())
    assert disabled(world.board()) == []
    await ann.taps("1", world.board())
    old = world.board()
    assert (await ann.taps("Undo", old)).private == ""
    left = await world.moves()
    assert len(left.split()) == 2
    assert "The board has changed since then" in (await ann.taps_late("Undo", old, world.board())).private
    assert await world.moves() == left
    # Boards of earlier versions name no move.
    await ann.taps_gone("f4:undo:1", world.board())
    assert await world.moves() == ""


async def test_undo_is_two_taps_where_it_costs_the_rating(world: World) -> None:
    ann = world.ann
    await ann.types("connect4 start", bot="easy", colour="first")
    await ann.taps("4", world.board())
    question = await ann.taps("Undo", world.board())
    assert question.private.startswith("Take your last move back?")
    answer = await ann.taps("No, keep it rated", question.messages[0])
    assert answer.private == "All right, the game stays rated."
    assert (await world.snapshot()).game.rated
    question = await ann.taps("Undo", world.board())
    await ann.taps("Take back", question.messages[0])
    assert await world.moves() == ""
    # People have no undo and no hint under their board.
    await world.begin(ann, world.ben)
    assert world.board(2).labels[-2:] == ["More", "Resign"]
    assert not {"Hint", "Undo"} & set(world.board(2).labels)


def disabled(board: Seen) -> list[str]:
    """The buttons under a board that cannot be pressed."""
    return [part["label"] for part in board._parts(BUTTON) if part.get("disabled")]
