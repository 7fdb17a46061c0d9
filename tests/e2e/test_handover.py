"""A computer plays for a person, and gives the side back; if the opponent is a person, they have to agree."""

from __future__ import annotations

import pytest

from bot.core.publisher import Publisher
from bot.events.matches.computer_matches import PACE
from bot.play.games.referee import Referee
from data.games.records import GameState
from tests.e2e.seen import Seen
from tests.e2e.world import World

PLAYS = "Flipfour (easy) plays for you from now on, and the game is unrated."


async def ask(world: World) -> Seen:
    """Ann, to move, asks Ben whether `easy` may play for her."""
    await world.begin(world.ann, world.ben)
    await world.ann.types("game ask", bot="easy")
    return world.posts()[-1]


async def test_against_the_computer_both_sides_play_on_until_the_side_is_taken_back(world: World) -> None:
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
    answer = await ann.types("game ask", what="take over")
    assert answer.private == "You're playing your side yourself again."
    assert "🤖" not in world.board().text
    await world.pass_time(PACE)
    before = (await world.snapshot()).game.ply
    assert f"**{ann.mention} to move.**" in world.board().text
    await ann.taps(world.board().moves[0])
    snapshot = await world.snapshot()
    assert (snapshot.game.ply, snapshot.game.rated) == (before + 2, False)
    assert snapshot.movers[-2:] == (0, 1)
    await world.pass_time(5 * PACE)
    assert (await world.snapshot()).game.ply == before + 2


@pytest.mark.long
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


async def test_the_other_person_is_asked_and_agrees(world: World) -> None:
    ann, ben = world.ann, world.ben
    question = await ask(world)
    assert f"{ben.mention}, do you agree?" in question.text
    assert "unrated" in question.text
    assert (await world.snapshot()).game.rated
    for person in (ann, world.chloe):
        assert (await person.taps("Agree", question)).private == f"Only {ben.mention} can answer that."
    assert world.posts()[-1] == question
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
    # Another player's side cannot be taken.
    himself = "You are playing your side yourself. To hand it to a computer player, use `/game ask`."
    assert (await ben.taps("Take over", world.board())).private == himself
    assert (await ben.types("game ask", what="take over")).private == himself
    watching = await world.chloe.taps("Take over", world.board())
    assert watching.private == "You're watching this game. To start your own: `/reversi start`."


async def test_the_other_person_refuses_or_the_asking_one_withdraws(world: World) -> None:
    question = await ask(world)
    await world.ben.taps("Decline", question)
    assert world.posts()[-1].text.endswith(f"{world.ben.mention} declined; the game continues.")
    # The question is closed, and a late second tap on it is answered.
    late = await world.ben.taps_late("Agree", question, world.posts()[-1])
    assert late.acknowledged
    await world.ann.taps("Decline", await ask(world))
    assert world.posts()[-1].text.endswith(f"{world.ann.mention} withdrew the request.")
    for game in (1, 2):
        assert (await world.snapshot(game)).game.rated
        assert f"**{world.ann.mention} to move.**" in world.board(game).text


@pytest.mark.long
async def test_both_hand_over_and_after_restarts_the_computers_finish_the_game(world: World) -> None:
    ann, ben = world.ann, world.ben
    question = await ask(world)
    await world.kill()
    await ben.taps("Agree", question)
    assert (await world.snapshot()).game.ply == 1
    await ben.types("game ask", bot="greedy:1")
    await ann.taps("Agree", world.posts()[-1])
    await world.pass_time(PACE + 0.1)
    before = (await world.snapshot()).game.ply
    await world.kill()
    await world.pass_time(70 * PACE)
    game = (await world.snapshot()).game
    assert (game.state, game.rated) == (GameState.FINISHED, False)
    assert game.ply > before
    board = world.board()
    assert "🤖" not in board.text
    assert "Take over" not in board.labels
    assert "placement game" not in board.text


async def test_the_opponent_cannot_hurry_a_persons_computer(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await ann.types("game ask", bot="master")
    world.searches.hold()
    await ben.taps("Agree")
    board = world.board()
    assert "**Flipfour (master) is thinking**" in board.text
    assert board.labels == ["Take over", "More", "Resign"]
    hers = "A computer player is playing your side."
    for person, tapped, said in (
        (ann, "move:1:0:d3", hers),
        (ben, "move:1:0:d3", "I'm thinking about my move."),
        (
            ben,
            "play_now:1",
            f"The computer is playing for {ann.mention} here, so only {ann.mention} can hurry it.",
        ),
        (ann, "move_now:1:1", "The board has changed since then."),
        (ann, "stop:1", hers),
    ):
        assert (await person.taps_gone(f"f4:{tapped}", board)).private.startswith(said)
    await world.let_go()
    assert (await world.snapshot()).game.ply == 1


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
    assert "no level “godlike”" in (await ann.types("game ask", bot="godlike")).private
    assert "You have no game “7” here." in (await ann.types("game ask", bot="easy", game="7")).private
    await ann.types("game ask", bot="easy", game="2")
    assert (await world.snapshot(2)).game.delegates == ("easy", None)
    assert (await world.snapshot(1)).game.delegates == (None, None)


async def test_later_in_a_game_the_loss_is_announced(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour="first")
    snapshot = await world.snapshot()
    while snapshot.game.ply < 10 or snapshot.position.turn != 0:
        snapshot = await world.bot.kit[Referee].play(snapshot, snapshot.position.legal_moves()[0])
    await world.bot.kit[Publisher].show(1)
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
