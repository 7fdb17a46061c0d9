"""Taps that are not in order change nothing; a move is taken back where it may cost something."""

from __future__ import annotations

import pytest

from bot.core.publisher import Publisher
from bot.play.games.referee import Referee
from tests.cases import missing
from tests.e2e.seen import BUTTON, Answer, Seen
from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import Person, World


async def test_what_is_not_possible_changes_nothing(world: World) -> None:
    """Taps of others, moves that the rules forbid, and buttons that this bot never posted."""
    ann, ben, chloe = world.ann, world.ben, world.chloe
    await world.begin(ann, ben)
    board = world.board()
    for label in ("d3", "Resign"):
        answer = await chloe.taps(label)
        assert answer.private == "You're watching this game. To start your own: `/reversi start`."
    assert (await ben.taps("d3")).private == f"It is {ann.mention}'s turn. You are next."
    move, resign = board.custom_id("d3"), board.custom_id("Resign")
    impossible = "is not possible here. The buttons under the board show every move you have."
    for custom_id, said in (
        (move.replace("d3", "a1"), f"a1 {impossible}"),
        *((move.replace("d3", typed), impossible) for typed in ("pass", "d9", "", "🙂")),
        (move.replace(":1", ":99", 1), "This game no longer exists"),
        (resign.replace(":1", ":99", 1), "This game no longer exists"),
        ("f4:takeback:1:0", "another version of Flipfour"),
    ):
        world.untranslated.append(custom_id.split(":")[-1])
        record = ann.send_tap(board, custom_id)
        await world.env.settle()
        assert said in world.answer(record).private, custom_id
    assert (world.board().text, world.board().moves) == (board.text, board.moves)
    assert await world.moves() == ""
    # Buttons of an earlier board: Discord passes the message on as it was, or as it is now.
    for moves, said in (
        ("d3", f"It is {ben.mention}'s turn. You are next."),
        ("c3", "The board has changed since then. Please look at it and choose again."),
    ):
        await world.play(moves, ann, ben)
        now, played = world.board(), await world.moves()
        for answer in (await ann.taps_late("c4", board, now), await ann.taps("c4", board)):
            assert answer.private == said
        assert (world.board().moves, await world.moves()) == (now.moves, played)


async def test_taps_at_the_same_moment_move_once(world: World, ann: Person, ben: Person) -> None:
    await world.begin(ann, ben)
    board = world.board()
    answers = await world.together((ben, board, "d3"), (ann, board, "d3"), (ann, board, "c4"))
    assert sorted(bool(answer.private) for answer in answers) == [False, True, True]
    assert (await world.snapshot()).game.ply == 1
    assert f"**{ben.mention} to move.**" in world.board().text
    board = world.board()
    answers = await world.together(*[(ben, board, board.moves[0])] * 2)
    assert sorted(bool(answer.private) for answer in answers) == [False, True]
    assert (await world.snapshot()).game.ply == 2


async def test_a_finished_game_takes_no_moves_and_no_resignation(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play(WIPE_OUT.rsplit(" ", 1)[0], ann, ben)
    last_but_one = world.board()
    await ann.taps("c5")
    over = world.board()
    for label in (last_but_one.moves[0], "Resign"):
        for tap in (ann.taps(label, last_but_one), ann.taps_late(label, last_but_one, over)):
            assert (await tap).private == "This game is over. Press Rematch under the board to play again."
    assert world.board().text == over.text
    assert await world.moves() == WIPE_OUT


async def test_a_tap_while_the_computer_thinks_is_answered(world: World, ann: Person) -> None:
    await ann.types("reversi start", bot="expert", colour="first")
    old = world.board()
    world.searches.hold()
    # A double tap moves once.
    answers = await world.together((ann, old, "d3"), (ann, old, "d3"))
    assert sorted(bool(answer.private) for answer in answers) == [False, True]
    thinking = world.board()
    assert not missing(thinking.text, "**Flipfour (expert) is thinking**…", "Black played **d3**.")
    assert thinking.moves == []
    assert "Resign" in thinking.labels
    for tap in (ann.taps("c4", old), ann.taps_late("c4", old, thinking)):
        assert (await tap).private.startswith("I'm thinking about my move. You are next")
    assert await world.moves() == "d3"
    await world.let_go()
    assert f"**{ann.mention} to move.**" in world.board().text
    assert (await world.snapshot()).game.ply == 2
    assert world.searches.asked == 1


async def moved(world: World, plies: int = 0) -> Seen:
    """Have Ann move against `expert`, which thinks, after this many plies."""
    ann = world.ann
    await ann.types("reversi start", bot="expert", colour="first")
    snapshot = await world.snapshot()
    while snapshot.game.ply < plies or snapshot.position.turn != 0:
        snapshot = await world.bot.kit[Referee].play(snapshot, snapshot.position.legal_moves()[0])
    await world.bot.kit[Publisher].show(1)
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


@pytest.mark.long
async def test_later_it_is_a_loss_and_the_game_continues(world: World, ann: Person) -> None:
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
    await ann.resigns()
    text = world.board().text
    assert not missing(text, f"{ann.mention} resigned", "which counts as their loss")
    assert text.count("placement game") == 1
    assert (await ann.types("profile")).public.count("❌ lost") == 1


async def test_a_second_tap_on_undo_takes_no_second_move_back(world: World, ann: Person) -> None:
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


async def test_undo_is_two_taps_where_it_costs_the_rating(world: World, ann: Person) -> None:
    await ann.types("connect4 start", bot="easy", colour="first")
    await ann.taps("4", world.board())
    question = await ann.taps("Undo", world.board())
    assert question.private.startswith("Take your last move back?")
    answer = await ann.taps("No, keep it rated", question.messages[0])
    assert answer.private == "All right, the game stays rated."
    assert (await world.snapshot()).game.rated
    await ann.confirms("Undo", world.board(), then="Take back")
    assert await world.moves() == ""
    # People have no undo and no hint under their board.
    await world.begin(ann, world.ben)
    assert world.board(2).labels[-2:] == ["More", "Resign"]
    assert not {"Hint", "Undo"} & set(world.board(2).labels)


def disabled(board: Seen) -> list[str]:
    """The buttons under a board that cannot be pressed."""
    return [part["label"] for part in board._parts(BUTTON) if part.get("disabled")]
