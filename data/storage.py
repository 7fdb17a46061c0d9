"""The one door to the database: every way in which the bot reads or changes what is stored."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from data import (
    game_changes,
    games,
    leaderboard,
    opponents,
    own_games,
    players,
    ratings,
    strength_tests,
    unanswered,
    waiting,
)
from data.database import Database
from data.locations import parse_url
from data.migrate import migrate
from data.recent import Recent
from data.records import Ending, GameState, Outcome, require_storable
from data.self_play import SelfPlayBounds
from data.unrated import Unrated, WhyUnrated

if TYPE_CHECKING:
    from datetime import timedelta

    from sqlalchemy import Connection

    from data.records import (
        ClosedAs,
        Game,
        NewGame,
        NewMove,
        NewOpponent,
        NewStrengthTest,
        OwnGame,
        Page,
        Pool,
        Profile,
        Rated,
        RatingChange,
        SavedOpponent,
        Seat,
        StrengthTest,
        Unanswered,
        Verdict,
    )

Clock = Callable[[], datetime]

SELF_PLAY_BOUNDS = SelfPlayBounds()

KEPT = 1000
"""So many names, and games as they were last seen, are kept in memory: of a game only its moves are used, and
only while its stored version is the same."""


def _now() -> datetime:
    return datetime.now(UTC)


class Storage:
    """Games, players and ratings in a database. All methods may be called by many coroutines at once.

    What a method returned was committed before. Every method raises `StorageError` when the database cannot
    be used; those that take a game's id raise `GameNotFound` when there is no such game.
    """

    def __init__(self, database: Database, clock: Clock, self_play: SelfPlayBounds) -> None:
        self._database = database
        self._clock = clock
        self._self_play = self_play
        self._shown: dict[int, int] = {}
        self._names: Recent[int, str] = Recent(KEPT)
        self._games: Recent[int, Game] = Recent(KEPT)

    @classmethod
    async def open(
        cls, url: str, *, clock: Clock = _now, self_play: SelfPlayBounds = SELF_PLAY_BOUNDS
    ) -> Self:
        """Open the database at `url`, like `sqlite:///flipfour.db`; make it, or bring it up to date, first.

        An SQLite file that has to be changed is copied to the folder `backups` beside it before. `clock`
        gives the time to store (aware); `self_play` bounds the games in which computers play both sides.
        Raises StorageError when the place cannot be used, or was written by a newer version of the program.
        """
        address = parse_url(url)
        await migrate(address)
        return cls(await Database.at(address), clock, self_play)

    async def close(self) -> None:
        """Wait for what is being stored, then close the connections."""
        if not self._database.closed:
            await self._write_shown()
        await self._database.close()

    async def remember_player(self, player_id: int, name: str) -> None:
        """Note the name somebody goes by now. Writes only when it is new; a name is cut to 100 characters."""
        name = players.stored_name(name)
        if await self._name(player_id) != name:
            await self._database.write(lambda c: players.remember(c, player_id, name))
            self._names.keep(player_id, name)

    async def create_game(self, new: NewGame) -> Game:
        """Store a new game or offer. One with `rematch_of` is stored as by `create_rematch`.

        Raises ExhibitionThere when two computer players are to play where two others do: one such game at a
        time in a channel. Raises TooManySelfPlaying when computers would play both sides of too many games.
        """
        if new.rematch_of is not None:
            return await self.create_rematch(new.rematch_of, new)
        now = self._clock()
        return await self._database.write(lambda c: game_changes.create(c, new, self._self_play, now))

    async def create_rematch(self, game_id: int, new: NewGame) -> Game:
        """Store `new` as the rematch of a game. There is one only: a second call raises GameChanged, whose
        `game` is the rematch there already is."""
        now = self._clock()
        return await self._database.write(
            lambda c: game_changes.create_rematch(c, game_id, new, self._self_play, now)
        )

    async def game(self, game_id: int) -> Game | None:
        """The game with this id, or None."""
        known = self._games.get(game_id)
        game = await self._database.read(lambda c: games.find(c, game_id, known))
        if game is not None:
            self._games.keep(game_id, game)
        return game

    async def mark_shown(self, game: Game, channel_id: int, message_id: int | None) -> None:
        """Note which message shows `game`, a state read earlier (None: none can, its channel is gone).

        Where the message is the same as before, it is written with the next ones of its kind: at the latest
        by `games_not_shown` or `close`. If that does not come to pass, the game is shown once more.
        """
        if (channel_id, message_id) == (game.channel_id, game.message_id):
            self._shown[game.id] = max(game.version, self._shown.get(game.id, 0))
        else:
            await self._database.write(lambda c: waiting.mark_shown(c, game, channel_id, message_id))

    async def mark_refused(self, game: Game, message_id: int | None) -> None:
        """Note that Discord has refused to show `game`, a state read earlier, and would refuse it again.

        It counts as shown until it changes. `message_id` is the message that is there (None: no channel).
        """
        await self._database.write(
            lambda c: waiting.mark_shown(c, game, game.channel_id, message_id, refused=True)
        )

    async def games_not_shown(self) -> AsyncIterator[int]:
        """The games whose present version no message shows: sending it failed, or never came to it. The
        longest untouched come first; they are read page by page, so that their number does not matter."""
        await self._write_shown()
        async for game_id in self._ids(waiting.not_shown):
            yield game_id

    async def games_of_computers(self) -> AsyncIterator[int]:
        """The games in which a computer player is to move and nothing is paused, in the same way."""
        async for game_id in self._ids(waiting.computer_to_move):
            yield game_id

    async def games_paused_before(self, moment: datetime) -> tuple[int, ...]:
        """Games that have rested since before a time, longest first; a page of them at most."""
        return await self._database.read(lambda c: waiting.paused_before(c, moment))

    async def games_refused_in(self, channel_id: int) -> tuple[int, ...]:
        """The games of a channel whose messages Discord has refused, as `mark_refused` notes it."""
        return await self._database.read(lambda c: waiting.refused_in(c, channel_id))

    async def rating_changes(self, game_id: int) -> tuple[RatingChange, ...]:
        """What a finished game did to the ratings of its people; empty when it was not rated."""
        return await self._database.read(lambda c: ratings.changes_of(c, game_id))

    async def rating(self, player_id: int, game: str, pool: Pool) -> Rated | None:
        """A person's rating in one list; None before their first rated game."""
        now = self._clock()
        return await self._database.read(lambda c: ratings.find(c, player_id, game, pool, now))

    async def outcomes_until(self, game: Game, side: int, limit: int) -> tuple[Verdict, ...]:
        """How the last games of the person on `side` ended that were like this finished one: against the
        same computer player, on the same board, not called off. This one first, `limit` at most."""
        return await self._database.read(lambda c: ratings.outcomes_until(c, game, side, limit))

    async def player_name(self, player_id: int) -> str:
        """The name somebody was last seen with; their id in digits when nobody has seen them."""
        return await self._name(player_id) or str(player_id)

    async def accept(
        self, game: Game, opponent_id: int, seats: tuple[Seat, Seat], *, most_rated: int | None = None
    ) -> Game:
        """Start an offered game, unrated when these two have begun `most_rated` rated ones within a day.

        Raises GameChanged when the offer is not as in `game`, ValueError when a seat is open.
        """
        _require_state(game, GameState.OFFERED)
        if any(seat.is_open for seat in seats):
            raise ValueError("a game starts with both seats filled")
        now = self._clock()
        return await self._database.write(
            lambda c: game_changes.accept(c, game, opponent_id, seats, most_rated, now)
        )

    async def close_offer(self, game: Game, closed_as: ClosedAs) -> Game:
        """End an offer without a game. Raises GameChanged when the offer is not as in `game`."""
        _require_state(game, GameState.OFFERED)
        now = self._clock()
        return await self._database.write(lambda c: game_changes.close_offer(c, game, closed_as, now))

    async def add_moves(
        self,
        game: Game,
        moves: Sequence[NewMove],
        outcome: Outcome | None = None,
        *,
        computer_rating: int | None = None,
    ) -> Game:
        """Store moves after those of `game` and, with `outcome`, end the game; all or nothing.

        Returns the game as it then stands. `computer_rating` is that of the computer player in the game;
        without it a game against the computer is not rated. Raises GameChanged, and stores nothing, when the
        stored game has another version than `game`. Raises ValueError without moves, and for a game that is
        not being played.
        """
        if not moves:
            raise ValueError("no moves to store")
        return await self._advance(game, moves, outcome, computer_rating)

    async def finish(self, game: Game, outcome: Outcome, *, computer_rating: int | None = None) -> Game:
        """End a game without a move: resigned, or called off. Raises errors like `add_moves`."""
        return await self._advance(game, (), outcome, computer_rating)

    # What makes a game unrated names the side `by` which it is done. With `as_loss` the game is rated as the
    # loss of that side in the same transaction, with a rating for the computer player as for `add_moves`.

    async def take_back(
        self,
        game: Game,
        to_ply: int,
        by: int | None = None,
        *,
        as_loss: bool = False,
        computer_rating: int | None = None,
    ) -> Game:
        """Remove the moves from `to_ply` on; the game is unrated from then on.

        Raises errors like `add_moves`, and ValueError when `to_ply` is not one of the game's moves.
        """
        _require_state(game, GameState.PLAYING)
        if not 0 <= to_ply < game.ply:
            raise ValueError(f"game {game.id} has no move {to_ply} to take back")
        unrated, now = Unrated(WhyUnrated.TAKEN_BACK, by, as_loss), self._clock()
        return await self._unrate(
            game, unrated, computer_rating, lambda c: game_changes.take_back(c, game, to_ply, unrated, now)
        )

    async def set_delegate(
        self,
        game: Game,
        side: int,
        delegate: str | None,
        *,
        as_loss: bool = False,
        computer_rating: int | None = None,
    ) -> Game:
        """Let the computer player `delegate` play for the person on a side, or the person again (None).

        The game is unrated from then on. Raises errors like `add_moves`, TooManySelfPlaying like
        `create_game`, and ValueError when no person sits on the side.
        """
        _require_state(game, GameState.PLAYING)
        if game.seats[side].player_id is None:
            raise ValueError(f"no person sits on side {side} of game {game.id}")
        require_storable(delegate)
        unrated = Unrated(WhyUnrated.HANDED_OVER, side, as_loss)
        return await self._unrate(
            game,
            unrated,
            computer_rating,
            lambda c: game_changes.set_delegate(c, game, side, delegate, unrated, self._self_play),
        )

    async def note_asked(
        self, game: Game, by: int | None = None, *, as_loss: bool = False, computer_rating: int | None = None
    ) -> Game:
        """Note that a player has asked for the computer's thinking: the game is unrated from then on.
        Raises errors like `add_moves`."""
        _require_state(game, GameState.PLAYING)
        unrated = Unrated(WhyUnrated.THINKING, by, as_loss)
        return await self._unrate(
            game, unrated, computer_rating, lambda c: game_changes.set_asked(c, game, unrated)
        )

    async def pause(self, game: Game) -> Game:
        """Note that the game rests from now on. Raises errors like `add_moves`."""
        _require_state(game, GameState.PLAYING)
        now = self._clock()
        return await self._database.write(lambda c: game_changes.set_paused(c, game, now))

    async def resume(self, game: Game) -> Game:
        """Note that the game goes on. Raises errors like `add_moves`."""
        _require_state(game, GameState.PLAYING)
        return await self._database.write(lambda c: game_changes.set_paused(c, game, None))

    async def playing_games(
        self, game: str | None = None, channel_id: int | None = None, player_id: int | None = None
    ) -> tuple[Game, ...]:
        """The games being played, newest activity first: all, or of one kind, channel or player."""
        return await self._database.read(lambda c: games.playing(c, game, channel_id, player_id))

    async def own_games(
        self, player_id: int, channel_id: int, game: str | None = None
    ) -> tuple[OwnGame, ...]:
        """The games that somebody is playing in a channel, newest activity first: of one kind, or all."""
        return await self._database.read(lambda c: own_games.own_games(c, player_id, channel_id, game))

    async def open_offers(self, created_before: datetime) -> tuple[Game, ...]:
        """Offers still open that were made before a time, oldest first; a page of them at most."""
        return await self._database.read(lambda c: games.offers_before(c, created_before))

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
        now = self._clock()
        return await self._database.read(
            lambda c: leaderboard.page(
                c,
                game,
                pool,
                guild_id=guild_id,
                asker_id=asker_id,
                offset=offset,
                limit=limit,
                now=now,
            )
        )

    async def profile(self, player_id: int, recent: int = 10) -> Profile | None:
        """A player's standings and their last `recent` finished games; None for somebody never seen."""
        now = self._clock()
        return await self._database.read(lambda c: leaderboard.profile(c, player_id, recent, now))

    async def create_opponent(self, new: NewOpponent) -> SavedOpponent:
        """Save a server's computer player. Raises NameTaken, TooManyOpponents above MOST_OPPONENTS, or
        TooManyByOne above MOST_BY_ONE."""
        now = self._clock()
        return await self._database.write(lambda c: opponents.create(c, new, now))

    async def opponents(self, guild_id: int) -> tuple[SavedOpponent, ...]:
        """The computer players of a server, by name."""
        return await self._database.read(lambda c: opponents.of_guild(c, guild_id))

    async def opponent(self, opponent_id: int) -> SavedOpponent | None:
        """The saved computer player with this id, or None."""
        return await self._database.read(lambda c: opponents.find(c, opponent_id))

    async def delete_opponent(self, opponent_id: int) -> bool:
        """Forget a saved computer player; returns whether it was there. Games with it go on."""
        return await self._database.write(lambda c: opponents.remove(c, opponent_id))

    async def begin_strength_test(self, new: NewStrengthTest) -> tuple[StrengthTest, bool]:
        """Store a strength test of two computer players.

        There is one at a time in a server (or in a channel outside of servers): the flag is False, and the
        one under way comes back, when there is one already.
        """
        require_storable(new.first)
        require_storable(new.second)
        return await self._database.write(lambda c: strength_tests.begin(c, new))

    async def strength_tests(self) -> tuple[StrengthTest, ...]:
        """The strength tests under way, oldest first."""
        return await self._database.read(strength_tests.under_way)

    async def note_strength_test(self, test: StrengthTest) -> None:
        """Keep how far a strength test is, and the message that shows it."""
        await self._database.write(lambda c: strength_tests.note(c, test))

    async def end_strength_test(self, test_id: int) -> None:
        """Forget a strength test that is over."""
        await self._database.write(lambda c: strength_tests.end(c, test_id))

    async def note_unanswered(self, command: Unanswered) -> None:
        """Keep a command that was acknowledged, until it is answered."""
        now = self._clock()
        await self._database.write(lambda c: unanswered.note(c, command, now))

    async def forget_unanswered(self, command_id: int) -> None:
        """Note that a command was answered."""
        await self._database.write(lambda c: unanswered.forget(c, command_id))

    async def unanswered(self, lifetime: timedelta) -> tuple[Unanswered, ...]:
        """The commands not older than `lifetime` that were not answered; older ones are forgotten."""
        oldest = self._clock() - lifetime
        await self._database.write(lambda c: unanswered.forget_before(c, oldest))
        return await self._database.read(lambda c: unanswered.since(c, oldest))

    async def _unrate(
        self, game: Game, unrated: Unrated, computer_rating: int | None, change: Callable[[Connection], Game]
    ) -> Game:
        """Make a change that makes a game unrated, and rate it as a loss if that was asked for."""
        now = self._clock()

        def work(connection: Connection) -> Game:
            changed = change(connection)
            if unrated.lost and unrated.by is not None and game.rated:
                lost = Outcome(winner=1 - unrated.by, score=None, ending=Ending.RESIGNED)
                ratings.conclude(connection, game, lost, computer_rating, now)
            return changed

        return await self._database.write(work)

    async def _advance(
        self, game: Game, moves: Sequence[NewMove], outcome: Outcome | None, computer_rating: int | None
    ) -> Game:
        _require_state(game, GameState.PLAYING)
        now = self._clock()

        def work(connection: Connection) -> Game:
            stored = game_changes.advance(connection, game, moves, outcome, now)
            if outcome is not None:
                ratings.conclude(connection, stored, outcome, computer_rating, now)
            return stored

        stored = await self._database.write(work)
        self._games.keep(stored.id, stored)
        return stored

    async def _name(self, player_id: int) -> str | None:
        name = self._names.get(player_id)
        if name is None:
            name = await self._database.read(lambda c: players.name_of(c, player_id))
            if name is not None:
                self._names.keep(player_id, name)
        return name

    async def _ids(
        self, read: Callable[[Connection, waiting.Waiting | None], tuple[waiting.Waiting, ...]]
    ) -> AsyncIterator[int]:
        last: waiting.Waiting | None = None
        while True:
            after = last
            page = await self._database.read(lambda c: read(c, after))  # noqa: B023
            for last in page:
                yield last.id
            if len(page) < waiting.PAGE:
                return

    async def _write_shown(self) -> None:
        """Write which versions of games were shown since the last time."""
        shown, self._shown = self._shown, {}
        if shown:
            await self._database.write(lambda c: waiting.mark_versions_shown(c, shown))


def _require_state(game: Game, state: GameState) -> None:
    if game.state is not state:
        raise ValueError(f"game {game.id} is {game.state}, not {state}")
