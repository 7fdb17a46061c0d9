"""Giving a game up: asked for, meant or not, and what it costs."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.e2e.sequences import WIPE_OUT
from tests.e2e.world import World


async def test_resigning_is_asked_for_and_then_ends_the_game(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play("d3 c3 e6 d2", ann, ben)
    question = await ann.taps("Resign")
    assert question.private == "Resign this game? It counts as a loss."
    assert (await world.snapshot()).going
    assert not any(seen.private and "Resign" in seen.text for seen in world.seen(world.channel, ben))
    done = await ann.taps("Resign", question.messages[0])
    assert done.private == "You resigned."
    board = world.board()
    assert f"🏆 **{ben.mention} wins**: {ann.mention} resigned." in board.text
    assert f"{ben.mention}: placement game 1 of about 10" in board.text
    assert board.labels == ["Rematch", "Review", "Replay"]


async def test_keep_playing_changes_nothing(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play("d3 c3 e6 d2", ann, ben)
    before = world.board()
    await ann.taps("Resign")
    answer = await ann.taps("Keep playing")
    assert answer.private == "All right, the game continues."
    assert answer.messages[0].labels == []
    assert world.board() == before
    await world.play("c4", ann, ben)


async def test_a_game_given_up_before_both_have_made_two_moves_is_called_off(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play("d3 c3 e6", ann, ben)
    question = await ben.taps("Resign")
    assert "won't count as a loss" in question.private
    await ben.taps("Resign")
    board = world.board()
    assert "**Called off**" in board.text
    assert "1500" not in board.text
    assert "No rated games yet" in (await ben.types("profile")).public


async def test_a_resignation_that_became_a_loss_is_confirmed_again(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play("d3 c3 e6", ann, ben)
    question = (await ben.taps("Resign")).messages[0]
    await world.play("d2", ben)
    again = await ben.taps("Resign", question)
    assert "The game has moved on since then" in again.private
    assert "counts as a loss" in again.private
    assert (await world.snapshot()).going
    await ben.taps("Resign", again.messages[0])
    assert f"🏆 **{ann.mention} wins**: {ben.mention} resigned." in world.board().text


async def test_the_waiting_player_can_resign_too(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play("d3 c3 e6 d2", ann, ben)
    await ben.taps("Resign")
    await ben.taps("Resign")
    assert f"🏆 **{ann.mention} wins**: {ben.mention} resigned." in world.board().text


async def test_resigning_while_the_computer_thinks_ends_the_game(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="expert", colour="first")
    world.searches.hold()
    await ann.taps("d3")
    await ann.taps("Resign")
    await ann.taps("Resign")
    assert "**Called off**" in world.board().text
    await world.let_go()
    assert await world.moves() == "d3"
    assert "**Called off**" in world.board().text
    assert world.board().labels == ["Rematch", "Replay"]


async def test_a_question_answered_after_the_game_ended_says_so(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play(WIPE_OUT.rsplit(" ", 1)[0], ann, ben)
    question = (await ben.taps("Resign")).messages[0]
    await ann.taps("c5", world.board())
    answer = await ben.taps("Resign", question)
    assert "This game is over." in answer.private
    assert "wins 64–0" in world.board().text


@pytest.mark.parametrize("asked_before", [True, False])
async def test_a_board_that_missed_the_end_is_mended_when_resigning_is_refused(
    world: World, lose_connection: Callable[[str, str], None], *, asked_before: bool
) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play(WIPE_OUT.rsplit(" ", 1)[0], ann, ben)
    question = (await ben.taps("Resign")).messages[0] if asked_before else world.board()
    lose_connection("PATCH", "/webhooks/*/messages/@original")
    lose_connection("PATCH", "/channels/*/messages/*")
    await ann.taps("c5", world.board())
    assert "wins 64–0" not in world.board().text
    answer = await ben.taps("Resign", question)
    assert "This game is over." in answer.private
    assert "wins 64–0" in world.board().text


@pytest.mark.parametrize("who", ["ann", "ben", "chloe"])
@pytest.mark.parametrize("over", [True, False])
async def test_resign_under_an_outdated_board_shows_the_current_one(
    world: World, lose_connection: Callable[[str, str], None], who: str, *, over: bool
) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    moves = WIPE_OUT.split()
    last = len(moves) - 1 if over else 4
    await world.play(" ".join(moves[:last]), ann, ben)
    old = world.board()
    lose_connection("PATCH", "/webhooks/*/messages/@original")
    lose_connection("PATCH", "/channels/*/messages/*")
    await (ben if last % 2 else ann).taps(moves[last], old)
    assert world.board() == old
    answer = await getattr(world, who).taps("Resign", old)
    assert answer.private
    assert f"answered **{moves[last]}**" in world.board().text


async def test_the_command_asks_for_the_game_meant(world: World) -> None:
    ann, ben, chloe = world.ann, world.ben, world.chloe
    nothing = await chloe.types("game resign")
    assert nothing.private == "You have no games in progress in this channel. Start one: `/reversi start`."
    first, second = await world.begin(ann, ben), await world.begin(ann, ben)
    await world.play("d3 c3 e6 d2", ann, ben, game=first)
    wrong = await ann.types("game resign", game="the one with Ben")
    assert "You have no game “the one with Ben” here. Choose one of: #" in wrong.private
    question = await ann.types("game resign", game=str(first))
    assert "counts as a loss" in question.private
    await ann.taps("Resign", question.messages[0])
    assert not (await world.snapshot(first)).going
    assert (await world.snapshot(second)).going
