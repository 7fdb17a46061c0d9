"""What the rooms of the bot build, found by their classes.

A feature is a class that is built from the `Kit`. A room names those it has:

    FEATURES = (Puzzles, PuzzleRuns, (Publisher, Boards), (Taps, new_taps))

A pair says what the feature is found by, such as a protocol of a lower room, and the class or function that
builds it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Protocol, TypeAlias, TypeVar, cast, runtime_checkable

from bot.core.background import BackgroundTasks, Pacing
from bot.core.metrics import Metrics
from bot.core.runtime import Runtime
from bot.settings.settings import Settings
from data import Storage
from data.db.chores import Chore
from data.db.registry import Registry, Signal
from data.db.store import Store

T = TypeVar("T")


@runtime_checkable
class Recovers(Protocol):
    """A feature whose work the periodic pass continues; without `chores`, at every pass."""

    @property
    def chores(self) -> Collection[Chore]:
        """Conditions that some of its work waits."""

    def recover(self) -> object:
        """Continue what is pending; may be a coroutine function."""


@runtime_checkable
class Starts(Protocol):
    """A feature with work at every start, whatever is pending: it sets timers, or reads what it follows."""

    def on_start(self) -> object:
        """Do that work; may be a coroutine function. Tried again at the next pass if it fails."""


@runtime_checkable
class Closes(Protocol):
    """A feature that stops with the bot; the next start continues its work."""

    def close(self) -> None:
        """Stop."""


@runtime_checkable
class Finishes(Protocol):
    """A feature whose work in progress is given some seconds when the bot stops."""

    async def finish(self, seconds: float) -> None:
        """Finish or abandon the work in progress within `seconds`."""


Feature: TypeAlias = type | tuple[type, Callable[["Kit"], object]]
"""A class built from the kit, or what it is found by and how it is built."""


class Kit(Registry, Pacing):
    """Every feature of the bot, and what they are built from: `kit[GameFlow]`, `kit[PuzzleStore]`.

    Features that others need are built before them. In that order they are recovered, and closed in the
    opposite one.
    """

    def __init__(
        self, settings: Settings, runtime: Runtime, storage: Storage, metrics: Metrics | None = None
    ) -> None:
        Registry.__init__(self)
        Pacing.__init__(self, BackgroundTasks(), runtime.rest, runtime.now)
        self.settings = settings
        self.runtime = runtime
        self.storage = storage
        self.metrics = metrics or Metrics()
        self._given: dict[type, object] = {
            Settings: settings,
            Runtime: runtime,
            Storage: storage,
            Metrics: self.metrics,
        }
        self._declared: dict[type, Callable[[Kit], object]] = {}
        self._following: dict[type, tuple[object, ...]] = {}

    def declare(self, features: Iterable[Feature]) -> None:
        """Add features of a room; they are built when they are first asked for, or by `build_all`."""
        for feature in features:
            kind, how = feature if isinstance(feature, tuple) else (feature, feature)
            self._declared[kind] = how

    def build_all(self) -> None:
        for kind in self._declared:
            self[kind]

    def give(self, kind: type[T], thing: T) -> None:
        """Have features find something that is no feature: nothing recovers or closes it."""
        self._given[kind] = thing

    def __getitem__(self, kind: type[T]) -> T:
        """Return the feature, store or signal of a class."""
        if kind in self._built:
            return cast(T, self._built[kind])
        if kind in self._given:
            return cast(T, self._given[kind])
        if issubclass(kind, (Store, Signal)):
            # The storage tells signals, too.
            return self.storage[kind]
        return super().__getitem__(kind)

    def __setitem__(self, kind: type[T], feature: T) -> None:
        super().__setitem__(kind, feature)
        self._following.clear()

    def __iter__(self) -> Iterator[object]:
        """Iterate over the features that are built, each after those that it needs."""
        # One may be found by several classes.
        return iter({id(feature): feature for feature in self._built.values()}.values())

    def following(self, protocol: type[T]) -> tuple[T, ...]:
        if protocol not in self._following:
            self._following[protocol] = tuple(feature for feature in self if _follows(feature, protocol))
        return cast(tuple[T, ...], self._following[protocol])

    def _make(self, kind: type) -> object:
        self._following.clear()
        how = self._declared.get(kind, kind)
        return self[how] if isinstance(how, type) and how is not kind else how(self)


_FOLLOWING: dict[tuple[type, type], bool] = {}
"""Whether the features of a class follow a protocol."""


def _follows(feature: object, protocol: type) -> bool:
    # Python compares every member of the protocol each time it is asked, which took a tenth of a start.
    key = type(feature), protocol
    if key not in _FOLLOWING:
        _FOLLOWING[key] = isinstance(feature, protocol)
    return _FOLLOWING[key]
