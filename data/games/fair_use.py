"""How much one person, and one server, can have and ask for: inside a transaction of the caller.

What goes on is counted in the games themselves. What was asked for within the last hour has rows of its own,
so that a restart forgives nothing; they go when the hour is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, insert, select, text, union_all

from data.db.locks import Turn, take_turns
from data.games.errors import TooManyGames, TooManyRequests
from data.people.players import ensure_players
from data.tables import PLAYING, games, requests

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.database import Clock, Database
    from data.games.records import Game

HOUR = timedelta(hours=1)


class Request(StrEnum):
    """What people ask others for."""

    CHALLENGE = "challenge"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class FairUseBounds:
    """So many games go on at once, and so many challenges and questions are asked within an hour: of one
    person, and in one server."""

    games_person: int = 50
    games_server: int = 1000
    challenges_person: int = 20
    challenges_server: int = 200
    questions_person: int = 30
    questions_server: int = 300

    def of(self, request: Request) -> tuple[int, int]:
        """The bounds of a person and of a server."""
        if request is Request.CHALLENGE:
            return self.challenges_person, self.challenges_server
        return self.questions_person, self.questions_server


# A query for each side, since each has an index.
_OF_PERSON = select(func.count()).select_from(
    union_all(
        *(
            select(games.c.id).where(text(PLAYING), seat == bindparam("player_id"))
            for seat in (games.c.first_player_id, games.c.second_player_id)
        )
    ).subquery()
)
_OF_SERVER = (
    select(func.count()).select_from(games).where(text(PLAYING), games.c.guild_id == bindparam("guild_id"))
)


class FairUse:
    """What was asked for lately."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def forget_old(self) -> None:
        """Forget what counts no longer."""
        before = self._clock() - HOUR
        oldest = await self._database.read(lambda c: c.scalar(select(func.min(requests.c.asked_at))))
        if oldest is not None and oldest <= before:
            await self._database.write(lambda c: forget_before(c, before))


def require_few_games(connection: Connection, bounds: FairUseBounds, game: Game) -> None:
    """Raise TooManyGames, and so undo what the transaction has done, when this game is one too many of its
    people's, or of its server's."""
    people = [seat.player_id for seat in game.seats if seat.player_id is not None]
    # Where two begin at once, the second counts when the first is stored.
    take_turns(
        connection,
        *((Turn.GAMES_OF_PERSON, person) for person in people),
        (Turn.GAMES_OF_SERVER, game.guild_id),
    )
    for person in people:
        if (connection.scalar(_OF_PERSON, {"player_id": person}) or 0) > bounds.games_person:
            raise TooManyGames("person", bounds.games_person, person)
    if people and game.guild_id is not None:
        going = connection.scalar(_OF_SERVER, {"guild_id": game.guild_id}) or 0
        if going > bounds.games_server:
            raise TooManyGames("server", bounds.games_server)


def note_request(
    connection: Connection,
    bounds: FairUseBounds,
    request: Request,
    person_id: int,
    guild_id: int | None,
    now: datetime,
) -> None:
    """Count something that somebody asks for; raises TooManyRequests when that is too much for an hour."""
    forget_before(connection, now - HOUR)
    most_person, most_server = bounds.of(request)
    ensure_players(connection, [person_id])
    take_turns(connection, (Turn.GAMES_OF_PERSON, person_id), (Turn.GAMES_OF_SERVER, guild_id))
    this = requests.c.kind == request
    again_at = _again_at(connection, [this, requests.c.player_id == person_id], most_person, now)
    if again_at is not None:
        raise TooManyRequests(request, "person", most_person, again_at)
    if guild_id is not None:
        again_at = _again_at(connection, [this, requests.c.guild_id == guild_id], most_server, now)
        if again_at is not None:
            raise TooManyRequests(request, "server", most_server, again_at)
    connection.execute(
        insert(requests).values(kind=request, player_id=person_id, guild_id=guild_id, asked_at=now)
    )


def forget_before(connection: Connection, moment: datetime) -> None:
    """Forget what was asked for until a moment."""
    connection.execute(delete(requests).where(requests.c.asked_at <= moment))


def _again_at(
    connection: Connection, which: Sequence[ColumnElement[bool]], most: int, now: datetime
) -> datetime | None:
    """When there is room for one more again; None when there is now."""
    asked = requests.c.asked_at
    last = connection.scalar(
        select(asked).where(*which, asked > now - HOUR).order_by(asked.desc()).offset(most - 1).limit(1)
    )
    return None if last is None else last + HOUR
