"""Telling others that games were stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from data.games.records import Game


class GameChanges:
    """Those who want to know of every game that was stored: begun, moved in, shown elsewhere, over."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Game], object]] = []

    def listen(self, listener: Callable[[Game], object]) -> None:
        """Call `listener` with every game that is stored from now on, after that; it must not take long."""
        self._listeners.append(listener)

    def note(self, game: Game) -> None:
        """A game was stored."""
        for listener in self._listeners:
            listener(game)
