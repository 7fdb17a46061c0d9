"""The bot is stopped while a person waits for an answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from structlog.typing import EventDict

from data import Storage
from tests.e2e.world import World

TURNS = 20
"""Turns of the event loop that suffice for anything that does not wait."""


class Held:
    """A method of the storage that waits until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.begun, self.go_on = asyncio.Event(), asyncio.Event()
        method = getattr(Storage, name)

        async def held(storage: Storage, *arguments: Any, **options: Any) -> Any:
            self.begun.set()
            await self.go_on.wait()
            return await method(storage, *arguments, **options)

        monkeypatch.setattr(Storage, name, held)

    async def stop_meanwhile(self, world: World) -> None:
        """Tell the bot to stop while the method waits."""
        await self.begun.wait()
        closing = asyncio.create_task(world.bot.close())
        for _ in range(TURNS):
            await asyncio.sleep(0)
        assert not closing.done()
        self.go_on.set()
        await closing


async def test_a_tap_that_was_acknowledged_is_stored_and_shown(
    world: World, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]
) -> None:
    await world.begin(world.ann, world.ben)
    held = Held(monkeypatch, "add_moves")
    board = world.board()
    world.ann.send_tap(board, board.custom_id("d3"))
    await held.stop_meanwhile(world)
    assert "Black played **d3**." in world.board().text
    await world.kill()
    assert await world.moves() == "d3"
    assert [entry for entry in log if entry["log_level"] != "info"] == []


async def test_a_command_that_was_acknowledged_is_answered(
    world: World, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]
) -> None:
    held = Held(monkeypatch, "create_game")
    typed = asyncio.create_task(world.ann.types("reversi start"))
    await held.stop_meanwhile(world)
    await typed
    assert "is looking for an opponent" in world.offer().text
    assert [entry for entry in log if entry["log_level"] != "info"] == []
    await world.kill()
    assert len(world.posts()) == 1


async def test_later_requests_are_turned_away(world: World) -> None:
    await world.begin(world.ann, world.ben)
    world.bot.services.background.closing = True
    assert "I'm restarting" in (await world.ann.taps("d3")).private
    assert "I'm restarting" in (await world.ben.types("reversi start")).private
    assert await world.ann.suggestions("reversi start", "bot") == []
    assert await world.moves() == ""
    assert await world.bot.services.storage.game(2) is None
