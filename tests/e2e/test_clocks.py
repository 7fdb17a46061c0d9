"""Games with a clock: chosen at the start, shown, warned of, exact over restarts and outages.

Games without a clock or moves for long are adjourned, cost nothing, and can be resumed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tests.cases import there
from tests.e2e.world import RECOVERY_SECONDS, World

MINUTE = timedelta(minutes=1)


async def flag_of(world: World, game: int = 1) -> float:
    return there(there((await world.snapshot(game)).game.clock).flag_at).timestamp()


async def test_the_time_is_said_in_the_challenge_and_on_the_board(world: World) -> None:
    ann, ben = world.ann, world.ben
    await ann.types("reversi start", opponent=ben, time="5+3")
    assert "(random colours; 5 min + 3 s per move)" in world.offer().text
    await world.pass_time(100)
    await ben.taps("Accept")
    flag = int(await flag_of(world))
    assert f"-# ⏱ 5 min + 3 s per move · ⚫ runs out of time <t:{flag}:R> · ⚪ 5:00" in world.board().text
    await world.begin(ann, ben, time="3 days")
    flag = int(await flag_of(world, 2))
    assert f"-# ⏱ 3 days per move · ⚫ has until <t:{flag}:f>, <t:{flag}:R>" in world.board(2).text


async def test_the_board_warns_when_a_third_is_left_and_the_game_ends_when_time_is_over(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben, time="1+0")
    await world.play("d3", ann, ben)
    await world.pass_time(20)
    await world.play("c3", ann, ben)
    await world.pass_time(39)
    assert "less than a third" not in world.board().text
    await world.pass_time(1)
    assert f"**{ann.mention} has less than a third of the time left.**" in world.board().text
    await world.play("c4", ann, ben)
    assert "less than a third" not in world.board().text
    await world.play("e3", ann, ben)
    await world.pass_time(19)
    assert "to move" in world.board().text
    await world.pass_time(1)
    assert f"**{ben.mention} wins**: {ann.mention} ran out of time." in world.board().text
    assert f"{ben.mention}: placement game 1 of about 10" in world.board().text
    assert world.board().moves == []
    # A rematch has the same time.
    await ann.taps("Rematch")
    await ben.taps("Accept")
    assert str(there((await world.snapshot(2)).game.clock).control) == "1+0"


async def test_a_clock_that_ends_sooner_wakes_the_watch_and_calls_a_game_off(world: World) -> None:
    await world.begin(world.ann, world.ben, time="7 days")
    second = await world.begin(world.ben, world.chloe, time="1+0")
    await world.play("d3", world.ben, game=second)
    await world.pass_time(60)
    text = world.board(second).text
    assert f"**Called off**: {world.chloe.mention} didn't make a first move in time" in text
    assert "placement game" not in text
    assert "to move" in world.board(1).text


@pytest.mark.parametrize("stop", [World.kill, World.restart])
@pytest.mark.first(1)
async def test_time_the_bot_was_away_is_not_charged(world: World, stop: Callable[..., Any]) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben, time="1+0")
    await world.play("d3 c3", ann, ben)
    await world.pass_time(30)
    before = await flag_of(world)
    await stop(world, away=90 * MINUTE)
    after = await flag_of(world)
    assert before + 90 * 60 <= after <= before + 90 * 60 + 6
    assert f"<t:{int(after)}:R>" in world.board().text
    await world.pass_time(25)
    await world.play("c4", ann)
    await world.pass_time(60)
    assert f"{ben.mention} ran out of time" in world.board().text


LONG = timedelta(days=15)


async def forget(world: World) -> None:
    world.skip(LONG)
    await world.leap(3600)
    await world.pass_time(RECOVERY_SECONDS)


@pytest.mark.long
async def test_a_forgotten_game_leaves_the_lists_and_is_resumed_once(world: World) -> None:
    ann, ben = world.ann, world.ben
    await world.begin(ann, ben)
    await world.play("d3", ann)
    before = len(world.env.http_requests)
    await forget(world)
    assert world.env.http_requests[before:] == []
    assert await ann.suggestions("game resign", "game") == []
    assert "You have no games in progress" in (await ann.types("game board")).private
    assert "This game was put aside" in (await ben.taps("c3")).private
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
    await ann.resigns()
    assert f"{ben.mention}: placement game 1 of about 10" in world.board().text
