"""The storage of the bot: its games, and where all other stores are found."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from cachetools import LRUCache
from sqlalchemy import func, or_, select, text

from data.db.errors import StorageError, parse_url
from data.db.leases import LeaseStore
from data.db.migrate import migrate, open_database
from data.db.store import Store, Stores, reading, utc_now
from data.games import changes, limits
from data.games import history as queries
from data.games.changes import GameChanges, GameWriter
from data.games.conditional import Respond, follow
from data.games.limits import FairUseBounds, SelfPlayBounds
from data.games.records import Game, GameState, Outcome, require_state
from data.games.waiting import WaitingStore
from data.ratings import ratings
from data.tables.playing import PLAYING, games

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, TextClause

    from data.db.database import Clock, Database
    from data.db.share import Share
    from data.games.records import NewGame, NewMove
    from data.ratings.ratings import RatingChange

SELF_PLAY_BOUNDS = SelfPlayBounds()
FAIR_USE_BOUNDS = FairUseBounds()

CACHE_SIZE = 1000
"""Maximum games in the cache, which saves reading the moves of a version that was seen before."""


class Storage(Stores, Store):
    """The games in a database, and the stores for all else: `storage[PuzzleStore]`.

    All methods, here and in the stores, may be called concurrently. Their changes are committed when they
    return. They raise `StorageError` if the database cannot be used, and `GameNotFound` for the id of a
    missing game.
    """

    def __init__(
        self, database: Database, clock: Clock, self_play: SelfPlayBounds, fair_use: FairUseBounds
    ) -> None:
        Stores.__init__(self, database, clock, self_play, fair_use)
        Store.__init__(self, self)
        # Features that need nothing else are built from the storage, too.
        self[Storage] = self
        self._self_play = self_play
        self._fair_use = fair_use
        self._games: LRUCache[int, Game] = LRUCache(CACHE_SIZE)
        self._just_stored: LRUCache[int, Game] = LRUCache(CACHE_SIZE)
        self._writer = self[GameWriter]
        self[GameChanges].listen(lambda game: self._just_stored.pop(game.id, None))

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        clock: Clock = utc_now,
        self_play: SelfPlayBounds = SELF_PLAY_BOUNDS,
        fair_use: FairUseBounds = FAIR_USE_BOUNDS,
    ) -> Self:
        """Open the database at `url`, like `sqlite:///flipfour.db`, creating or updating it first.

        An SQLite file is copied to the folder `backups` next to it before an update. `clock` returns the time
        to store, aware. Raises StorageError if the place cannot be used, or has another version's tables.
        """
        address = parse_url(url)
        await migrate(address)
        return cls(await open_database(address), clock, self_play, fair_use)

    @property
    def share(self) -> Share:
        """The servers of this process: all, unless it has a lease (`LeaseStore`) on some."""
        return self._database.share

    def intend(self, share: Share) -> None:
        """Serve these servers once their lease is taken; nothing can be stored before."""
        self[LeaseStore].intend(share)

    async def close(self) -> None:
        """Finish transactions in progress, return the lease, if any, and close the connections."""
        if not self._database.closed:
            # The next start finds what cannot be stored now.
            with suppress(StorageError):
                await self[WaitingStore].write_shown()
            with suppress(StorageError):
                await self[LeaseStore].release()
        await self._database.close()

    async def create_game(self, new: NewGame) -> Game:
        """Store a new game or offer; one with `rematch_of` is the only rematch of that game.

        Raises GameChanged with the rematch that there is already, ComputerMatchThere for a second exhibition
        in a channel, and LimitReached for too many games in progress or too many offers within an hour.
        """
        now = self._clock()
        return await self._writer.store(
            lambda c: changes.create(c, new, self._self_play, self._fair_use, now)
        )

    async def game(self, game_id: int) -> Game | None:
        """Return the game with this id, or None."""
        known = self._games.get(game_id)
        game = await self._database.read(lambda c: queries.find(c, game_id, known))
        if game is not None:
            self._games[game_id] = game
        return game

    def cached(self, game_id: int) -> Game | None:
        """Return the game as last read or stored here, or None.

        If it has changed since, a change based on it is rejected by its version.
        """
        return self._games.get(game_id)

    async def latest(self, game_id: int) -> Game | None:
        """Return the game with this id, or None; one that was just stored here is not read again, once."""
        return self._just_stored.pop(game_id, None) or await self.game(game_id)

    @reading
    def rating_changes(self, connection: Connection, game_id: int) -> tuple[RatingChange, ...]:
        """Return the rating changes by a finished game; empty if it was not rated."""
        return ratings.changes_of(connection, game_id)

    async def add_moves(
        self,
        game: Game,
        moves: Sequence[NewMove],
        outcome: Outcome | None = None,
        *,
        computer_rating: int | None = None,
        respond: Respond | None = None,
    ) -> Game:
        """Add moves to a game and, with `outcome`, end it, in one transaction; returns the game.

        Conditional moves that answer them are found by `respond`. Without `computer_rating`, a game against
        the computer is not rated. Raises GameChanged if the stored game has another version than `game`,
        TimeUp if the side has no time left, and ValueError without moves or for a game that is not in
        progress.
        """
        if not moves:
            raise ValueError("no moves to store")
        return await self._advance(game, moves, outcome, computer_rating, respond=respond)

    async def finish(
        self, game: Game, outcome: Outcome, *, computer_rating: int | None = None, answers: int | None = None
    ) -> Game:
        """End a game without a move: resigned, drawn, out of time, or called off.

        Raises errors like `add_moves`.
        """
        return await self._advance(game, (), outcome, computer_rating, answers)

    # A change that was agreed to names the question it `answers`, which is deleted in the same transaction.
    # It raises QuestionGone if the question is no longer open.

    async def swap_seats(self, game: Game, *, answers: int | None = None) -> Game:
        """Swap the seats of the two people. Raises errors like `add_moves`."""
        require_state(game, GameState.PLAYING)
        now = self._clock()
        return await self._writer.store(lambda c: changes.swap_seats(c, game, now), answers)

    async def pause(self, game: Game) -> Game:
        """Pause a game and its clock. Raises errors like `add_moves`."""
        return await self._change(game, paused_at=self._clock())

    async def resume(self, game: Game) -> Game:
        """Resume a paused game. Raises errors like `add_moves`."""
        return await self._change(game, paused_at=None)

    async def adjourn(self, game: Game, *, quietly: bool = False, answers: int | None = None) -> Game:
        """Put a game aside: it leaves all lists, its clock stops, and no work is pending until it is taken
        up.

        `quietly`, its message is not updated. Raises errors like `add_moves`.
        """
        return await self._change(game, answers, quietly=quietly, adjourned_at=self._clock())

    async def take_up(self, game: Game) -> Game:
        """Resume a game that was put aside, with the turn beginning now.

        Raises errors like `add_moves`, and LimitReached.
        """
        require_state(game, GameState.PLAYING)
        now = self._clock()

        def work(connection: Connection) -> Game:
            after = changes.change(connection, game, now, adjourned_at=None, paused_at=None, moved_at=now)
            limits.require_few_games(connection, self._fair_use, after)
            return after

        return await self._writer.store(work)

    async def record_warned(self, game: Game) -> Game:
        """Note that the side to move was reminded of its time. Raises errors like `add_moves`."""
        assert game.clock is not None
        warned = replace(game.clock, warned=True)
        return await self._writer.store(lambda c: changes.change(c, game, clock=warned))

    @reading
    def playing_games(
        self,
        connection: Connection,
        game: str | None = None,
        channel_id: int | None = None,
        player_id: int | None = None,
    ) -> tuple[Game, ...]:
        """Return the games in progress, latest activity first: all, or of one kind, channel or player."""
        wanted: list[ColumnElement[bool] | TextClause] = [text(PLAYING)]
        if game is not None:
            wanted.append(games.c.game == game)
        if channel_id is not None:
            wanted.append(games.c.channel_id == channel_id)
        if player_id is not None:
            wanted.append(or_(games.c.first_player_id == player_id, games.c.second_player_id == player_id))
        latest = (games.c.moved_at.desc(), games.c.id.desc())
        return queries.read_games(connection, queries.GAME.where(*wanted).order_by(*latest))

    @reading
    def typical_games(self, connection: Connection, limit: int) -> tuple[int, ...]:
        """Return a game in progress of this process of each kind, board and server, those with most games
        first."""
        here = self.share.within(select(func.max(games.c.id)).where(text(PLAYING)), games.c.guild_id)
        alike = here.group_by(games.c.game, games.c.options, games.c.guild_id)
        most = alike.order_by(func.count().desc(), func.max(games.c.id))
        return tuple(connection.scalars(most.limit(limit)))

    @reading
    def shown_by(self, connection: Connection, message_id: int) -> int | None:
        """Return the id of the game that a message shows."""
        return connection.scalar(select(games.c.id).where(games.c.message_id == message_id))

    async def _change(
        self, game: Game, answers: int | None = None, *, quietly: bool = False, **fields: Any
    ) -> Game:
        require_state(game, GameState.PLAYING)
        now = self._clock()
        return await self._writer.store(
            lambda c: changes.change(c, game, now, quietly=quietly, **fields), answers
        )

    async def _advance(
        self,
        game: Game,
        moves: Sequence[NewMove],
        outcome: Outcome | None,
        computer_rating: int | None,
        answers: int | None = None,
        respond: Respond | None = None,
    ) -> Game:
        require_state(game, GameState.PLAYING)
        now = self._clock()

        def work(connection: Connection) -> Game:
            stored, end = changes.advance(connection, game, moves, outcome, now), outcome
            if end is None and respond is not None:
                stored, end = follow(connection, stored, respond, now)
            if end is not None:
                ratings.conclude(connection, stored, end, computer_rating, now)
            # The message that shows it may have changed without a new version.
            return queries.find(connection, stored.id, stored) or stored

        stored = await self._writer.store(work, answers)
        known = self._games.get(stored.id)
        if known is None or known.version < stored.version:
            self._games[stored.id] = self._just_stored[stored.id] = stored
        return stored
