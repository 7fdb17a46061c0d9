"""Pending work and figures: one query tells which kinds of work wait; hosts watch counts and size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select, text

from data.db.chores import which_wait
from data.db.migrate import newest_revision
from data.db.rows import read_all
from data.db.store import Store, reading, writing
from data.games.records import GameState
from data.games.waiting import WaitingStore
from data.tables.people import versions
from data.tables.playing import COMPUTER_TO_MOVE, NOT_SHOWN, PLAYING, games

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.chores import Chore
    from data.db.store import Stores


class PendingStore(Store):
    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._waiting_games = stores[WaitingStore]

    async def waiting(self, chores: Iterable[Chore]) -> frozenset[Chore]:
        # Otherwise boards would seem pending whose shown versions are not stored yet.
        await self._waiting_games.write_shown()
        asked = tuple(dict.fromkeys(chores))
        return await self._database.read(lambda c: self._waiting(c, asked))

    def _waiting(self, connection: Connection, chores: tuple[Chore, ...]) -> frozenset[Chore]:
        query, ages = which_wait(self._database.share, chores)
        now = self._clock()
        row = connection.execute(query, {name: now - age for name, age in ages.items()}).one()
        return frozenset(chore for chore, waits in zip(chores, row, strict=True) if waits)


_BY_GAME = select(games.c.game, func.count().label("open")).where(text(PLAYING)).group_by(games.c.game)
_OFFERED = select(func.count()).select_from(games).where(games.c.state == GameState.OFFERED)


@dataclass(frozen=True, slots=True)
class Figures:
    """Numbers of games, and the size of the database in bytes.

    `playing` counts games in progress by kind. Since before some moment, a computer player has been to move
    in `stuck` games, and the board of `not_shown` games has been out of date.
    """

    playing: Mapping[str, int]
    offered: int
    stuck: int
    not_shown: int
    size: int


class FigureStore(Store):
    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._probes = 0

    async def probe(self) -> None:
        """Run a transaction that reaches the disk and changes no data; raises StorageError if that fails."""
        self._probes += 1
        await self._database.write(lambda c: _probe(c, self._probes))

    @reading
    def figures(self, connection: Connection, before: datetime) -> Figures:
        """Count the games; stuck, or not shown, are those that have been so since `before`."""
        share = self._database.share

        def waiting(condition: str) -> int:
            counted = select(func.count()).select_from(games)
            old = counted.where(text(condition), games.c.moved_at < before)
            return connection.scalar(share.within(old, games.c.guild_id)) or 0

        by_game = connection.execute(share.within(_BY_GAME, games.c.guild_id))
        return Figures(
            playing={row.game: row.open for row in by_game},
            offered=connection.scalar(share.within(_OFFERED, games.c.guild_id)) or 0,
            stuck=waiting(COMPUTER_TO_MOVE),
            not_shown=waiting(NOT_SHOWN),
            size=_size(connection),
        )


def _probe(connection: Connection, number: int) -> None:
    if connection.dialect.name == "sqlite":
        # A number in the file's header for the use of applications.
        connection.exec_driver_sql(f"PRAGMA user_version = {number % 2**31}")
    else:
        # A transaction with an id is noted in the write-ahead log.
        connection.execute(text("SELECT pg_current_xact_id()"))


def _size(connection: Connection) -> int:
    if connection.dialect.name != "sqlite":
        return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
    pages, each = (
        int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()) for name in ("page_count", "page_size")
    )
    log = Path(f"{connection.engine.url.database}-wal")
    try:
        return pages * each + log.stat().st_size
    except OSError:
        return pages * each


@dataclass(frozen=True, slots=True)
class ServedVersion:
    """A version of the program, the revision of its tables, and its first start on this database."""

    version: str
    revision: str
    started_at: datetime


class VersionStore(Store):
    """The versions that have served the database; only changes are stored."""

    @property
    def revision(self) -> str:
        """The revision of the tables, which are up to date once the storage is open."""
        return newest_revision()

    @reading
    def history(self, connection: Connection) -> tuple[ServedVersion, ...]:
        """Return all versions in the order of their starts; one that came back is listed again."""
        return _history(connection)

    @writing
    def record(self, connection: Connection, version: str) -> None:
        """Note that `version` serves the database now."""
        last, revision = _history(connection)[-1:], self.revision
        if not last or (last[0].version, last[0].revision) != (version, revision):
            connection.execute(
                insert(versions).values(version=version, revision=revision, started_at=self._clock())
            )


def _history(connection: Connection) -> tuple[ServedVersion, ...]:
    return read_all(connection, ServedVersion, select(versions).order_by(versions.c.id))
