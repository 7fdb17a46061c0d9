"""Shares: the servers of one process, where several share a database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import exists, func, literal_column

from data.tables.playing import games

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Select

S = TypeVar("S", bound="Select[Any]")

_TIMESTAMP_BITS = 22
"""Bits of a server's id below its creation time, by which Discord assigns servers to shards."""


@dataclass(frozen=True, slots=True)
class Share:
    """The servers of shards `first` to `last` of `count`; by default, all.

    Anything outside of servers belongs to shard 0, like direct messages. Queries for pending work are limited
    to the share; queries for one game or one person are not.
    """

    first: int = 0
    last: int = 0
    count: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.first <= self.last < self.count:
            raise ValueError(f"{self} is not a part of {self.count} shards")

    @property
    def shards(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def whole(self) -> bool:
        return len(self.shards) == self.count

    @property
    def first_of_all(self) -> bool:
        """True for the one share that does work for all servers."""
        return self.first == 0

    def overlaps(self, other: Share) -> bool:
        """Return whether a server can be in both; shares of different counts always overlap."""
        if self.count != other.count:
            return True
        return self.first <= other.last and other.first <= self.last

    def has(self, guild_id: int | None) -> bool:
        """Return whether a server (None: outside of servers) is in it."""
        return ((guild_id or 0) >> _TIMESTAMP_BITS) % self.count in self.shards

    def condition(self, guild_id: ColumnElement[Any]) -> ColumnElement[bool]:
        # Not a bound value, since PostgreSQL shifts by an INTEGER only.
        shard = func.coalesce(guild_id, 0).op(">>")(literal_column(str(_TIMESTAMP_BITS))) % self.count
        return shard.between(self.first, self.last)

    def within(self, query: S, guild_id: ColumnElement[Any]) -> S:
        """Limit a query to rows whose server is in it."""
        return query if self.whole else query.where(self.condition(guild_id))

    def of_games(self, query: S, game_id: ColumnElement[Any]) -> S:
        """Limit a query to rows of games whose server is in it."""
        if self.whole:
            return query
        here = self.condition(games.c.guild_id)
        return query.where(exists().where(games.c.id == game_id, here).correlate_except(games))

    def __str__(self) -> str:
        return f"shards {self.first}-{self.last} of {self.count}"


EVERYTHING = Share()
