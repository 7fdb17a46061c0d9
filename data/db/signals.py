"""Things that happen, which features and stores tell without knowing who listens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from data.db.registry import Registry

T = TypeVar("T")
R = TypeVar("R")


class Signal(Generic[T, R]):
    """Something that happens: those that listen are told, in the order in which they began to.

    class GameShown(Signal[int, object]):
        ...

    kit[GameShown].listen(self._count)
    kit[GameShown].tell(game_id)
    """

    def __init__(self, kit: Registry) -> None:
        self._listeners: list[Callable[[T], R]] = []

    def listen(self, listener: Callable[[T], R]) -> None:
        """Call `listener` whenever it happens from now on; it has to be quick, or a coroutine function."""
        self._listeners.append(listener)

    def tell(self, subject: T) -> list[R]:
        """Tell the listeners; returns their answers, which the caller awaits where they are coroutines."""
        return [listener(subject) for listener in self._listeners]
