"""Which servers this process looks after, where several processes share one database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import exists, func, literal_column

from data.tables import games

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Select

S = TypeVar("S", bound="Select[Any]")

_TIMESTAMP_BITS = 22
"""The bits of a server's id below the time at which it was made; Discord shares servers out by that time."""


@dataclass(frozen=True, slots=True)
class Share:
    """The servers of the shards from `first` to `last`, of `count` in all; what belongs to no server belongs
    to shard 0, as direct messages do. By default it is everything.

    Whoever asks for what there is to do gets what there is in the share; who asks for a game by its number,
    or for what somebody has, gets it whatever the share.
    """

    first: int = 0
    last: int = 0
    count: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.first <= self.last < self.count:
            raise ValueError(f"{self} is no part of {self.count} shards")

    @property
    def shards(self) -> range:
        """The numbers of the shards."""
        return range(self.first, self.last + 1)

    @property
    def whole(self) -> bool:
        """Whether all servers are in it."""
        return len(self.shards) == self.count

    @property
    def first_of_all(self) -> bool:
        """Whether what concerns all servers is done here: one share has it only."""
        return self.first == 0

    def overlaps(self, other: Share) -> bool:
        """Whether a server can be in both; shards of other numbers are other shards."""
        if self.count != other.count:
            return True
        return self.first <= other.last and other.first <= self.last

    def has(self, guild_id: int | None) -> bool:
        """Whether a server (None: what belongs to none) is in it."""
        return ((guild_id or 0) >> _TIMESTAMP_BITS) % self.count in self.shards

    def condition(self, guild_id: ColumnElement[Any]) -> ColumnElement[bool]:
        """Whether the server in a column is in it."""
        # Not a value to be bound: PostgreSQL shifts by an INTEGER only.
        shard = func.coalesce(guild_id, 0).op(">>")(literal_column(str(_TIMESTAMP_BITS))) % self.count
        return shard.between(self.first, self.last)

    @property
    def condition_text(self) -> str:
        """The same of the column `guild_id`, as SQL."""
        shard = f"(coalesce(guild_id, 0) >> {_TIMESTAMP_BITS}) % {self.count}"
        return f"{shard} BETWEEN {self.first} AND {self.last}"

    def within(self, query: S, guild_id: ColumnElement[Any]) -> S:
        """Of the rows of a query those whose server is in it."""
        return query if self.whole else query.where(self.condition(guild_id))

    def of_games(self, query: S, game_id: ColumnElement[Any]) -> S:
        """Of the rows of a query those that belong to a game whose server is in it."""
        if self.whole:
            return query
        here = self.condition(games.c.guild_id)
        return query.where(exists().where(games.c.id == game_id, here).correlate_except(games))

    def __str__(self) -> str:
        return f"shards {self.first}-{self.last} of {self.count}"


EVERYTHING = Share()
