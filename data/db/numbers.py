"""Numbers of games, puzzles and the like, which are never given twice, even after an older copy is restored.

Messages on Discord outlive the database: their buttons name numbers that a restored copy does not know, and
would give to new games. So a start skips as many numbers as may have been given since the copy was made, and
a click on a higher number raises the counter above it.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import column, func, insert, select, table, update

from data.db.store import Store
from data.tables.people import presence, requests, workers
from data.tables.playing import games
from data.tables.schema import metadata

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

    from data.db.store import Stores

NUMBERED = {
    table.name: table
    for table in metadata.sorted_tables
    if table.autoincrement_column is not None and table not in (requests, workers)
}
"""Tables whose numbers are in buttons and menus."""

UNUSED = timedelta(minutes=10)
"""Time since the database was last used after which a start skips numbers: it may be an older copy.

The running bot notes its presence every minute.
"""

BASE = 100
"""Numbers skipped at least."""

PER_HOUR = 5.0
"""Numbers skipped at least per hour since the last use."""

BUSIER = 10.0
"""Factor by which the database may have been busier, in the time that a copy lacks, than in its last week."""

_WEEK = timedelta(days=7)

MAX_RAISE = 1_000_000
"""Numbers further above the counter than this were not given here."""

_SQLITE_COUNTERS = table("sqlite_sequence", column("name"), column("seq"))


class NumberStore(Store):
    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._known: dict[str, int] = {}

    async def skip_lost(self) -> int:
        """Skip the numbers that may have been given since the database was last used; return how many."""
        now = self._clock()
        return await self._database.unfenced(lambda connection: _skip_lost(connection, now))

    async def record_seen(self, name: str, number: int) -> bool:
        """Note a number seen in a message; return True if it is one that this database has never given."""
        if number <= self._known.get(name, 0):
            return False
        each = NUMBERED[name]
        last = await self._database.read(lambda connection: last_number(connection, each))
        self._known[name] = last
        if not last < number <= last + MAX_RAISE:
            return False
        await self._database.write(lambda connection: raise_number(connection, each, number))
        self._known[name] = number
        return True


def last_number(connection: Connection, each: Table) -> int:
    """Return the last number given, even if its row is gone."""
    return _counter(connection, each) or int(connection.scalar(select(func.max(each.c.id))) or 0)


def _counter(connection: Connection, each: Table) -> int:
    if connection.dialect.name == "sqlite":
        given = select(_SQLITE_COUNTERS.c.seq).where(_SQLITE_COUNTERS.c.name == each.name)
    else:
        counter = table(f"{each.name}_id_seq", column("last_value"), column("is_called"))
        given = select(counter.c.last_value).where(counter.c.is_called)
    return int(connection.scalar(given) or 0)


def raise_number(connection: Connection, each: Table, number: int) -> None:
    """Give only higher numbers from now on."""
    if number <= _counter(connection, each):
        return
    if connection.dialect.name != "sqlite":
        connection.execute(select(func.setval(f"{each.name}_id_seq", number)))
        return
    counter = update(_SQLITE_COUNTERS).where(_SQLITE_COUNTERS.c.name == each.name)
    if not connection.execute(counter.values(seq=number)).rowcount:
        connection.execute(insert(_SQLITE_COUNTERS).values(name=each.name, seq=number))


def _skip_lost(connection: Connection, now: datetime) -> int:
    noted = [
        connection.scalar(select(func.max(presence.c.seen_at))),
        connection.scalar(select(func.max(games.c.moved_at))),
    ]
    used = max((moment for moment in noted if moment is not None), default=now)
    away = now - used
    if away <= UNUSED:
        return 0
    lately = connection.scalar(select(func.count()).where(games.c.created_at > used - _WEEK)) or 0
    a_week = _WEEK / timedelta(hours=1)
    gap = BASE + math.ceil(away / timedelta(hours=1) * max(PER_HOUR, BUSIER * lately / a_week))
    for each in NUMBERED.values():
        raise_number(connection, each, last_number(connection, each) + gap)
    return gap
