"""The one door to the database: every way in which the bot reads or changes what is stored begins here."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from data.db.database import Database
from data.db.errors import StorageError
from data.db.leases import Leases
from data.db.locations import parse_url
from data.db.migrate import migrate
from data.db.recent import Recent
from data.games import game_changes, games, own_games
from data.games.changes import GameChanges
from data.games.clocks import Clocks
from data.games.conditional import ConditionalMoves, Respond, follow
from data.games.game_writer import GameWriter
from data.games.history import History
from data.games.left_boards import LeftBoards
from data.games.limits import FairUse, FairUseBounds, SelfPlayBounds
from data.games.my_games import MyGames
from data.games.offers import Offers
from data.games.openings import Openings
from data.games.questions import Questions
from data.games.records import GameState, Outcome, require_state
from data.games.waiting import WaitingGames
from data.jobs.imports import Imports
from data.jobs.reviews import Reviews
from data.jobs.strength_tests import StrengthTests
from data.messages.channel_lists import ChannelLists
from data.messages.notices import Notices
from data.messages.threads import Threads
from data.messages.unanswered import UnansweredCommands
from data.people.blocks import Blocks
from data.people.opponents import Opponents
from data.people.players import People
from data.people.preferences import Preferences
from data.puzzles.own_puzzles import OwnPuzzles
from data.puzzles.puzzle_posts import PuzzlePosts
from data.puzzles.puzzles import Puzzles
from data.ratings import ratings
from data.ratings.leaderboard import Standings
from data.ratings.statistics import Statistics
from data.ratings.unrating import Unrating
from data.upkeep.chores import Chores
from data.upkeep.export import Export
from data.upkeep.forgetting import Forgetting
from data.upkeep.retention import Retention
from data.upkeep.servers import Servers
from data.upkeep.upkeep import Upkeep

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data.db.database import Clock
    from data.db.share import Share
    from data.games.records import Game, NewGame, NewMove, OwnGame, Verdict
    from data.ratings.rating_records import RatingChange

SELF_PLAY_BOUNDS = SelfPlayBounds()
FAIR_USE_BOUNDS = FairUseBounds()

KEPT = 1000
"""So many games are kept in memory as they were last seen: only their moves are used, and only while their
stored version is the same."""


def _now() -> datetime:
    return datetime.now(UTC)


class Storage:
    """The games in a database; the parts have what else it holds. All methods, here and in the parts, may be
    called by many coroutines at once.

    What a method returned was committed before. Every method raises `StorageError` when the database cannot
    be used; those that take a game's id raise `GameNotFound` when there is no such game.
    """

    def __init__(
        self, database: Database, clock: Clock, self_play: SelfPlayBounds, fair_use: FairUseBounds
    ) -> None:
        self._database = database
        self._clock = clock
        self._self_play = self_play
        self._fair_use = fair_use
        self._games: Recent[int, Game] = Recent(KEPT)
        self.leases = Leases(database)
        self.changes = GameChanges()
        self.people = People(database, clock)
        self.standings = Standings(database, clock)
        self.waiting = WaitingGames(database, self.changes)
        self.left_boards = LeftBoards(database)
        self.my_games = MyGames(database)
        self.history = History(database)
        self.imports = Imports(database, clock)
        self.statistics = Statistics(database)
        self.openings = Openings(database)
        self.blocks = Blocks(database, clock)
        self.opponents = Opponents(database, clock)
        self.preferences = Preferences(database)
        self.questions = Questions(database, fair_use, clock)
        self.conditional = ConditionalMoves(database, clock)
        self.strength_tests = StrengthTests(database)
        self.reviews = Reviews(database, clock)
        self.puzzles = Puzzles(database, clock)
        self.own_puzzles = OwnPuzzles(database, clock)
        self.puzzle_posts = PuzzlePosts(database, clock)
        self.unanswered = UnansweredCommands(database, clock)
        self.clocks = Clocks(database, clock)
        self.notices = Notices(database, clock)
        self.threads = Threads(database)
        self.channel_lists = ChannelLists(database)
        self.changes.listen(self.clocks.note)
        self._writer = GameWriter(database, self.clocks, self.changes)
        self.offers = Offers(database, self._writer, fair_use, clock)
        self.servers = Servers(database, self.people, self.preferences, clock)
        self.retention = Retention(database, clock)
        self.upkeep = Upkeep(database)
        self.chores = Chores(database, self.waiting, clock)
        self.fair_use = FairUse(database, clock)
        self.export = Export(database, clock)
        self.forgetting = Forgetting(database, self.people, self.preferences, self.changes, clock)
        self.unrating = Unrating(self._writer, clock, self_play)

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        clock: Clock = _now,
        self_play: SelfPlayBounds = SELF_PLAY_BOUNDS,
        fair_use: FairUseBounds = FAIR_USE_BOUNDS,
    ) -> Self:
        """Open the database at `url`, like `sqlite:///flipfour.db`; make it, or bring it up to date, first.

        An SQLite file that has to be changed is copied to the folder `backups` beside it before. `clock`
        gives the time to store (aware); `self_play` bounds the games in which computers play both sides,
        `fair_use` the games of people that go on, challenges and questions.
        Raises StorageError when the place cannot be used, or was written by a newer version of the program.
        """
        address = parse_url(url)
        await migrate(address)
        return cls(await Database.at(address), clock, self_play, fair_use)

    @property
    def share(self) -> Share:
        """The servers that this process looks after; all, unless it has a lease (`leases`) of some."""
        return self._database.share

    def intend(self, share: Share) -> None:
        """Look after these servers from now on, once their lease is taken; nothing can be stored before."""
        self.leases.intend(share)

    async def close(self) -> None:
        """Wait for what is being stored, give the lease back, if there is one, then close the connections."""
        if not self._database.closed:
            # What cannot be written is found out at the next start.
            with suppress(StorageError):
                await self.waiting.write_shown()
            with suppress(StorageError):
                await self.leases.release()
        await self._database.close()

    async def create_game(self, new: NewGame) -> Game:
        """Store a new game or offer. One with `rematch_of` is stored as by `create_rematch`.

        Raises ExhibitionThere when two computer players are to play where two others do: one such game at a
        time in a channel. Raises LimitReached for a game too many in progress and an offer too many within an
        hour.
        """
        if new.rematch_of is not None:
            return await self.create_rematch(new.rematch_of, new)
        now = self._clock()
        return await self._writer.store(
            lambda c: game_changes.create(c, new, self._self_play, self._fair_use, now)
        )

    async def create_rematch(self, game_id: int, new: NewGame) -> Game:
        """Store `new` as the rematch of a game. There is one only: a second call raises GameChanged, whose
        `game` is the rematch there already is."""
        now = self._clock()
        return await self._writer.store(
            lambda c: game_changes.create_rematch(c, game_id, new, self._self_play, self._fair_use, now)
        )

    async def game(self, game_id: int) -> Game | None:
        """The game with this id, or None."""
        known = self._games.get(game_id)
        game = await self._database.read(lambda c: games.find(c, game_id, known))
        if game is not None:
            self._games.keep(game_id, game)
        return game

    def seen(self, game_id: int) -> Game | None:
        """The game as it was read or stored here the last time, or None.

        It may have changed since. A change that is based on it is refused then, by its version.
        """
        return self._games.get(game_id)

    async def rating_changes(self, game_id: int) -> tuple[RatingChange, ...]:
        """What a finished game did to the ratings of its people; empty when it was not rated."""
        return await self._database.read(lambda c: ratings.changes_of(c, game_id))

    async def outcomes_until(self, game: Game, side: int, limit: int) -> tuple[Verdict, ...]:
        """How the last games of the person on `side` ended that were like this finished one: against the
        same computer player, on the same board, not called off. This one first, `limit` at most."""
        return await self._database.read(lambda c: ratings.outcomes_until(c, game, side, limit))

    async def add_moves(
        self,
        game: Game,
        moves: Sequence[NewMove],
        outcome: Outcome | None = None,
        *,
        computer_rating: int | None = None,
        respond: Respond | None = None,
    ) -> Game:
        """Store moves after those of `game` and, with `outcome`, end the game; all or nothing. What people
        have planned for them is played as `respond` says, in the same transaction.

        Returns the game as it then stands. `computer_rating` is that of the computer player in the game;
        without it a game against the computer is not rated. Raises GameChanged, and stores nothing, when the
        stored game has another version than `game`, and TimeUp when the time of its side is over. Raises
        ValueError without moves, and for a game that is not being played.
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
        """End a game without a move: resigned, drawn, out of time, or called off. Raises errors like
        `add_moves`."""
        return await self._advance(game, (), outcome, computer_rating, answers)

    # A change that was asked for names the question which it `answers`: that is forgotten in the same
    # transaction. It raises QuestionGone, and nothing is stored, when the question is no longer there.

    async def swap_seats(self, game: Game, *, answers: int | None = None) -> Game:
        """Let the two people of a game change places. Raises errors like `add_moves`."""
        require_state(game, GameState.PLAYING)
        now = self._clock()
        return await self._writer.store(lambda c: game_changes.swap_seats(c, game, now), answers)

    async def pause(self, game: Game) -> Game:
        """Note that the game rests from now on; its clock stands. Raises errors like `add_moves`."""
        return await self._set_paused(game, True)

    async def resume(self, game: Game) -> Game:
        """Note that the game goes on. Raises errors like `add_moves`."""
        return await self._set_paused(game, False)

    async def adjourn(self, game: Game, *, quietly: bool = False, answers: int | None = None) -> Game:
        """Put a game aside: it is in no list, its clock stands, and it waits for nothing until taken up.

        `quietly` its message stays as it is. Raises errors like `add_moves`.
        """
        require_state(game, GameState.PLAYING)
        now = self._clock()
        return await self._writer.store(lambda c: game_changes.adjourn(c, game, quietly, now), answers)

    async def take_up(self, game: Game) -> Game:
        """Let a game go on that was put aside. Raises errors like `add_moves`, and LimitReached."""
        require_state(game, GameState.PLAYING)
        now = self._clock()
        return await self._writer.store(lambda c: game_changes.take_up(c, game, self._fair_use, now))

    async def note_warned(self, game: Game) -> Game:
        """Note that the side to move is reminded of its time. Raises errors like `add_moves`."""
        return await self._writer.store(lambda c: game_changes.set_warned(c, game))

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

    async def finished_games(self, player_id: int, guild_id: int | None, limit: int) -> tuple[OwnGame, ...]:
        """The last games that somebody has finished anywhere, the latest first; people are named as in the
        server `guild_id`, or as outside of all servers."""
        return await self._database.read(lambda c: own_games.finished_games(c, player_id, guild_id, limit))

    async def shown_by(self, message_id: int) -> int | None:
        """The id of the game that a message shows."""
        return await self._database.read(lambda c: own_games.shown_by(c, message_id))

    async def _set_paused(self, game: Game, paused: bool) -> Game:
        require_state(game, GameState.PLAYING)
        now = self._clock()
        return await self._writer.store(lambda c: game_changes.set_paused(c, game, paused, now))

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
            stored, end = game_changes.advance(connection, game, moves, outcome, now), outcome
            if end is None and respond is not None:
                stored, end = follow(connection, stored, respond, now)
            if end is not None:
                ratings.conclude(connection, stored, end, computer_rating, now)
            return stored

        stored = await self._writer.store(work, answers)
        self._games.keep(stored.id, stored)
        return stored
