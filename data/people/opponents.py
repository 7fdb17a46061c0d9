"""Computer players that members of servers have created and named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from data.db.errors import Limit, LimitReached, NameTaken
from data.db.rows import insert_row, read_all, read_one, values_of
from data.db.store import CountLock, Store, reading, take_turns, writing
from data.people.players import ensure_players
from data.tables.people import opponents
from data.tables.schema import require_storable
from languages.typed import folded

if TYPE_CHECKING:
    from sqlalchemy import Connection

MAX_OPPONENTS = 50
"""Maximum custom opponents of a server."""

MAX_BY_PERSON = 10
"""Maximum custom opponents of a server created by one person."""


@dataclass(frozen=True, slots=True)
class NewOpponent:
    """A computer player to be saved for a server: `player` is its text, and names differ in more than case,
    accents and width (`languages.typed.folded`)."""

    guild_id: int
    name: str
    player: str
    creator_id: int

    def __post_init__(self) -> None:
        require_storable(self.player)


@dataclass(frozen=True, slots=True)
class SavedOpponent:
    """A server's custom computer player."""

    id: int
    guild_id: int
    name: str
    player: str
    creator_id: int


class OpponentStore(Store):
    """The custom opponents of servers."""

    @writing
    def create(self, connection: Connection, new: NewOpponent) -> SavedOpponent:
        """Save a computer player; raises NameTaken, and LimitReached above MAX_OPPONENTS or MAX_BY_PERSON."""
        present = select(opponents.c.name, opponents.c.creator_id).where(opponents.c.guild_id == new.guild_id)
        take_turns(connection, (CountLock.OPPONENTS, new.guild_id))
        there = connection.execute(present).all()
        # By their names: keys that are older than this comparison have accents.
        if folded(new.name) in {folded(name) for name, _ in there}:
            raise NameTaken(new.name)
        if len(there) >= MAX_OPPONENTS:
            raise LimitReached(Limit.OPPONENTS, "server", MAX_OPPONENTS)
        if sum(creator_id == new.creator_id for _, creator_id in there) >= MAX_BY_PERSON:
            raise LimitReached(Limit.OPPONENTS, "person", MAX_BY_PERSON, new.creator_id)
        ensure_players(connection, [new.creator_id])
        values = values_of(new, key=folded(new.name), created_at=self._clock())
        opponent_id = insert_row(connection, opponents, values)
        return SavedOpponent(opponent_id, new.guild_id, new.name, new.player, new.creator_id)

    @reading
    def of_guild(self, connection: Connection, guild_id: int) -> tuple[SavedOpponent, ...]:
        """Return a server's opponents, by name."""
        theirs = select(opponents).where(opponents.c.guild_id == guild_id)
        return read_all(connection, SavedOpponent, theirs.order_by(opponents.c.key))

    @reading
    def find(self, connection: Connection, opponent_id: int) -> SavedOpponent | None:
        """Return the opponent with this id, or None."""
        return read_one(connection, SavedOpponent, select(opponents).where(opponents.c.id == opponent_id))

    @writing
    def delete(self, connection: Connection, opponent_id: int) -> bool:
        """Delete an opponent; returns whether there was one. Games against it continue."""
        removed = connection.execute(delete(opponents).where(opponents.c.id == opponent_id))
        return removed.rowcount > 0
