"""Limits on the games, challenges and questions of one person, channel or server.

Games in progress are counted in their own table. Requests within the last hour have rows of their own, so
that limits survive a restart; they are deleted after the hour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Literal

from sqlalchemy import bindparam, delete, func, insert, select, text, union_all

from data.db.errors import Limit, LimitReached
from data.db.store import CountLock, Store, take_turns
from data.games.moves import has_ply
from data.people.personal import TEAM_PLAYERS
from data.people.players import ensure_players
from data.tables.people import requests
from data.tables.playing import PLAYING, SELF_PLAY, games

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, RowMapping

    from data.db.chores import Pending
    from data.games.records import Game

HOUR = timedelta(hours=1)

RequestKind = Literal[Limit.CHALLENGES, Limit.QUESTIONS, Limit.STRENGTH_TESTS]


@dataclass(frozen=True, slots=True)
class FairUseBounds:
    """Maximum games in progress, and challenges and questions within an hour, for a person and a server.

    `unplayed_person` is for games against a computer in which a person has made no move, and
    `strength_tests_person` for an hour.
    """

    games_person: int = 50
    games_server: int = 1000
    challenges_person: int = 20
    challenges_server: int = 200
    questions_person: int = 30
    questions_server: int = 300
    unplayed_person: int = 10
    strength_tests_person: int = 2


UNBOUNDED = FairUseBounds(games_person=10**9, games_server=10**9, unplayed_person=10**9)
"""For tournaments and exhibitions: their number is bounded, and their games always begin."""


@dataclass(frozen=True, slots=True)
class SelfPlayBounds:
    """Maximum games in progress in which computers play both sides: of a person (who plays in them, or
    started them), in a channel, and in a server."""

    person: int = 1
    channel: int = 2
    server: int = 4


# A query for each side, since each has an index.
_OF_PERSON = select(func.count()).select_from(
    union_all(
        *(
            select(games.c.id).where(text(PLAYING), seat == bindparam("player_id"))
            for seat in (games.c.first_player_id, games.c.second_player_id)
        )
    ).subquery()
)
_UNPLAYED = select(func.count()).select_from(
    union_all(
        *(
            select(games.c.id).where(
                text(PLAYING), seat == bindparam("player_id"), computer.is_not(None), ~has_ply(first_ply)
            )
            for seat, computer, first_ply in (
                (games.c.first_player_id, games.c.second_computer, 0),
                (games.c.second_player_id, games.c.first_computer, 1),
            )
        )
    ).subquery()
)
_OF_SERVER = (
    select(func.count()).select_from(games).where(text(PLAYING), games.c.guild_id == bindparam("guild_id"))
)


def old_requests(pending: Pending) -> ColumnElement[bool]:
    return pending.anywhere(requests.c.asked_at, requests.c.asked_at <= pending.ago(HOUR))


class RequestStore(Store):
    """The requests of the last hour."""

    async def forget_old(self) -> None:
        """Delete requests that no longer count."""
        before = self._clock() - HOUR
        oldest = await self._database.read(lambda c: c.scalar(select(func.min(requests.c.asked_at))))
        if oldest is not None and oldest <= before:
            await self._database.write(lambda c: _forget_requests(c, before))


def require_few_games(connection: Connection, bounds: FairUseBounds, game: Game) -> None:
    """Raise LimitReached if this stored game is one too many for its players or its server."""
    seated = [seat.player_id for seat in game.seats if seat.player_id is not None]
    people = [player_id for player_id in seated if player_id not in TEAM_PLAYERS]
    # Of two games that begin at once, the second is counted after the first is stored.
    take_turns(
        connection,
        *((CountLock.GAMES_OF_PERSON, person) for person in people),
        (CountLock.GAMES_OF_SERVER, game.guild_id),
    )
    for person in people:
        if (connection.scalar(_OF_PERSON, {"player_id": person}) or 0) > bounds.games_person:
            raise LimitReached(Limit.GAMES, "person", bounds.games_person, person)
        if (connection.scalar(_UNPLAYED, {"player_id": person}) or 0) > bounds.unplayed_person:
            raise LimitReached(Limit.UNPLAYED, "person", bounds.unplayed_person, person)
    if seated and game.guild_id is not None:
        playing = connection.scalar(_OF_SERVER, {"guild_id": game.guild_id}) or 0
        if playing > bounds.games_server:
            raise LimitReached(Limit.GAMES, "server", bounds.games_server)


def count_request(
    connection: Connection,
    bounds: FairUseBounds,
    kind: RequestKind,
    person_id: int,
    guild_id: int | None,
    now: datetime,
) -> None:
    """Count a request; raises LimitReached if it is one too many within an hour."""
    _forget_requests(connection, now - HOUR)
    max_person, max_server = {
        Limit.CHALLENGES: (bounds.challenges_person, bounds.challenges_server),
        Limit.QUESTIONS: (bounds.questions_person, bounds.questions_server),
        # A server has one test at a time.
        Limit.STRENGTH_TESTS: (bounds.strength_tests_person, None),
    }[kind]
    ensure_players(connection, [person_id])
    take_turns(connection, (CountLock.GAMES_OF_PERSON, person_id), (CountLock.GAMES_OF_SERVER, guild_id))
    this = requests.c.kind == kind
    again_at = _again_at(connection, [this, requests.c.player_id == person_id], max_person, now)
    if again_at is not None:
        raise LimitReached(kind, "person", max_person, person_id, again_at)
    if guild_id is not None and max_server is not None:
        again_at = _again_at(connection, [this, requests.c.guild_id == guild_id], max_server, now)
        if again_at is not None:
            raise LimitReached(kind, "server", max_server, again_at=again_at)
    connection.execute(
        insert(requests).values(kind=kind, player_id=person_id, guild_id=guild_id, asked_at=now)
    )


def _forget_requests(connection: Connection, until: datetime) -> None:
    connection.execute(delete(requests).where(requests.c.asked_at <= until))


def _again_at(
    connection: Connection, which: Sequence[ColumnElement[bool]], maximum: int, now: datetime
) -> datetime | None:
    """Return when the next request is possible, None if it is possible now."""
    asked = requests.c.asked_at
    last = connection.scalar(
        select(asked).where(*which, asked > now - HOUR).order_by(asked.desc()).offset(maximum - 1).limit(1)
    )
    return None if last is None else last + HOUR


def await_self_play_turn(
    connection: Connection, people: Sequence[int], channel_id: int, guild_id: int | None
) -> None:
    """Wait for the turn to count self-playing games: of two that begin at once, the second counts the
    first."""
    take_turns(
        connection,
        *((CountLock.SELF_PLAY_OF_PERSON, person) for person in people),
        (CountLock.SELF_PLAY_OF_CHANNEL, channel_id),
        (CountLock.SELF_PLAY_OF_SERVER, guild_id),
    )


def require_self_play_room(
    connection: Connection,
    bounds: SelfPlayBounds,
    people: Sequence[int],
    channel_id: int,
    guild_id: int | None,
) -> None:
    """Raise LimitReached if there is no room for one more self-playing game of these people here."""
    await_self_play_turn(connection, people, channel_id, guild_id)
    playing = connection.execute(select(games).where(text(SELF_PLAY))).mappings().all()
    for person in people:
        if sum(person in _people(row) for row in playing) >= bounds.person:
            raise LimitReached(Limit.SELF_PLAY, "person", bounds.person, person)
    if sum(row["channel_id"] == channel_id for row in playing) >= bounds.channel:
        raise LimitReached(Limit.SELF_PLAY, "channel", bounds.channel)
    if guild_id is not None and sum(row["guild_id"] == guild_id for row in playing) >= bounds.server:
        raise LimitReached(Limit.SELF_PLAY, "server", bounds.server)


def _people(row: RowMapping) -> set[int]:
    """Return the people in a game, or its challenger if there are none."""
    seated = {row["first_player_id"], row["second_player_id"]} - {None}
    return seated or {row["challenger_id"]}
