"""Objects found by their classes and built when they are first asked for."""

from __future__ import annotations

from typing import Any, TypeVar, cast

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
