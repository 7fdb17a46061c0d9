"""A computer plays for a person, and gives the side back; if the opponent is a person, they have to agree."""

from __future__ import annotations

from structlog.typing import EventDict

from bot.computer.computer import MAX_ATTEMPTS
from bot.core.publisher import Publisher
from bot.events.matches.exhibitions import PACE
from bot.play.games.referee import Referee
from data.games.records import GameState
from tests.e2e.logs import taken_out
from tests.e2e.seen import Seen
from tests.e2e.world import World

PLAYS = "Flipfour (easy) plays for you from now on, and the game is unrated."


async def ask(world: World) -> Seen:
    """Ann, to move, asks Ben whether `easy` may play for her."""
    await world.begin(world.ann, world.ben)
    await world.ann.types("game ask", bot="easy")
    return world.posts()[-1]


async def test_against_the_computer_both_sides_play_on_without_a_question(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour="first")
    answer = await ann.types("game ask", bot="easy")
    assert answer.private.startswith(PLAYS)
    assert answer.public == ""
    board = world.board()
    assert f"🤖 Flipfour (easy) plays for {ann.mention}" in board.text
    assert "unrated" in board.text
    assert board.moves == []
    for moves in range(1, 4):
        await world.pass_time(PACE + 0.1)
        assert (await world.snapshot()).game.ply == moves
    assert (await world.snapshot()).game.rated is False


async def test_the_side_is_taken_back_by_command(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour="first")
    await ann.types("game ask", bot="easy")
    await world.pass_time(2 * PACE + 0.1)
    answer = await ann.types("game ask", what="take over")
    assert answer.private == "You're playing your side yourself again."
    board = world.board()
    assert f"**{ann.mention} to move.**" in board.text
    assert "🤖" not in board.text
    await ann.taps(board.moves[0], board)
    snapshot = await world.snapshot()
    assert snapshot.game.ply >= 4
    assert snapshot.movers[-2:] == (0, 1)
    assert not snapshot.game.rated
    await world.pass_time(5 * PACE)
    assert (await world.snapshot()).game.ply == snapshot.game.ply


async def test_the_side_is_taken_back_by_the_button_while_the_computer_thinks(world: World) -> None:
    ann = world.ann
    # There is no book of openings for this board.
    await ann.types("reversi start", bot="easy", colour="first", board="10x10")
    world.searches.hold()
    await ann.types("game ask", bot="master")
    await world.pass_time(PACE + 0.1)
    board = world.board()
    assert "**Flipfour (master) to move.**" in board.text
    assert {"Take over", "Resign"} <= set(board.labels)
    sent = ann.send_tap(board, board.custom_id("Take over"))
    await world.env.settle()
    await world.let_go()
    assert world.answer(sent).private == "You're playing your side yourself again."
    assert f"**{ann.mention} to move.**" in world.board().text
    assert await world.moves() == ""


async def test_another_players_side_cannot_be_taken(world: World) -> None:
    board = await ask(world)
    await world.ben.taps("Agree", board)
    assert (await world.snapshot()).game.ply == 1
    for person, said in (
        (
            world.ben,
            "You are playing your side yourself. To hand it to a computer player, use `/game ask`.",
        ),
        (world.chloe, "You're watching this game. To start your own: `/reversi start`."),
    ):
        assert (await person.taps("Take over", world.board())).private == said
    assert (await world.ben.types("game ask", what="take over")).private.startswith(
        "You are playing your side yourself."
    )
    assert (await world.chloe.types("game ask", what="take over")).private.startswith(
        "You have no games in progress"
    )


async def test_the_other_person_is_asked_and_agrees(world: World) -> None:
    ann, ben = world.ann, world.ben
    question = await ask(world)
    assert f"{ben.mention}, do you agree?" in question.text
    assert "unrated" in question.text
    assert (await world.snapshot()).game.rated
    await ben.taps("Agree", question)
    answered = next(seen for seen in world.posts() if seen.id == question.id)
    assert answered.text == f"{ben.mention} agreed: Flipfour (easy) plays for {ann.mention}."
    assert answered.labels == []
    snapshot = await world.snapshot()
    assert (snapshot.game.ply, snapshot.game.rated, snapshot.movers) == (1, False, (0,))
    assert f"**{ben.mention} to move.**" in world.board().text
    await ben.taps(world.board().moves[0], world.board())
    assert (await world.snapshot()).game.ply == 3
    refused = await ann.types("game ask", bot="hard")
    assert refused.private.startswith("A computer player is playing your side.")


async def test_only_the_other_person_can_agree(world: World) -> None:
    question = await ask(world)
    for person in (world.ann, world.chloe):
        answer = await person.taps("Agree", question)
        assert answer.private == f"Only {world.ben.mention} can answer that."
    assert (await world.chloe.taps("Decline", question)).private.startswith("Only")
    assert (await world.snapshot()).game.rated
    assert world.posts()[-1] == question


async def test_the_other_person_refuses(world: World) -> None:
    question = await ask(world)
    await world.ben.taps("Decline", question)
    assert world.posts()[-1].text.endswith(f"{world.ben.mention} declined; the game continues.")
    assert (await world.snapshot()).game.rated
    assert f"**{world.ann.mention} to move.**" in world.board().text
    # The question is closed, and a late second tap on it is answered.
    late = await world.ben.taps_late("Agree", question, world.posts()[-1])
    assert late.acknowledged


async def test_the_asking_player_withdraws_the_question(world: World) -> None:
    question = await ask(world)
    await world.ann.taps("Decline", question)
    assert world.posts()[-1].text.endswith(f"{world.ann.mention} withdrew the request.")
    assert (await world.snapshot()).game.rated


async def test_agreeing_after_the_game_is_over_changes_nothing(world: World) -> None:
    question = await ask(world)
    await world.ann.taps("Resign", world.board())
    await world.ann.taps("Resign")
    answer = await world.ben.taps("Agree", question)
    assert "This game is over." in answer.private
    assert next(seen for seen in world.posts() if seen.id == question.id).labels == []
    assert (await world.snapshot()).game.state is GameState.FINISHED


async def test_a_second_question_takes_the_place_of_the_first(world: World) -> None:
    await world.begin(world.ann, world.ben)
    await world.play("d3 c3 c4 e3", world.ann, world.ben)
    await world.ann.types("game ask", what="draw")
    first = world.posts()[-1]
    await world.ann.types("game ask", bot="positional:2")
    second = world.posts()[-1]
    answer = await world.ben.taps_gone(first.custom_id("Agree to a draw"), first)
    assert answer.private == "This request is no longer open."
    await world.ben.taps("Agree", second)
    assert (await world.snapshot()).game.delegates == ("positional:2", None)
    answer = await world.ben.taps_gone(second.custom_id("Agree"), second)
    assert answer.private == "This request is no longer open."


async def test_both_players_hand_over_and_the_computers_finish_the_game(world: World) -> None:
    ann, ben = world.ann, world.ben
    question = await ask(world)
    await ben.taps("Agree", question)
    await ben.types("game ask", bot="greedy:1")
    await ann.taps("Agree", world.posts()[-1])
    await world.pass_time(70 * PACE)
    snapshot = await world.snapshot()
    assert snapshot.game.state is GameState.FINISHED
    assert not snapshot.game.rated
    board = world.board()
    assert "🤖" not in board.text
    assert "Take over" not in board.labels
    assert "placement game" not in board.text


async def test_a_restart_between_question_and_answer_and_in_the_middle(world: World) -> None:
    ann, ben = world.ann, world.ben
    question = await ask(world)
    await world.kill()
    await ben.taps("Agree", question)
    assert (await world.snapshot()).game.ply == 1
    await ben.types("game ask", bot="easy")
    await ann.taps("Agree", world.posts()[-1])
    await world.pass_time(PACE + 0.1)
    before = (await world.snapshot()).game.ply
    await world.kill()
    await world.pass_time(2 * PACE + 0.1)
    assert (await world.snapshot()).game.ply > before
    await ben.taps("Take over", world.board())
    await world.restart()
    await world.pass_time(PACE + 0.1)
    assert f"**{ben.mention} to move.**" in world.board().text


async def test_the_opponent_cannot_hurry_a_persons_computer(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await ann.types("game ask", bot="master")
    world.searches.hold()
    await ben.taps("Agree")
    board = world.board()
    assert "**Flipfour (master) is thinking**" in board.text
    assert board.labels == ["Take over", "More", "Resign"]
    said_to = ((ann, "A computer player is playing your side."), (ben, "I'm thinking about my move."))
    for person, said in said_to:
        assert (await person.taps_gone("f4:move:1:0:d3", board)).private.startswith(said)
    hurried = await ben.taps_gone("f4:play_now:1", board)
    assert (
        hurried.private
        == f"The computer is playing for {ann.mention} here, so only {ann.mention} can hurry it."
    )
    late = await ann.taps_gone("f4:move_now:1:1", board)
    assert late.private.startswith("The board has changed since then.")
    stopped = await ann.taps_gone("f4:stop:1", board)
    assert stopped.private.startswith("A computer player is playing your side.")
    await world.let_go()
    assert (await world.snapshot()).game.ply == 1


async def test_a_person_takes_over_from_a_computer_that_stumbled(world: World, log: list[EventDict]) -> None:
    question = await ask(world)
    world.searches.failing = True
    await world.ben.taps("Agree", question)
    assert taken_out(log, "a search failed") == MAX_ATTEMPTS - 1
    assert taken_out(log, "the computer's move could not be made") == 1
    assert "**Something went wrong** while Flipfour (easy) was thinking." in world.board().text
    await world.ann.taps("Take over", world.board())
    board = world.board()
    assert f"**{world.ann.mention} to move.**" in board.text
    assert "Try again" not in board.labels
    await world.ann.taps("d3", board)
    assert await world.moves() == "d3"


async def test_at_connect_4_it_is_the_same(world: World) -> None:
    ann = world.ann
    await ann.types("connect4 start", bot="easy", colour="first")
    await ann.types("game ask", bot="quadruplets:2")
    assert "🤖 Flipfour (quadruplets:2) plays for" in world.posts()[-1].text
    await world.pass_time(PACE + 0.1)
    assert (await world.snapshot()).game.ply == 1
    await world.pass_time(PACE + 0.1)
    await ann.taps("Take over")
    assert f"**{ann.mention} to move.**" in world.posts()[-1].text
    thinking = await ann.types("game ask", what="thinking")
    assert thinking.private.startswith("**Your moves, 🔴 Red**, best first")
    await ann.taps("4", world.posts()[-1])
    assert (await world.snapshot()).game.ply == 4


async def test_refused_handovers(world: World) -> None:
    ann = world.ann
    assert (await ann.types("game ask", bot="easy")).private.startswith("You have no games in progress")
    await world.begin(ann, world.ben)
    assert "no level “godlike”" in (await ann.types("game ask", bot="godlike")).private
    assert "from 1 to 30" in (await ann.types("game ask", bot="positional:31")).private
    assert "You have no game “7” here." in (await ann.types("game ask", bot="easy", game="7")).private
    assert (await world.snapshot()).game.rated
    assert len(world.posts()) == 1


async def test_the_game_meant_and_its_players_are_chosen_from_lists(world: World) -> None:
    ann = world.ann
    await world.begin(ann, world.ben)
    await ann.types("reversi start", bot="easy", colour="first")
    games = await ann.suggestions("game ask", "game", bot="easy")
    assert games == [
        "Reversi #2 against Flipfour (easy), 0 moves played",
        "Reversi #1 against Ben, 0 moves played",
    ]
    assert "easy · level 4 of 19 · like an occasional player · rating 1200" in await ann.suggestions(
        "game ask", "bot"
    )
    await ann.types("game ask", bot="easy", game="2")
    assert (await world.snapshot(2)).game.delegates == ("easy", None)
    assert (await world.snapshot(1)).game.delegates == (None, None)


async def late_in_a_game(world: World) -> None:
    """Ann is to move against `easy`, in a game that counts."""
    await world.ann.types("reversi start", bot="easy", colour="first")
    snapshot = await world.snapshot()
    while snapshot.game.ply < 10 or snapshot.position.turn != 0:
        snapshot = await world.bot.services[Referee].play(snapshot, snapshot.position.legal_moves()[0])
    await world.bot.services[Publisher].show(1)


async def test_later_in_a_game_the_loss_is_announced(world: World) -> None:
    ann = world.ann
    await late_in_a_game(world)
    question = await ann.types("game ask", bot="easy")
    assert question.private == (
        "Shall Flipfour (easy) play for you? The game then **counts as a loss for you** and continues "
        "unrated."
    )
    assert (await world.snapshot()).game.delegates == (None, None)
    assert (await ann.taps("No, keep it rated")).private == "All right, the game stays rated."
    question = await ann.types("game ask", bot="easy")
    done = await ann.taps("Let it play for me", question.messages[0])
    assert "The game counts as a loss for you and continues unrated." in done.private
    game = (await world.snapshot()).game
    assert (game.delegates, game.rated) == (("easy", None), False)
    assert f"{ann.mention} let a computer play, which counts as their loss" in world.board().text
    assert "❌ lost against Flipfour (easy)" in (await ann.types("profile")).public


async def test_a_move_makes_the_question_void(world: World) -> None:
    ann, ben = world.ann, world.ben
    question = await ask(world)
    await ann.taps("d3", world.board())
    closed = next(seen for seen in world.posts() if seen.id == question.id)
    assert closed.text.endswith("The game has moved on, so this request no longer applies.")
    assert closed.labels == []
    answer = await ben.taps_late("Agree", question, closed)
    assert answer.private == "This request is no longer open."
    game = (await world.snapshot()).game
    assert (game.delegates, game.rated) == ((None, None), True)
