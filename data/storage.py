"""The storage of the bot: its games, and where all other stores are found."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from cachetools import LRUCache

from data.db.errors import StorageError, parse_url
from data.db.leases import LeaseStore
from data.db.migrate import migrate, open_database
from data.db.store import Store, Stores, reading, utc_now
from data.games import changes, limits, my_games
from data.games import history as queries
from data.games.changes import GameChanges, GameWriter
from data.games.conditional import Respond, follow
from data.games.limits import FairUseBounds, SelfPlayBounds
from data.games.my_games import GameChoice
from data.games.records import Game, GameState, Outcome, require_state
from data.games.waiting import WaitingStore
from data.ratings import ratings

if TYPE_CHECKING:
    from sqlalchemy import Connection

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
        """Store a new game or offer; one with `rematch_of` is stored as by `create_rematch`.

        Raises ComputerMatchThere for a second exhibition in a channel, and LimitReached for too many games in
        progress or too many offers within an hour.
        """
        if new.rematch_of is not None:
            return await self.create_rematch(new.rematch_of, new)
        now = self._clock()
        return await self._writer.store(
            lambda c: changes.create(c, new, self._self_play, self._fair_use, now)
        )

    async def create_rematch(self, game_id: int, new: NewGame) -> Game:
        """Store `new` as the only rematch of a game; a second call raises GameChanged with that rematch."""
        now = self._clock()
        return await self._writer.store(
            lambda c: changes.create_rematch(c, game_id, new, self._self_play, self._fair_use, now)
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
        self,
        game: Game,
        outcome: Outcome,
        *,
        computer_rating: int | None = None,
        answers: int | None = None,
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
        return await self._set_paused(game, True)

    async def resume(self, game: Game) -> Game:
        """Resume a paused game. Raises errors like `add_moves`."""
        return await self._set_paused(game, False)

    async def adjourn(self, game: Game, *, quietly: bool = False, answers: int | None = None) -> Game:
        """Put a game aside: it leaves all lists, its clock stops, and no work is pending until it is taken
        up.

        `quietly`, its message is not updated. Raises errors like `add_moves`.
        """
        require_state(game, GameState.PLAYING)
        now = self._clock()
        return await self._writer.store(lambda c: changes.adjourn(c, game, quietly, now), answers)

    async def take_up(self, game: Game) -> Game:
        """Resume a game that was put aside. Raises errors like `add_moves`, and LimitReached."""
        require_state(game, GameState.PLAYING)
        now = self._clock()
        return await self._writer.store(lambda c: changes.take_up(c, game, self._fair_use, now))

    async def record_warned(self, game: Game) -> Game:
        """Note that the side to move was reminded of its time. Raises errors like `add_moves`."""
        return await self._writer.store(lambda c: changes.set_warned(c, game))

    @reading
    def playing_games(
        self,
        connection: Connection,
        game: str | None = None,
        channel_id: int | None = None,
        player_id: int | None = None,
    ) -> tuple[Game, ...]:
        """Return the games in progress, latest activity first: all, or of one kind, channel or player."""
        return queries.playing(connection, game, channel_id, player_id)

    @reading
    def typical_games(self, connection: Connection, limit: int) -> tuple[int, ...]:
        """Return the ids of games in progress of this process that look different, the usual ones first."""
        return queries.typical(connection, self.share, limit)

    @reading
    def own_games(self, connection: Connection, player_id: int, channel_id: int) -> tuple[GameChoice, ...]:
        """Return a person's games in progress in a channel, latest activity first."""
        return my_games.own_games(connection, player_id, channel_id)

    @reading
    def is_playing(self, connection: Connection, player_id: int) -> bool:
        """Return whether a person has a game in progress."""
        return limits.is_playing(connection, player_id)

    @reading
    def finished_games(
        self, connection: Connection, player_id: int, guild_id: int | None, limit: int
    ) -> tuple[GameChoice, ...]:
        """Return a person's last finished games, latest first, with names as in a server (None: as
        outside)."""
        return my_games.finished_games(connection, player_id, guild_id, limit)

    @reading
    def shown_by(self, connection: Connection, message_id: int) -> int | None:
        """Return the id of the game that a message shows."""
        return queries.shown_by(connection, message_id)

    async def _set_paused(self, game: Game, paused: bool) -> Game:
        require_state(game, GameState.PLAYING)
        now = self._clock()
        return await self._writer.store(lambda c: changes.set_paused(c, game, paused, now))

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
