"""The computer players that servers have saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from data.db.errors import Limit, LimitReached, NameTaken
from data.db.locks import Turn, take_turns
from data.people.players import ensure_players
from data.tables import opponents
from data.tables.column_types import require_storable

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection, RowMapping

    from data.db.database import Clock, Database

MOST_OPPONENTS = 50
"""So many a server can have."""

MOST_BY_ONE = 10
"""So many of them one person can have made."""


@dataclass(frozen=True, slots=True)
class NewOpponent:
    """A computer player to be saved for a server: `player` is its text; names differ in more than case."""

    guild_id: int
    name: str
    player: str
    creator_id: int

    def __post_init__(self) -> None:
        require_storable(self.player)


@dataclass(frozen=True, slots=True)
class SavedOpponent:
    """A computer player that a member of a server has made."""

    id: int
    guild_id: int
    name: str
    player: str
    creator_id: int


class Opponents:
    """The computer players that servers have saved."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def create(self, new: NewOpponent) -> SavedOpponent:
        """Save a server's computer player. Raises NameTaken, and LimitReached above MOST_OPPONENTS or
        MOST_BY_ONE."""
        now = self._clock()
        return await self._database.write(lambda c: create(c, new, now))

    async def of_guild(self, guild_id: int) -> tuple[SavedOpponent, ...]:
        """The computer players of a server, by name."""
        return await self._database.read(lambda c: of_guild(c, guild_id))

    async def find(self, opponent_id: int) -> SavedOpponent | None:
        """The saved computer player with this id, or None."""
        return await self._database.read(lambda c: find(c, opponent_id))

    async def delete(self, opponent_id: int) -> bool:
        """Forget a saved computer player; returns whether it was there. Games with it go on."""
        return await self._database.write(lambda c: remove(c, opponent_id))


def _saved(row: RowMapping) -> SavedOpponent:
    return SavedOpponent(
        id=row["id"],
        guild_id=row["guild_id"],
        name=row["name"],
        player=row["player"],
        creator_id=row["creator_id"],
    )


def create(connection: Connection, new: NewOpponent, now: datetime) -> SavedOpponent:
    """Save an opponent; raises NameTaken and LimitReached."""
    present = select(opponents.c.key, opponents.c.creator_id).where(opponents.c.guild_id == new.guild_id)
    take_turns(connection, (Turn.OPPONENTS, new.guild_id))
    there = connection.execute(present).all()
    if new.name.casefold() in {key for key, _ in there}:
        raise NameTaken(new.name)
    if len(there) >= MOST_OPPONENTS:
        raise LimitReached(Limit.OPPONENTS, "server", MOST_OPPONENTS)
    if sum(creator_id == new.creator_id for _, creator_id in there) >= MOST_BY_ONE:
        raise LimitReached(Limit.OPPONENTS, "person", MOST_BY_ONE, new.creator_id)
    ensure_players(connection, [new.creator_id])
    opponent_id = connection.scalar(
        insert(opponents)
        .values(
            guild_id=new.guild_id,
            name=new.name,
            key=new.name.casefold(),
            player=new.player,
            creator_id=new.creator_id,
            created_at=now,
        )
        .returning(opponents.c.id)
    )
    return SavedOpponent(int(opponent_id), new.guild_id, new.name, new.player, new.creator_id)


def of_guild(connection: Connection, guild_id: int) -> tuple[SavedOpponent, ...]:
    """A server's opponents by name."""
    rows = connection.execute(
        select(opponents).where(opponents.c.guild_id == guild_id).order_by(opponents.c.key)
    )
    return tuple(_saved(row) for row in rows.mappings())


def find(connection: Connection, opponent_id: int) -> SavedOpponent | None:
    """The opponent with this id, or None."""
    rows = connection.execute(select(opponents).where(opponents.c.id == opponent_id))
    row = rows.mappings().one_or_none()
    return None if row is None else _saved(row)


def remove(connection: Connection, opponent_id: int) -> bool:
    """Delete an opponent; returns whether it was there."""
    removed = connection.execute(delete(opponents).where(opponents.c.id == opponent_id))
    return removed.rowcount > 0
