"""Games without moves for long are adjourned, cost nothing, and can be resumed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.e2e.world import RECOVERY_SECONDS, World

LONG = timedelta(days=15)


async def forget(world: World) -> None:
    world.skip(LONG)
    await world.leap(3600)
    await world.pass_time(RECOVERY_SECONDS)


async def test_a_forgotten_game_leaves_the_lists_and_is_resumed_once(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play("d3", ann)
    before = len(world.env.http_requests)
    await forget(world)
    assert world.env.http_requests[before:] == []
    assert await ann.suggestions("game resign", "game") == []
    assert "You have no games in progress" in (await ann.types("game board")).private
    late = await ben.taps("c3")
    assert "This game was put aside" in late.private
    board = world.board()
    assert "**Put aside.**" in board.text
    await world.kill()
    assert world.board().labels == ["Resume game"]
    assert "You're watching this game" in (await world.chloe.taps("Resume game")).private
    await ann.taps("Resume game")
    assert "already in progress" in (await ben.taps_late("Resume game", board, world.board())).private
    assert f"**{ben.mention} to move.**" in world.board().text
    assert await ann.suggestions("game resign", "game") != []
    # The next pass does not adjourn it again.
    await world.pass_time(RECOVERY_SECONDS)
    assert "to move" in world.board().text
    await world.play("c3 c4 e3", ann, ben)
    await ann.taps("Resign")
    await ann.taps("Resign")
    assert f"{ben.mention}: placement game 1 of about 10" in world.board().text


@pytest.mark.long
async def test_a_game_against_the_computer_is_adjourned_too(world: World) -> None:
    ann = world.ann
    await ann.types("reversi start", bot="easy", colour="first")
    await ann.taps("d3")
    await forget(world)
    await ann.taps(world.board().moves[0])
    assert (await world.snapshot()).game.ply == 2
    await ann.taps("Resume game")
    await ann.taps(world.board().moves[0])
    assert (await world.snapshot()).game.ply == 4


async def test_only_games_without_a_clock_or_a_move_for_long_are_adjourned(world: World) -> None:
    await world.begin(world.ann, world.ben)
    await world.begin(world.ann, world.ben, time="7 days")
    world.skip(timedelta(days=13))
    await world.pass_time(RECOVERY_SECONDS)
    assert (await world.snapshot(1)).going
    world.skip(timedelta(days=2))
    await world.pass_time(RECOVERY_SECONDS)
    assert (await world.snapshot(1)).adjourned
    assert (await world.snapshot(2)).going


async def test_a_clock_stops_while_a_game_is_adjourned(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben, time="1+0")
    await world.play("d3 c3", ann, ben)
    await world.pass_time(30)
    await world.bot.services.storage.adjourn((await world.snapshot()).game)
    await world.pass_time(RECOVERY_SECONDS)
    assert "**Put aside.**" in world.board().text
    await world.pass_time(600)
    await ben.taps("Resume game")
    await world.pass_time(29)
    assert f"**{ann.mention} to move.**" in world.board().text
    await world.pass_time(10)
    assert f"{ann.mention} ran out of time" in world.board().text
