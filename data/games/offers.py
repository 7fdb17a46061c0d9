"""Offers: games that wait for an opponent."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from data.db.store import PAGE, Store, reading, writing
from data.games.changes import GameWriter, change
from data.games.history import GAME, rated_between, read_games
from data.games.limits import FairUseBounds, require_few_games
from data.games.records import ClosedAs, Game, GameState, Seat, SideChoice, Unrated, WhyUnrated, require_state
from data.games.time_control import GameClock
from data.people.players import ensure_players
from data.tables.playing import games
from data.tables.schema import require_storable

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending
    from data.db.store import Stores
    from data.games.time_control import TimeControl

DAY = timedelta(days=1)


def expired_offers(pending: Pending, age: timedelta) -> ColumnElement[bool]:
    """True while offers older than `age` wait to be closed."""
    old = games.c.moved_at < pending.ago(age)
    return pending.here(games.c.guild_id, games.c.state == GameState.OFFERED, old)


class OfferStore(Store):
    """The offers: created by `Storage.create_game`, they become games or are closed without one."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._writer = stores[GameWriter]
        self._bounds = stores[FairUseBounds]

    async def accept(
        self, game: Game, opponent_id: int, seats: tuple[Seat, Seat], *, max_rated: int | None = None
    ) -> Game:
        """Start an offered game, unrated if these two have begun `max_rated` rated ones within a day.

        Raises GameChanged if the offer is not as in `game`, LimitReached, and ValueError for an open seat.
        """
        _require_offer(game, seats)
        now = self._clock()

        def accept(connection: Connection) -> Game:
            people = [opponent_id, *(seat.player_id for seat in seats)]
            ensure_players(connection, [person for person in people if person is not None])
            unrated, pair = game.unrated, (game.challenger_id, opponent_id)
            if game.rated and max_rated is not None:
                begun = rated_between(connection, pair, now - DAY)
                unrated = Unrated(WhyUnrated.OFTEN) if begun >= max_rated else unrated
            return self._start(connection, game, seats, unrated, now, opponent_id=opponent_id)

        return await self._writer.store(accept)

    async def begin_with_computer(
        self, game: Game, seats: tuple[Seat, Seat], why_unrated: WhyUnrated | None
    ) -> Game:
        """Start an offered game of its challenger against a computer player. Raises errors like `accept`."""
        _require_offer(game, seats)
        for seat in seats:
            require_storable(seat.computer)
        unrated, now = _unrated(why_unrated), self._clock()
        return await self._writer.store(lambda c: self._start(c, game, seats, unrated, now))

    def _start(
        self,
        connection: Connection,
        game: Game,
        seats: tuple[Seat, Seat],
        unrated: Unrated | None,
        now: datetime,
        **opponent: int,
    ) -> Game:
        begun: dict[str, Any] = {"state": GameState.PLAYING, "started_at": now, "moved_at": now, **opponent}
        game = change(connection, game, now, unrated, seats=seats, **begun)
        require_few_games(connection, self._bounds, game)
        return game

    @writing
    def invite(self, connection: Connection, game: Game, opponent_id: int) -> Game:
        """Turn an open offer into one for a single person, with the full time to answer.

        Raises GameChanged if the offer is not as in `game`.
        """
        require_state(game, GameState.OFFERED)
        ensure_players(connection, [opponent_id])
        return change(connection, game, opponent_id=opponent_id, moved_at=self._clock())

    @writing
    def change_terms(
        self,
        connection: Connection,
        game: Game,
        side: SideChoice,
        options: str,
        time: TimeControl | None,
        why_unrated: WhyUnrated | None,
        turn: int = 0,
    ) -> Game:
        """Give an offer other sides, another board (on which side `turn` moves first) or time control.

        Raises errors like `invite`.
        """
        require_state(game, GameState.OFFERED)
        return change(
            connection,
            game,
            side_choice=side,
            options=options,
            turn=turn,
            rated=why_unrated is None,
            unrated=_unrated(why_unrated),
            clock=None if time is None else GameClock.of(time),
        )

    @writing
    def close(self, connection: Connection, game: Game, closed_as: ClosedAs) -> Game:
        """End an offer without a game. Raises GameChanged if the offer is not as in `game`."""
        require_state(game, GameState.OFFERED)
        return close_offer(connection, game, closed_as, self._clock())

    @reading
    def made_before(self, connection: Connection, moment: datetime) -> tuple[Game, ...]:
        """Return open offers from before a time, oldest first; at most a page."""
        # `moved_at` of an offer is when it was made, and has an index.
        old = GAME.where(games.c.state == GameState.OFFERED, games.c.moved_at < moment)
        here = self._database.share.within(old, games.c.guild_id)
        return read_games(connection, here.order_by(games.c.moved_at, games.c.id).limit(PAGE))


def close_offer(connection: Connection, game: Game, closed_as: ClosedAs, now: datetime) -> Game:
    return change(connection, game, state=GameState.CLOSED, closed_as=closed_as, finished_at=now)


def _require_offer(game: Game, seats: tuple[Seat, Seat]) -> None:
    require_state(game, GameState.OFFERED)
    if any(seat.is_open for seat in seats):
        raise ValueError("a game starts with both seats filled")


def _unrated(why: WhyUnrated | None) -> Unrated | None:
    return None if why is None else Unrated(why)
