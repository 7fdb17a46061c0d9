"""Objects found by their classes and built when first asked for, and signals of what happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

T = TypeVar("T")


class CircularNeedError(Exception):
    """Two classes need each other to be built."""

    def __init__(self, kind: type, needed: type) -> None:
        super().__init__(
            f"{kind.__qualname__} and {needed.__qualname__} need each other to be built: "
            "have one of them listen to the other instead"
        )


class Registry:
    """One object of each class: `registry[ClockStore]`.

    An object is built from the registry, `ClockStore(registry)`, and only once. So it has what it needs by
    asking for it in its constructor, whatever the order.
    """

    def __init__(self, *given: object) -> None:
        """`given` are found by their classes, too."""
        self._built: dict[type, object] = {type(each): each for each in given}
        self._building: list[type] = []

    def __getitem__(self, kind: type[T]) -> T:
        """Return the object of a class; raises CircularNeedError if it needs itself to be built."""
        if kind not in self._built:
            self._built[kind] = self._build(kind)
        return cast(T, self._built[kind])

    def __setitem__(self, kind: type[T], thing: T) -> None:
        """Replace the object of a class."""
        self._built[kind] = thing

    def _build(self, kind: type) -> object:
        if kind in self._building:
            raise CircularNeedError(self._building[-1], kind)
        self._building.append(kind)
        try:
            return self._make(kind)
        finally:
            self._building.pop()

    def _make(self, kind: type) -> object:
        return cast(Any, kind)(self)


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
