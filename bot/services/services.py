"""The use-cases of a running bot, found by their classes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar, cast, runtime_checkable

from bot.computer.computer import Computer
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.background import BackgroundTasks
from bot.core.metrics import Metrics
from bot.core.runtime import Monotonic, Runtime, Wait
from bot.core.schedule import Pacing
from bot.messages.delivery import Messenger
from bot.preferences.preferences import HouseRules, Preferences
from bot.settings.settings import Settings
from data import Storage
from data.db.chores import Chore

T = TypeVar("T")

CLOSING_SECONDS = 5.0
"""Seconds a stopping bot waits for answers in progress."""


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


KERNEL = (SearchCore, SearchPool, Computer)
"""The search and what needs it: closed after the features that use it."""


class Services:
    """Every use-case of the bot, by its class: `services[GameFlow]`."""

    def __init__(
        self,
        settings: Settings,
        runtime: Runtime,
        storage: Storage,
        background: BackgroundTasks,
        features: Mapping[type, object],
    ) -> None:
        """`features` are recovered and closed in this order."""
        self.settings = settings
        self.runtime = runtime
        self.storage = storage
        self.background = background
        self._features = dict(features)
        self._those: dict[type, tuple[object, ...]] = {}

    def __getitem__(self, kind: type[T]) -> T:
        """Return the use-case of a class."""
        return cast(T, self._features[kind])

    def __setitem__(self, kind: type[T], feature: T) -> None:
        """Replace a use-case."""
        self._features[kind] = feature
        self._those.clear()

    def __iter__(self) -> Iterator[object]:
        """Iterate over all use-cases in their order."""
        return iter(self._features.values())

    def those(self, protocol: type[T]) -> tuple[T, ...]:
        """Return the use-cases that follow a protocol, in their order."""
        if protocol not in self._those:
            self._those[protocol] = tuple(feature for feature in self if _follows(feature, protocol))
        return cast(tuple[T, ...], self._those[protocol])

    async def close(self) -> None:
        """Abandon searches, which the next start resumes, and finish everything else."""
        self.background.closing = True
        self[SearchCore].close()
        for feature in self.those(Closes):
            if not isinstance(feature, KERNEL):
                feature.close()
        self[SearchPool].close()
        await self.background.finish(CLOSING_SECONDS)
        finishing = [feature.finish(CLOSING_SECONDS) for feature in self.those(Finishes)]
        await asyncio.gather(*finishing)
        self[Computer].close()
        await asyncio.to_thread(self[SearchPool].executor.close)


_FOLLOWING: dict[tuple[type, type], bool] = {}
"""Whether the features of a class follow a protocol."""


def _follows(feature: object, protocol: type) -> bool:
    # Python compares every member of the protocol each time it is asked, which took a tenth of a start.
    key = type(feature), protocol
    if key not in _FOLLOWING:
        _FOLLOWING[key] = isinstance(feature, protocol)
    return _FOLLOWING[key]


@dataclass(frozen=True, slots=True)
class Kit(Pacing):
    """The dependencies of most use-cases; rooms build theirs from it."""

    settings: Settings
    storage: Storage
    messenger: Messenger
    preferences: Preferences
    metrics: Metrics
    pool: SearchPool
    search_core: SearchCore
    wait: Wait
    monotonic: Monotonic
    rng: random.Random

    @property
    def house_rules(self) -> HouseRules:
        """Return what servers allow."""
        return HouseRules(self.preferences)
