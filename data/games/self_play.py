"""Games in which computers play both sides: how many may go on, inside a transaction of the caller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select, text

from data.db.locks import Turn, take_turns
from data.games.errors import TooManySelfPlaying
from data.tables import BY_ITSELF, games

if TYPE_CHECKING:
    from sqlalchemy import Connection, RowMapping


@dataclass(frozen=True, slots=True)
class SelfPlayBounds:
    """So many games in which computers play both sides go on at once: for a person, who started them or sits
    in them, in a channel, and in a server."""

    person: int = 1
    channel: int = 2
    server: int = 4


def wait_for_room(
    connection: Connection, people: Sequence[int], channel_id: int, guild_id: int | None
) -> None:
    """Where two begin at once, let the second see the first when that is stored."""
    take_turns(
        connection,
        *((Turn.SELF_PLAY_OF_PERSON, person) for person in people),
        (Turn.SELF_PLAY_OF_CHANNEL, channel_id),
        (Turn.SELF_PLAY_OF_SERVER, guild_id),
    )


def require_room(
    connection: Connection,
    bounds: SelfPlayBounds,
    people: Sequence[int],
    channel_id: int,
    guild_id: int | None,
) -> None:
    """Raise TooManySelfPlaying when there is no room for one game more of these people there."""
    wait_for_room(connection, people, channel_id, guild_id)
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
