"""The one door to the database: every way in which the bot reads or changes what is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from data import games, leaderboard, opponents, players, ratings, strength_tests
from data.database import Database
from data.errors import GameChanged
from data.locations import parse_url
from data.migrate import migrate
from data.records import Stored

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from data.records import (
        ClosedAs,
        Game,
        NewGame,
        NewMove,
        NewOpponent,
        NewStrengthTest,
        Outcome,
        Page,
        Pool,
        Profile,
        RatingChange,
        SavedOpponent,
        Seat,
        StrengthTest,
    )

Clock = Callable[[], datetime]


def _now() -> datetime:
    return datetime.now(UTC)


class Storage:
    """Games, players and ratings in a database. All methods may be called by many coroutines at once.

    What a method returned was committed before. Every method raises `StorageError` when the database cannot
    be used; those that take a game's id raise `GameNotFound` when there is no such game.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @classmethod
    async def open(cls, url: str, *, clock: Clock = _now) -> Self:
        """Open the database at `url`, like `sqlite:///flipfour.db`; make it, or bring it up to date, first.

        An SQLite file that has to be changed is copied to the folder `backups` beside it before. `clock`
        gives the time to store (aware). Raises StorageError when the place cannot be used, or was written by
        a newer version of the program.
        """
        address = parse_url(url)
        await migrate(address)
        return cls(Database(address), clock)

    async def close(self) -> None:
        """Wait for what is being stored, then close the connections."""
        await self._database.close()

    async def remember_player(self, player_id: int, name: str) -> None:
        """Note the name somebody goes by now. Writes only when it is new; a name is cut to 100 characters."""
        name = players.stored_name(name)
        async with self._database.reading() as connection:
            known = await players.name_of(connection, player_id)
        if known != name:
            await self._database.write(lambda c: players.remember(c, player_id, name))

    async def create_game(self, new: NewGame) -> Game:
        """Store a new game or offer. One with `rematch_of` is stored as by `create_rematch`."""
        if new.rematch_of is not None:
            return await self.create_rematch(new.rematch_of, new)
        return await self._database.write(lambda c: games.create(c, new, self._clock()))

    async def create_rematch(self, game_id: int, new: NewGame) -> Game:
        """Store `new` as the rematch of a game. There is one only: a second call raises GameChanged, whose
        `game` is the rematch there already is."""
        return await self._database.write(lambda c: games.create_rematch(c, game_id, new, self._clock()))

    async def game(self, game_id: int) -> Game | None:
        """The game with this id, or None."""
        async with self._database.reading() as connection:
            return await games.find(connection, game_id)

    async def mark_shown(self, game: Game, channel_id: int, message_id: int | None) -> None:
        """Note which message shows `game`, a state read earlier (None: none can, its channel is gone)."""
        await self._database.write(lambda c: games.mark_shown(c, game, channel_id, message_id))

    async def games_not_shown(self) -> tuple[Game, ...]:
        """The games whose present state no message shows: sending it failed, or never came to it."""
        async with self._database.reading() as connection:
            return await games.not_shown(connection)

    async def rating_changes(self, game_id: int) -> tuple[RatingChange, ...]:
        """What a finished game did to the ratings of its people; empty when it was not rated."""
        async with self._database.reading() as connection:
            return await ratings.changes_of(connection, game_id)

    async def player_name(self, player_id: int) -> str:
        """The name somebody was last seen with; his id in digits when nobody has seen him."""
        async with self._database.reading() as connection:
            return await players.name_of(connection, player_id) or str(player_id)

    async def accept(self, game_id: int, opponent_id: int, seats: tuple[Seat, Seat]) -> Game:
        """Start an offered game. Raises GameChanged when it is no longer offered, ValueError when a seat is
        open."""
        return await self._database.write(
            lambda c: games.accept(c, game_id, opponent_id, seats, self._clock())
        )

    async def close_offer(self, game_id: int, closed_as: ClosedAs) -> Game:
        """End an offer without a game. Raises GameChanged when it is no longer offered."""
        return await self._database.write(lambda c: games.close_offer(c, game_id, closed_as, self._clock()))

    async def add_moves(
        self,
        game_id: int,
        ply: int,
        moves: Sequence[NewMove],
        outcome: Outcome | None = None,
        *,
        computer_rating: int | None = None,
        last_move: str | None = None,
    ) -> Stored:
        """Store moves at the plies `ply`, `ply` + 1, … and, with `outcome`, end the game; all or nothing.

        `computer_rating` is that of the computer player in the game; without it a game against the computer
        is not rated. Raises GameChanged, and stores nothing, when the game is not being played or has not
        exactly `ply` moves, or when the last of them is not `last_move`, if that is given: one may have been
        taken back and another one played. ValueError without moves.
        """
        if not moves:
            raise ValueError("no moves to store")
        return await self._advance(game_id, ply, moves, outcome, computer_rating, last_move)

    async def take_back(self, game_id: int, ply: int, to_ply: int) -> Game:
        """Remove the moves from `to_ply` on of a game that has `ply` moves; it is unrated from then on.

        Raises GameChanged like `add_moves`, ValueError when `to_ply` is not one of its moves.
        """

        async def work(connection: AsyncConnection) -> Game:
            game = await games.claim_playing(connection, game_id, ply)
            if not 0 <= to_ply < game.ply:
                raise ValueError(f"game {game_id} has no move {to_ply} to take back")
            await games.take_back(connection, game, to_ply, self._clock())
            return await games.claim(connection, game_id)

        return await self._database.write(work)

    async def set_delegate(
        self, game_id: int, seat: int, delegate: str | None, *, instead_of: str | None
    ) -> Game:
        """Let the computer player `delegate` play for the person in a seat, or him again (None).

        The game is unrated from then on. Raises GameChanged when the game is not being played, or when not
        `instead_of` but somebody else plays for the seat; ValueError when no person sits there.
        """

        async def work(connection: AsyncConnection) -> Game:
            game = await games.claim_playing(connection, game_id, None)
            if game.seats[seat].player_id is None:
                raise ValueError(f"nobody sits in seat {seat} of game {game_id} for whom one could play")
            if game.delegates[seat] != instead_of:
                raise GameChanged(game)
            await games.set_delegate(connection, game, seat, delegate)
            return await games.claim(connection, game_id)

        return await self._database.write(work)

    async def note_asked(self, game_id: int, ply: int) -> Game:
        """Note that a player has asked for the computer's thinking at this ply: the game is unrated from then
        on. Raises GameChanged like `add_moves`."""

        async def work(connection: AsyncConnection) -> Game:
            game = await games.claim_playing(connection, game_id, ply)
            await games.set_asked(connection, game)
            return await games.claim(connection, game_id)

        return await self._database.write(work)

    async def pause(self, game_id: int) -> Game:
        """Note that the game rests from now on. Raises GameChanged when it is not being played."""
        return await self._set_paused(game_id, self._clock())

    async def resume(self, game_id: int) -> Game:
        """Note that the game goes on. Raises GameChanged when it is not being played."""
        return await self._set_paused(game_id, None)

    async def finish(
        self, game_id: int, ply: int | None, outcome: Outcome, *, computer_rating: int | None = None
    ) -> Stored:
        """End a game without a move: resigned, or called off. `ply` None: at whatever ply it is. Raises
        GameChanged like `add_moves`."""
        return await self._advance(game_id, ply, (), outcome, computer_rating)

    async def playing_games(
        self, game: str | None = None, channel_id: int | None = None, player_id: int | None = None
    ) -> tuple[Game, ...]:
        """The games being played, newest activity first: all, or of one kind, channel or player."""
        async with self._database.reading() as connection:
            return await games.playing(connection, game, channel_id, player_id)

    async def open_offers(self, created_before: datetime) -> tuple[Game, ...]:
        """The offers still open that were made before a time, oldest first."""
        async with self._database.reading() as connection:
            return await games.offers_before(connection, created_before)

    async def leaderboard(
        self,
        game: str,
        pool: Pool,
        *,
        guild_id: int | None,
        asker_id: int | None,
        offset: int = 0,
        limit: int = 10,
    ) -> Page:
        """`limit` lines of a leaderboard after the first `offset`.

        With `guild_id` only those are listed who finished a rated game of this pool in that server, ranked
        among themselves; their figures are those of all servers. The better rating stands first, then more
        games, then the older account. Deviations are as of now. Raises ValueError for a negative offset or a
        limit below 1.
        """
        if offset < 0 or limit < 1:
            raise ValueError(f"no page of a leaderboard has offset {offset} and limit {limit}")
        async with self._database.reading() as connection:
            return await leaderboard.page(
                connection,
                game,
                pool,
                guild_id=guild_id,
                asker_id=asker_id,
                offset=offset,
                limit=limit,
                now=self._clock(),
            )

    async def profile(self, player_id: int, recent: int = 10) -> Profile | None:
        """A player's standings and his last `recent` finished games; None for somebody never seen."""
        async with self._database.reading() as connection:
            return await leaderboard.profile(connection, player_id, recent, self._clock())

    async def create_opponent(self, new: NewOpponent) -> SavedOpponent:
        """Save a server's computer player. Raises NameTaken, or TooManyOpponents above MOST_OPPONENTS."""
        return await self._database.write(lambda c: opponents.create(c, new, self._clock()))

    async def opponents(self, guild_id: int) -> tuple[SavedOpponent, ...]:
        """The computer players of a server, by name."""
        async with self._database.reading() as connection:
            return await opponents.of_guild(connection, guild_id)

    async def opponent(self, opponent_id: int) -> SavedOpponent | None:
        """The saved computer player with this id, or None."""
        async with self._database.reading() as connection:
            return await opponents.find(connection, opponent_id)

    async def delete_opponent(self, opponent_id: int) -> bool:
        """Forget a saved computer player; returns whether it was there. Games with it go on."""
        return await self._database.write(lambda c: opponents.remove(c, opponent_id))

    async def begin_strength_test(self, new: NewStrengthTest) -> tuple[StrengthTest, bool]:
        """Store a comparison of computer players.

        There is one at a time in a server (or in a channel outside of servers): the flag is False, and the
        one under way comes back, when there is one already.
        """
        return await self._database.write(lambda c: strength_tests.begin(c, new))

    async def strength_tests(self) -> tuple[StrengthTest, ...]:
        """The comparisons under way, oldest first."""
        async with self._database.reading() as connection:
            return await strength_tests.under_way(connection)

    async def note_strength_test(self, test: StrengthTest) -> None:
        """Keep how far a comparison is, and the message that shows it."""
        await self._database.write(lambda c: strength_tests.note(c, test))

    async def end_strength_test(self, test_id: int) -> None:
        """A comparison is over: forget it."""
        await self._database.write(lambda c: strength_tests.end(c, test_id))

    async def _set_paused(self, game_id: int, paused_at: datetime | None) -> Game:
        async def work(connection: AsyncConnection) -> Game:
            game = await games.claim_playing(connection, game_id, None)
            return await games.set_paused(connection, game, paused_at)

        return await self._database.write(work)

    async def _advance(
        self,
        game_id: int,
        ply: int | None,
        moves: Sequence[NewMove],
        outcome: Outcome | None,
        computer_rating: int | None,
        last_move: str | None = None,
    ) -> Stored:
        async def work(connection: AsyncConnection) -> Stored:
            now = self._clock()
            game = await games.claim_playing(connection, game_id, ply)
            if last_move is not None and game.moves[-1:] != (last_move,):
                raise GameChanged(game)
            if moves:
                game = await games.append_moves(connection, game, moves, now)
            if outcome is None:
                return Stored(game, ())
            game = await games.set_outcome(connection, game, outcome, now)
            changes = await ratings.conclude(connection, game, outcome, computer_rating, now)
            return Stored(game, changes)

        return await self._database.write(work)
