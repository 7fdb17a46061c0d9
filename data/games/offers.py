"""Offers: games that wait for somebody to play them.

The functions below run inside a transaction that the caller holds.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from data.games.clock import GameClock
from data.games.clocks import clock_columns
from data.games.game_changes import change, changed, seat_columns, timed, unrated_columns
from data.games.games import offers_before, rated_between
from data.games.limits import FairUseBounds, require_few_games
from data.games.records import ClosedAs, Game, GameState, Seat, SideChoice, require_state
from data.games.unrated import Unrated, WhyUnrated
from data.people.players import ensure_players
from data.tables.column_types import require_storable

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.database import Clock, Database
    from data.games.game_writer import GameWriter
    from data.games.time_control import TimeControl

DAY = timedelta(days=1)


class Offers:
    """The offers: made with `Storage.create_game`, they become games, or are closed without one."""

    def __init__(self, database: Database, writer: GameWriter, bounds: FairUseBounds, clock: Clock) -> None:
        self._database = database
        self._writer = writer
        self._bounds = bounds
        self._clock = clock

    async def accept(
        self, game: Game, opponent_id: int, seats: tuple[Seat, Seat], *, most_rated: int | None = None
    ) -> Game:
        """Start an offered game, unrated when these two have begun `most_rated` rated ones within a day.

        Raises GameChanged when the offer is not as in `game`, LimitReached, and ValueError when a seat is
        open.
        """
        require_state(game, GameState.OFFERED)
        if any(seat.is_open for seat in seats):
            raise ValueError("a game starts with both seats filled")
        now = self._clock()
        return await self._writer.store(
            lambda c: accept(c, game, opponent_id, seats, most_rated, self._bounds, now)
        )

    async def begin_with_computer(
        self, game: Game, seats: tuple[Seat, Seat], why_unrated: WhyUnrated | None
    ) -> Game:
        """Start an offered game of its challenger against a computer player. Raises errors like `accept`."""
        require_state(game, GameState.OFFERED)
        if any(seat.is_open for seat in seats):
            raise ValueError("a game starts with both seats filled")
        for seat in seats:
            require_storable(seat.computer)
        now = self._clock()
        return await self._writer.store(
            lambda c: begin_with_computer(c, game, seats, why_unrated, self._bounds, now)
        )

    async def invite(self, game: Game, opponent_id: int) -> Game:
        """Make an offer to anybody one to a single person. Raises GameChanged when the offer is not as in
        `game`."""
        require_state(game, GameState.OFFERED)
        now = self._clock()
        return await self._database.write(lambda c: invite(c, game, opponent_id, now))

    async def change_terms(
        self,
        game: Game,
        side: SideChoice,
        options: str,
        time: TimeControl | None,
        why_unrated: WhyUnrated | None,
        turn: int = 0,
    ) -> Game:
        """Give an offer other sides, another board (on which side `turn` moves first) or time. Raises errors
        like `invite`."""
        require_state(game, GameState.OFFERED)
        return await self._database.write(
            lambda c: change_terms(c, game, side, options, time, why_unrated, turn)
        )

    async def close(self, game: Game, closed_as: ClosedAs) -> Game:
        """End an offer without a game. Raises GameChanged when the offer is not as in `game`."""
        require_state(game, GameState.OFFERED)
        now = self._clock()
        return await self._database.write(lambda c: close(c, game, closed_as, now))

    async def made_before(self, moment: datetime) -> tuple[Game, ...]:
        """Offers still open that were made before a time, oldest first; a page of them at most."""
        share = self._database.share
        return await self._database.read(lambda c: offers_before(c, moment, share))


def accept(
    connection: Connection,
    game: Game,
    opponent_id: int,
    seats: tuple[Seat, Seat],
    most_rated: int | None,
    bounds: FairUseBounds,
    now: datetime,
) -> Game:
    """Make an offer a game: OFFERED -> PLAYING. It is unrated when the two have begun `most_rated` rated
    games with each other within a day."""
    people = [opponent_id, *(seat.player_id for seat in seats)]
    ensure_players(connection, [person for person in people if person is not None])
    begun = {"state": GameState.PLAYING, "opponent_id": opponent_id, "started_at": now, "moved_at": now}
    pair = (game.challenger_id, opponent_id)
    unrated = game.unrated
    if game.rated and most_rated is not None and rated_between(connection, pair, now - DAY) >= most_rated:
        unrated = Unrated(WhyUnrated.OFTEN)
    after = timed(game, changed(game, unrated, **begun, seats=seats), now)
    columns = {**seat_columns(*seats), **unrated_columns(game, unrated), **clock_columns(after.clock)}
    change(connection, game, **begun, **columns)
    require_few_games(connection, bounds, after)
    return after


def begin_with_computer(
    connection: Connection,
    game: Game,
    seats: tuple[Seat, Seat],
    why_unrated: WhyUnrated | None,
    bounds: FairUseBounds,
    now: datetime,
) -> Game:
    """Make an offer a game of its challenger against a computer player: OFFERED -> PLAYING."""
    begun = {"state": GameState.PLAYING, "started_at": now, "moved_at": now}
    unrated = None if why_unrated is None else Unrated(why_unrated)
    after = timed(game, changed(game, unrated, **begun, seats=seats), now)
    columns = {**seat_columns(*seats), **unrated_columns(game, unrated), **clock_columns(after.clock)}
    change(connection, game, **begun, **columns)
    require_few_games(connection, bounds, after)
    return after


def invite(connection: Connection, game: Game, opponent_id: int, now: datetime) -> Game:
    """Make an offer to anybody one to a single person, who has as long to answer as after any other."""
    ensure_players(connection, [opponent_id])
    invited: dict[str, Any] = {"opponent_id": opponent_id, "moved_at": now}
    change(connection, game, **invited)
    return changed(game, **invited)


def change_terms(
    connection: Connection,
    game: Game,
    side: SideChoice,
    options: str,
    time: TimeControl | None,
    why_unrated: WhyUnrated | None,
    turn: int,
) -> Game:
    """Give an offer other sides, another board or time."""
    clock = None if time is None else GameClock.of(time)
    change(
        connection,
        game,
        colour=side,
        options=options,
        turn=turn,
        rated=why_unrated is None,
        unrated_why=why_unrated,
        time_control=None if time is None else str(time),
        **clock_columns(clock),
    )
    unrated = None if why_unrated is None else Unrated(why_unrated)
    offer = changed(game, side_choice=side, options=options, turn=turn, clock=clock)
    return replace(offer, rated=unrated is None, unrated=unrated)


def close(connection: Connection, game: Game, closed_as: ClosedAs, now: datetime) -> Game:
    """End an offer without a game: OFFERED -> CLOSED."""
    closed: dict[str, Any] = {"state": GameState.CLOSED, "closed_as": closed_as, "finished_at": now}
    change(connection, game, **closed)
    return changed(game, **closed)
