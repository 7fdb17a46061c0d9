"""What hosts watch: whether the database can be written to, how large it is, and how many games wait."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import func, select, text

from data.db.share import EVERYTHING, Share
from data.games.records import GameState
from data.tables import COMPUTER_TO_MOVE, NOT_SHOWN, PLAYING, games

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.database import Database

_BY_GAME = select(games.c.game, func.count().label("open")).where(text(PLAYING)).group_by(games.c.game)
_OFFERED = select(func.count()).select_from(games).where(games.c.state == GameState.OFFERED)


@dataclass(frozen=True, slots=True)
class Figures:
    """How many games there are.

    `playing` counts them by their kind. In `stuck` ones a computer player has been to move, and in
    `not_shown` ones the board has been behind, since before a moment. `size` is that of the database in
    bytes.
    """

    playing: Mapping[str, int]
    offered: int
    stuck: int
    not_shown: int
    size: int


class Upkeep:
    """The part of the storage that hosts watch."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._probes = 0

    async def probe(self) -> None:
        """Write something to the disk that means nothing; raises StorageError when that cannot be done."""
        self._probes += 1
        await self._database.write(lambda c: probe(c, self._probes))

    async def figures(self, before: datetime) -> Figures:
        """Count the games; stuck, or not shown, are those that have been so since `before`."""
        share = self._database.share
        return await self._database.read(lambda c: figures(c, before, share))


def probe(connection: Connection, number: int) -> None:
    """Make a transaction that has to reach the disk, and changes nothing of ours."""
    if connection.dialect.name == "sqlite":
        # A number in the file's header that is there for programs to use.
        connection.exec_driver_sql(f"PRAGMA user_version = {number % 2**31}")
    else:
        # A transaction with an id has to be noted in the write-ahead log.
        connection.execute(text("SELECT pg_current_xact_id()"))


def figures(connection: Connection, before: datetime, share: Share = EVERYTHING) -> Figures:
    """Count the games in one transaction."""

    def waiting(condition: str) -> int:
        counted = select(func.count()).select_from(games).where(text(condition), games.c.moved_at < before)
        return connection.scalar(share.within(counted, games.c.guild_id)) or 0

    return Figures(
        playing={row.game: row.open for row in connection.execute(share.within(_BY_GAME, games.c.guild_id))},
        offered=connection.scalar(share.within(_OFFERED, games.c.guild_id)) or 0,
        stuck=waiting(COMPUTER_TO_MOVE),
        not_shown=waiting(NOT_SHOWN),
        size=_size(connection),
    )


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
