"""Games in which computers play both sides: how many may go on, inside a transaction of the caller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select, text

from data.errors import TooManySelfPlaying
from data.tables import BY_ITSELF, games

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping

_ADVISORY_LOCK = 7_415_332  # any number but that of the migrations, the same in every process of ours


@dataclass(frozen=True, slots=True)
class SelfPlayBounds:
    """So many games in which computers play both sides go on at once: for a person, who started them or sits
    in them, in a channel, and in a server."""

    person: int = 1
    channel: int = 2
    server: int = 4


def require_room(
    connection: Connection,
    bounds: SelfPlayBounds,
    people: Sequence[int],
    channel_id: int,
    guild_id: int | None,
) -> None:
    """Raise TooManySelfPlaying when there is no room for one game more of these people there."""
    if connection.dialect.name != "sqlite":
        # Two at once: the second waits here, and counts when the first is stored. SQLite has one writer only.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
    going = connection.execute(select(games).where(text(BY_ITSELF))).mappings().all()
    for person in people:
        if sum(person in _people(row) for row in going) >= bounds.person:
            raise TooManySelfPlaying("person", bounds.person, person)
    if sum(row["channel_id"] == channel_id for row in going) >= bounds.channel:
        raise TooManySelfPlaying("channel", bounds.channel)
    if guild_id is not None and sum(row["guild_id"] == guild_id for row in going) >= bounds.server:
        raise TooManySelfPlaying("server", bounds.server)


def _people(row: RowMapping) -> set[int]:
    """Whose game it is: those who sit in it, or who started it when nobody does."""
    seated = {row["first_player_id"], row["second_player_id"]} - {None}
    return seated or {row["challenger_id"]}
