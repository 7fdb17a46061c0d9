"""Helpers of the storage tests: people, a clock that moves only when told to, and what ends their data."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from sqlalchemy import event, update

from data import Storage
from data.games.moves import PackingStore
from data.games.packing import pack
from data.games.records import Ending, Game, Outcome
from data.tables.standings import ratings
from data.upkeep.forgetting import ForgettingStore, RetentionStore
from data.upkeep.inspection import Inspection
from data.upkeep.servers import ServerStore
from tests.databases import url_of, writing_engine

ANN, BOB, CAT = 1001, 1002, 1003
GUILD, CHANNEL = 7001, 8001


class Clock:
    """A time that passes only when told to."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, *, days: float = 0.0, seconds: float = 0.0) -> None:
        self.now += timedelta(days=days, seconds=seconds)


class StorageMachine(RuleBasedStateMachine):
    """Calls of a storage in any order; the database can be opened again."""

    @initialize()
    def open(self) -> None:
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = Clock()
        self.storage: Storage = self.run(self.opened())

    async def opened(self) -> Storage:
        return await Storage.open(url_of(Path(self.folder.name) / "games.db"), clock=self.clock)

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Make a call a second later."""
        self.clock.advance(seconds=1)
        return self.runner.run(coroutine)

    @rule()
    def reopen(self) -> None:
        self.run(self.storage.close())
        self.storage = self.run(self.opened())

    def teardown(self) -> None:
        self.run(self.storage.close())
        self.runner.close()
        self.folder.cleanup()


async def pack_all(storage: Storage) -> None:
    """Pack the moves of all finished games."""
    store = storage[PackingStore]
    while waiting := await store.not_packed(100):
        await store.keep({game: None if moves is None else pack(moves) for game, moves in waiting.items()})


async def delete_old_games(storage: Storage, before: datetime) -> bool:
    """Delete some games that ended before a time; returns whether there were any."""
    found = await storage[RetentionStore].old_games(before)
    await storage[RetentionStore].delete_games(found)
    return bool(found)


def leaving(game: Game, side: int) -> Outcome:
    """End a game by resignation of the deleted player."""
    return Outcome(1 - side, None, Ending.RESIGNED)


async def forget(storage: Storage, *people: int) -> None:
    """Delete people's data."""
    for person in people:
        await storage[ForgettingStore].forget(person, leaving)


async def leave_server(storage: Storage, guild_id: int = GUILD) -> None:
    """Delete what belongs to a server that was left."""
    await storage[ServerStore].record_left(guild_id)
    while not await storage[ServerStore].delete_some(guild_id):
        pass


async def failures(calls: Iterable[Awaitable[object]]) -> list[BaseException]:
    """Make calls at once; return what those raise that fail."""
    results = await asyncio.gather(*calls, return_exceptions=True)
    return [result for result in results if isinstance(result, BaseException)]


async def check_sound(path: Path) -> None:
    """Fail if any rows of a database do not fit each other."""
    async with Inspection.of(url_of(path)) as inspection:
        assert not any((await inspection.broken_invariants()).values())


async def rank_everyone(storage: Storage) -> None:
    """Give all ratings a rank, however few games they have."""
    sure = update(ratings).values(listed_until=datetime(2100, 1, 1, tzinfo=UTC))
    await storage._database.write(lambda connection: connection.execute(sure))


@contextmanager
def count_transactions(storage: Storage) -> Iterator[list[str]]:
    """Collect an item for each write transaction begun meanwhile."""
    begun: list[str] = []

    def count(_connection: object) -> None:
        begun.append("write")

    writer = writing_engine(storage)
    event.listen(writer, "begin", count)
    try:
        yield begun
    finally:
        event.remove(writer, "begin", count)
