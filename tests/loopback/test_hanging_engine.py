"""The engine hangs in the middle of a game: another thread searches, and the game continues."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from structlog.typing import EventDict

from bot.computer.pool import SearchPool
from engine.players.computer import ComputerPlayer
from tests.e2e.logs import taken_out
from tests.loopback.running import Scene


async def test_a_search_that_never_ends(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]
) -> None:
    await scene.ann.types("reversi start", bot="medium", colour="first")
    monkeypatch.setattr(scene.bot.kit[SearchPool], "_patience", 0.2)
    choose: Callable[..., Any] = ComputerPlayer.choose
    released, hung = threading.Event(), threading.Event()

    def hang_once(*arguments: Any, **options: Any) -> Any:
        if not hung.is_set():
            hung.set()
            released.wait()
        return choose(*arguments, **options)

    monkeypatch.setattr(ComputerPlayer, "choose", hang_once)
    try:
        await scene.continues(scene.ann)
    finally:
        released.set()
    assert hung.is_set()
    assert taken_out(log, "a search failed") == 1
