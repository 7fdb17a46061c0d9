"""A tap against the computer, with the bot killed at every step on the way to its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from simcord.http import router

from tests.e2e.world import World

REQUESTS = 3
"""To answer a tap: it is acknowledged, the thinking shown, and the answer shown."""

WRITES = 2
"""To store a click: the move, and the answer. Which message shows them is written later."""


class Death:
    """Stops everything from the chosen step on."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.steps = 0

    def step(self) -> None:
        """Take a step."""
        self.steps += 1
        if self.steps > self.at:
            raise asyncio.CancelledError


async def _one_tap_then_a_new_start(world: World, die: Callable[[], None]) -> None:
    """Ann taps, the bot dies, a new one starts: the game is intact and continues."""
    await world.ann.types("reversi start", bot="master", colour="first")
    die()
    await world.ann.taps("d3")
    await world.kill()
    snapshot = await world.snapshot()
    assert snapshot.game.ply in (0, 2)
    board = world.board()
    assert f"**{world.ann.mention} to move.**" in board.text
    assert board.moves == list(snapshot.position.legal_moves())
    await world.ann.taps(board.moves[0])
    assert (await world.snapshot()).game.ply == snapshot.game.ply + 2


@pytest.mark.parametrize("request_number", range(REQUESTS))
async def test_killed_at_a_request_to_discord(
    world: World, monkeypatch: pytest.MonkeyPatch, request_number: int
) -> None:
    death = Death(request_number)
    dispatch, bot = router.dispatch, world.bot

    def dying(*arguments: Any, **options: Any) -> Any:
        if world.bot is bot:
            death.step()
        return dispatch(*arguments, **options)

    def die() -> None:
        monkeypatch.setattr(router, "dispatch", dying)

    await _one_tap_then_a_new_start(world, die)
    assert death.steps > request_number


@pytest.mark.parametrize("committed", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("write_number", range(WRITES))
async def test_killed_at_a_write_to_the_storage(
    world: World, monkeypatch: pytest.MonkeyPatch, write_number: int, committed: bool
) -> None:
    death = Death(write_number)
    database = world.bot.services.storage._database
    write = database.write

    async def dying(work: Any) -> Any:
        if committed:
            result = await write(work)
            death.step()
            return result
        death.step()
        return await write(work)

    def die() -> None:
        monkeypatch.setattr(database, "write", dying)

    await _one_tap_then_a_new_start(world, die)
    assert death.steps > write_number
