"""Deletion: all data of a person, in one transaction; old games; people long absent.

A deleted person's opponents keep their games, with a placeholder for the name; games in progress end. A
person who comes back later is new.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, or_, select, union_all, update

from data.db.store import Store, hold_players, reading, upsert, writing
from data.games.changes import GameChanges
from data.games.history import delete_games, find, require
from data.games.offers import close_offer
from data.games.records import Game, GameState, Outcome
from data.jobs.imports import imported_by
from data.people.personal import DELETED_NAME, DELETED_PLAYER, described, of_person
from data.people.players import PeopleStore
from data.people.preferences import Owner, PreferenceStore
from data.people.role_links import unlink
from data.people.web import withdraw_private_links
from data.ratings.ratings import end_game
from data.tables.messages import outdated_names
from data.tables.people import players
from data.tables.playing import games, vote_members
from data.tables.schema import Fate
from data.tables.standings import results, reviews
from data.tables.tournaments import tournaments
from data.tournaments.records import SIMUL

if TYPE_CHECKING:
    from datetime import datetime, timedelta

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending
    from data.db.store import Stores
    from data.games.records import ClosedAs

Leaving = Callable[[Game, int], Outcome]
"""Returns the outcome of a game in progress whose player on a side deletes their data."""

MAX_FAILURES = 20
"""Maximum tries to change a message."""

_NAMED = (games.c.challenger_id, games.c.opponent_id, games.c.first_player_id, games.c.second_player_id)


_SIMUL_OVER = (tournaments.c.form == SIMUL, tournaments.c.announced)


def outdated_messages(pending: Pending) -> ColumnElement[bool]:
    """True while messages name people who have deleted their data."""
    return pending.in_games(outdated_names.c.game_id)


def old_games(pending: Pending, age: timedelta) -> ColumnElement[bool]:
    """True while games or simultaneous exhibitions that ended longer ago than `age` wait to be deleted."""
    # Each state by its index, as in `RetentionStore.old_games`.
    return pending.once(
        *(
            pending.anywhere(
                games.c.id,
                games.c.state == state,
                games.c.moved_at < pending.ago(age),
                games.c.finished_at < pending.ago(age),
            )
            for state in (GameState.FINISHED, GameState.CLOSED)
        ),
        pending.anywhere(tournaments.c.id, *_SIMUL_OVER, tournaments.c.finished_at < pending.ago(age)),
    )


def absent_people(pending: Pending, age: timedelta) -> ColumnElement[bool]:
    """True while people who have not been there for `age` wait to be deleted."""
    return pending.once(
        *(
            pending.anywhere(players.c.id, players.c.id > DELETED_PLAYER, absent)
            for absent in (players.c.seen_at.is_(None), players.c.seen_at < pending.ago(age))
        )
    )


class ForgettingStore(Store):
    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._preferences = stores[PreferenceStore]
        self._changes = stores[GameChanges]
        self._people = stores[PeopleStore]

    async def forget(self, player_id: int, leaving: Leaving) -> tuple[int, ...]:
        """Delete all data of a person; returns their games in progress, which end as `leaving` says.

        Other games whose boards or reviews still show their name are listed by `outdated`.
        """
        now = self._clock()
        ended = await self._database.write(lambda c: _forget(c, player_id, leaving, now))
        for game in await self._database.read(lambda c: [find(c, game_id) for game_id in ended]):
            if game is not None:
                self._changes.tell(game)
        self._people.forget(player_id)
        self._preferences.forget(Owner("person", player_id))
        return ended

    @reading
    def knows(self, connection: Connection, player_id: int) -> bool:
        return any(
            connection.execute(select(1).where(of_person(table, kept, column, player_id)).limit(1)).first()
            for table, kept in described()
            for column in kept.people
        )

    @reading
    def outdated(self, connection: Connection, limit: int) -> tuple[int, ...]:
        """Return games whose messages still name a deleted person, by fewest failures, newest first."""
        order = (outdated_names.c.failures, outdated_names.c.game_id.desc())
        names = select(outdated_names.c.game_id)
        here = self._database.share.of_games(names, outdated_names.c.game_id)
        return tuple(connection.scalars(here.order_by(*order).limit(limit)))

    @writing
    def record_updated(self, connection: Connection, game_id: int) -> None:
        """Note that the messages of a game no longer name the person, or never can be changed."""
        connection.execute(delete(outdated_names).where(outdated_names.c.game_id == game_id))

    @writing
    def record_failure(self, connection: Connection, game_id: int) -> None:
        """Count a failed change of a game's message; after MAX_FAILURES it is given up."""
        failures = outdated_names.c.failures
        this = outdated_names.c.game_id == game_id
        connection.execute(update(outdated_names).where(this).values(failures=failures + 1))
        connection.execute(delete(outdated_names).where(this, failures >= MAX_FAILURES))


def _forget(connection: Connection, player_id: int, leaving: Leaving, now: datetime) -> tuple[int, ...]:
    connection.execute(
        upsert(connection, players)
        .values(id=DELETED_PLAYER, name=DELETED_NAME)
        .on_conflict_do_nothing(index_elements=[players.c.id])
    )
    hold_players(connection, [player_id], deleting=True)
    ended = _end_games(connection, player_id, leaving, now)
    # Imported games have no other players here.
    delete_games(connection, imported_by(connection, player_id))
    voted = select(vote_members.c.game_id).where(vote_members.c.player_id == player_id)
    shown = select(games.c.id).where(
        or_(*(column == player_id for column in _NAMED), games.c.id.in_(voted)),
        or_(games.c.message_id.is_not(None), games.c.id.in_(select(reviews.c.game_id))),
        games.c.id.not_in(ended),
    )
    connection.execute(
        upsert(connection, outdated_names).from_select(["game_id"], shown).on_conflict_do_nothing()
    )
    unlink(connection, player_id, now)
    withdraw_private_links(connection, player_id, now)
    _tell_apart(connection, player_id)
    for table, kept in described():
        for column, fate in kept.people.items():
            theirs = of_person(table, kept, column, player_id)
            if fate is Fate.GOES:
                connection.execute(delete(table).where(theirs))
            else:
                connection.execute(update(table).where(theirs).values({column: DELETED_PLAYER}))
    return ended


def _tell_apart(connection: Connection, player_id: int) -> None:
    """Mark the results of a person's opponents, so that they do not count as those against one opponent.

    The mark is the first game of the two, which says nothing about the person.
    """
    theirs = or_(games.c.first_player_id == player_id, games.c.second_player_id == player_id)
    first = func.min(results.c.game_id).over(partition_by=results.c.player_id)
    rows = connection.execute(
        select(results.c.game_id, results.c.player_id, first)
        .join(games, games.c.id == results.c.game_id)
        .where(theirs, results.c.player_id != player_id)
    ).all()
    marks = [{"in_game": game_id, "of": opponent_id, "mark": mark} for game_id, opponent_id, mark in rows]
    if marks:
        this = (results.c.game_id == bindparam("in_game"), results.c.player_id == bindparam("of"))
        connection.execute(update(results).where(*this).values(former_opponent=bindparam("mark")), marks)


def _end_games(connection: Connection, player_id: int, leaving: Leaving, now: datetime) -> tuple[int, ...]:
    """End a person's games and offers in progress; returns them."""
    open_ = games.c.state.in_((GameState.OFFERED, GameState.PLAYING))
    game_ids = connection.scalars(
        select(games.c.id).where(open_, or_(*(column == player_id for column in _NAMED))).order_by(games.c.id)
    )
    return tuple(
        game_id
        for game_id in game_ids.all()
        if _end(connection, require(connection, game_id), player_id, leaving, now)
    )


def _end(connection: Connection, game: Game, player_id: int, leaving: Leaving, now: datetime) -> bool:
    if game.state is GameState.OFFERED:
        closed_as: ClosedAs = "withdrawn" if game.challenger_id == player_id else "declined"
        close_offer(connection, game, closed_as, now)
        return True
    side = next((side for side, seat in enumerate(game.seats) if seat.player_id == player_id), None)
    if side is None:
        # An exhibition they started, which others may be watching.
        return False
    end_game(connection, game, leaving(game, side), now)
    return True


GAMES_AT_ONCE = 100
PEOPLE_AT_ONCE = 5
"""Maximum people at a time: each takes a scan of all games."""

_UNNOTED = (players.c.seen_at.is_(None), players.c.id > DELETED_PLAYER)


class RetentionStore(Store):
    """Finds and deletes what is older than a host wants to keep."""

    @reading
    def old_games(self, connection: Connection, before: datetime) -> tuple[int, ...]:
        """Return games that ended before a time; at most GAMES_AT_ONCE."""
        # By the last move, for which there is an index; a game ends with it or later.
        over = union_all(
            *(
                select(games.c.id, games.c.finished_at).where(
                    games.c.state == state, games.c.moved_at < before, games.c.finished_at < before
                )
                for state in (GameState.FINISHED, GameState.CLOSED)
            )
        ).subquery()
        return tuple(connection.scalars(select(over.c.id).limit(GAMES_AT_ONCE)))

    @writing
    def delete_games(self, connection: Connection, game_ids: tuple[int, ...]) -> None:
        """Delete games with moves and results but not ratings. Their points must be added up before."""
        delete_games(connection, game_ids)

    @writing
    def delete_simuls(self, connection: Connection, before: datetime) -> None:
        """Delete the simultaneous exhibitions that ended before a time."""
        connection.execute(delete(tournaments).where(*_SIMUL_OVER, tournaments.c.finished_at < before))

    async def absent_since(self, moment: datetime) -> tuple[int, ...]:
        """Return some people who were last active before a moment, longest absent first.

        People without a noted activity count as active now.
        """
        now = self._clock()
        unnoted = select(players.c.id).where(*_UNNOTED).limit(1)
        if await self._database.read(lambda c: c.scalar(unnoted)) is not None:
            seen = update(players).where(*_UNNOTED).values(seen_at=now)
            await self._database.write(lambda c: c.execute(seen) and None)
        absent = (
            select(players.c.id)
            .where(players.c.seen_at < moment, players.c.id > DELETED_PLAYER)
            .order_by(players.c.seen_at, players.c.id)
            .limit(PEOPLE_AT_ONCE)
        )
        return await self._database.read(lambda c: tuple(c.scalars(absent)))
