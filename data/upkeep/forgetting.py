"""Deleting what is stored of somebody, in one transaction.

Those they played keep their games, in which nobody is named any more; games that go on end. Somebody who
comes back later is a new person.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import delete, or_, select, update

from data.db.locks import hold_players
from data.db.share import EVERYTHING, Share
from data.games import game_changes, offers
from data.games.games import delete_games, find
from data.games.records import Game, GameState, Outcome
from data.jobs.imports import imported_by
from data.people.personal import DELETED_NAME, DELETED_PLAYER, Fate, described, of_person
from data.people.players import dialect_insert
from data.people.preferences import Owner
from data.ratings import ratings
from data.tables import games, outdated_names, players, reviews

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.database import Clock, Database
    from data.games.changes import GameChanges
    from data.games.records import ClosedAs
    from data.people.players import People
    from data.people.preferences import Preferences

Leaving = Callable[[Game, int], Outcome]
"""How a game ends that goes on when the person on a side leaves for good."""

MOST_FAILURES = 20
"""A message that could not be changed so many times stays as it is."""

_NAMED = (games.c.challenger_id, games.c.opponent_id, games.c.first_player_id, games.c.second_player_id)


class Forgetting:
    """Deletes what is stored of people."""

    def __init__(
        self, database: Database, people: People, preferences: Preferences, changes: GameChanges, clock: Clock
    ) -> None:
        self._database = database
        self._preferences = preferences
        self._changes = changes
        self._people = people
        self._clock = clock

    async def forget(self, player_id: int, leaving: Leaving) -> tuple[int, ...]:
        """Delete everything about somebody, and end their games as `leaving` says; returns which those are.

        Other games whose boards or reviews still show their name are listed for `outdated`.
        """
        now = self._clock()
        ended = await self._database.write(lambda c: forget(c, player_id, leaving, now))
        for game in await self._database.read(lambda c: [find(c, game_id) for game_id in ended]):
            if game is not None:
                self._changes.note(game)
        self._people.forget(player_id)
        self._preferences.forget(Owner("person", player_id))
        return ended

    async def knows(self, player_id: int) -> bool:
        """Whether anything is stored about somebody."""
        return await self._database.read(lambda c: knows(c, player_id))

    async def outdated(self, limit: int) -> tuple[int, ...]:
        """Games whose messages still name somebody who has deleted their data: those that failed least often
        first, the newest of them before the others."""
        share = self._database.share
        return await self._database.read(lambda c: outdated(c, limit, share))

    async def note_updated(self, game_id: int) -> None:
        """The messages of a game name them no longer, or never can be changed."""
        await self._database.write(lambda c: note_updated(c, game_id))

    async def note_failed(self, game_id: int) -> None:
        """A message of a game could not be changed now; after MOST_FAILURES it is left as it is."""
        await self._database.write(lambda c: note_failed(c, game_id))


def knows(connection: Connection, player_id: int) -> bool:
    """Whether a row of any table names somebody."""
    return any(
        connection.execute(select(1).where(of_person(table, kept, column, player_id)).limit(1)).first()
        for table, kept in described()
        for column in kept.people
    )


def outdated(connection: Connection, limit: int, share: Share = EVERYTHING) -> tuple[int, ...]:
    """Games whose messages still name somebody who has deleted their data."""
    order = (outdated_names.c.failures, outdated_names.c.game_id.desc())
    here = share.of_games(select(outdated_names.c.game_id), outdated_names.c.game_id)
    return tuple(connection.scalars(here.order_by(*order).limit(limit)))


def note_updated(connection: Connection, game_id: int) -> None:
    """There is nothing more to do about the messages of a game."""
    connection.execute(delete(outdated_names).where(outdated_names.c.game_id == game_id))


def note_failed(connection: Connection, game_id: int) -> None:
    """Count a failure."""
    failures = outdated_names.c.failures
    this = outdated_names.c.game_id == game_id
    connection.execute(update(outdated_names).where(this).values(failures=failures + 1))
    connection.execute(delete(outdated_names).where(this, failures >= MOST_FAILURES))


def forget(connection: Connection, player_id: int, leaving: Leaving, now: datetime) -> tuple[int, ...]:
    """Delete everything about somebody; returns the games that ended with it."""
    connection.execute(
        dialect_insert(connection, players)
        .values(id=DELETED_PLAYER, name=DELETED_NAME)
        .on_conflict_do_nothing(index_elements=[players.c.id])
    )
    hold_players(connection, [player_id], deleting=True)
    ended = _end_games(connection, player_id, leaving, now)
    # Nobody here has played those that they have imported.
    delete_games(connection, imported_by(connection, player_id))
    shown = select(games.c.id).where(
        or_(*(column == player_id for column in _NAMED)),
        or_(games.c.message_id.is_not(None), games.c.id.in_(select(reviews.c.game_id))),
        games.c.id.not_in(ended),
    )
    connection.execute(
        dialect_insert(connection, outdated_names).from_select(["game_id"], shown).on_conflict_do_nothing()
    )
    for table, kept in described():
        for column, fate in kept.people.items():
            theirs = of_person(table, kept, column, player_id)
            if fate is Fate.GOES:
                connection.execute(delete(table).where(theirs))
            else:
                connection.execute(update(table).where(theirs).values({column: DELETED_PLAYER}))
    return ended


def _end_games(connection: Connection, player_id: int, leaving: Leaving, now: datetime) -> tuple[int, ...]:
    """End what goes on with somebody: their games, and offers by or to them."""
    open_ = games.c.state.in_((GameState.OFFERED, GameState.PLAYING))
    found = connection.scalars(
        select(games.c.id).where(open_, or_(*(column == player_id for column in _NAMED))).order_by(games.c.id)
    )
    ended = []
    for game_id in found.all():
        game = find(connection, game_id)
        assert game is not None
        if _end(connection, game, player_id, leaving, now):
            ended.append(game_id)
    return tuple(ended)


def _end(connection: Connection, game: Game, player_id: int, leaving: Leaving, now: datetime) -> bool:
    if game.state is GameState.OFFERED:
        closed_as: ClosedAs = "withdrawn" if game.challenger_id == player_id else "declined"
        offers.close(connection, game, closed_as, now)
        return True
    side = next((side for side, seat in enumerate(game.seats) if seat.player_id == player_id), None)
    if side is None:
        # Computers play it, and others may be watching.
        return False
    outcome = leaving(game, side)
    ended = game_changes.advance(connection, game, (), outcome, now)
    ratings.conclude(connection, ended, outcome, None, now)
    return True
