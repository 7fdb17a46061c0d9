"""What was read or stored lately, kept in memory: a bounded number of values, the latest used ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

K = TypeVar("K")
V = TypeVar("V")


class Recent(Generic[K, V]):
    """Values by their keys; the one unused for longest is forgotten first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        """The value, or None when it was never kept or has been forgotten."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def keep(self, key: K, value: V) -> None:
        """Remember a value in place of the one before."""
        self._values.pop(key, None)
        self._values[key] = value
        if len(self._values) > self._most:
            del self._values[next(iter(self._values))]

    def forget(self, key: K) -> None:
        """Forget a value, if it is kept."""
        self._values.pop(key, None)

    def forget_all(self, which: Callable[[K], bool]) -> None:
        """Forget the values of these keys."""
        for key in [key for key in self._values if which(key)]:
            del self._values[key]
