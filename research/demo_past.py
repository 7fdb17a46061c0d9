"""Play the past of the demo's server, and write `bot/demo/past.json.gz`.

    uv run python -m research.demo_past

Games, a cup, puzzles and all that follows from them are stored by the bot's own code, with a clock that is
set to the past. Only the moves were chosen before: `research/demo_games.py` lets levels play them.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from discord.utils import time_snowflake
from sqlalchemy import Table

from bot.catalog import GAMES
from bot.computer.opponents.saved import SavedOpponents
from bot.core.people import Person, Place, remember
from bot.core.publisher import Publisher
from bot.core.runtime import Runtime
from bot.core.snapshot import GameSnapshot
from bot.demo import past
from bot.demo.cafe import Cafe
from bot.demo.past import Rows, ShownMessages
from bot.events.tournaments.cards import EventResults, Threads
from bot.events.tournaments.director import TournamentDirector
from bot.events.tournaments.forms.types import Form
from bot.events.tournaments.tournaments import Tournaments
from bot.features import Kit
from bot.messages.delivery import Messenger, Undelivered
from bot.play.games.challenges import Challenges, computer_rating
from bot.play.games.flow import GameFlow
from bot.preferences.preferences import Preferences
from bot.puzzles.posted import DAY, SPREAD
from bot.puzzles.puzzles import draw_near, to_asked
from bot.ranks.achievements.achievements import Achievements
from bot.settings.settings import Settings
from bot.sharded import create_bot
from data import Storage
from data.games.my_games import MyGamesStore
from data.games.records import Ending, Game, GameState, NewMove, Outcome, Seat
from data.games.time_control import Live
from data.games.waiting import WaitingStore
from data.jobs.reviews import NewReview, ReviewStore
from data.puzzles.puzzle_posts import NewPuzzlePost, PuzzlePostStore
from data.puzzles.puzzles import PuzzleStore
from data.ratings.glicko2 import START
from data.tables.schema import UtcDateTime, metadata
from data.tournaments.records import TournamentTerms
from data.tournaments.tournaments import TournamentStore
from engine import puzzles
from engine.players.computer import ComputerPlayer

if TYPE_CHECKING:
    from bot.core.publisher import Publisher
    from bot.messages.delivery import Messenger, Undelivered
    from bot.play.games.flow import GameFlow
    from engine.puzzles import Puzzle

GAMES_FILE = Path(__file__).with_name("demo_games.txt")
NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
"""Moment at which the past ends in the file."""

LEVEL = "="
"""Sign before the name of a level, among the players of a game."""

CUP = "cup"
"""First word of a line with a game of the cup, in place of the game's name."""
CUP_GAME = "connect4"
CUP_TIME = Live(5, 3)
CUP_PLACES = 8
ORGANISER = "mona"

SEED = 20
DAYS = 24
"""Days over which the games are spread."""
SECONDS = (1.5, 14.0)
"""Range of the time for a move."""
CUP_AGO = timedelta(hours=2)
OPEN_AGO = timedelta(minutes=5)
"""Age of the last move of the game in progress, and of the challenge; a start skips numbers after ten."""
OPEN_PLIES = 16

SOLVERS: Mapping[str, int] = {"chloe": 7, "esra": 3, "ann": 2}
"""Number of daily puzzles in a row, up to yesterday's, that people have solved."""
MISSED = 0.3
"""Probability of a wrong first attempt at a daily puzzle."""

OPPONENT = ("Corner Cat", "reversi", "positional:3")
"""The server's own opponent: its name, game and text."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game that was played before: its players, by name or as `=level`, its result, and the moves.

    The rules were applied when it was played; a test applies them again.
    """

    game: str
    players: tuple[str, str]
    outcome: Outcome
    moves: tuple[str, ...]

    @classmethod
    def parse(cls, line: str) -> Transcript:
        """Read a line of the file; `-` is the winner of a draw."""
        game, first, second, winner, score, *moves = line.split()
        won_by = None if winner == "-" else int(winner)
        return cls(game, (first, second), Outcome(won_by, int(score), Ending.PLAYED), tuple(moves))


def transcripts() -> list[Transcript]:
    """Return the games of the file, those of the cup among them as games of `CUP`."""
    return [*map(Transcript.parse, GAMES_FILE.read_text(encoding="utf-8").splitlines())]


async def played(file: Path, people: Mapping[str, Person], place: Place) -> dict[str, Rows]:
    """Play the past of these people in a new database; return its rows, as the demo stores them."""
    clock = _Clock(NOW - timedelta(days=DAYS))
    storage = await Storage.open(f"sqlite:///{file}", clock=clock)
    try:
        await _Seed(storage, clock, people, place).live_until(NOW)
    finally:
        await storage.close()
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        tables = {table.name: [*_rows(connection, table)] for table in metadata.sorted_tables}
    return {name: rows for name, rows in tables.items() if rows}


def _rows(connection: sqlite3.Connection, table: Table) -> Iterator[dict[str, Any]]:
    times = {column.name for column in table.columns if isinstance(column.type, UtcDateTime)}
    for row in connection.execute(f"SELECT * FROM {table.name}"):  # noqa: S608 - names of ours
        yield {
            name: (datetime.fromisoformat(row[name]).replace(tzinfo=UTC) - NOW).total_seconds()
            if name in times and row[name] is not None
            else row[name]
            for name in row.keys()  # noqa: SIM118 - iterating over a row yields its values
        }


def packed(past: Mapping[str, Rows]) -> bytes:
    """Return the content of the demo's file."""
    content = {
        name: {"columns": [*rows[0]], "rows": [[*row.values()] for row in rows]}
        for name, rows in past.items()
    }
    return gzip.compress(json.dumps(content, separators=(",", ":")).encode(), mtime=0)


@dataclass(slots=True)
class _Clock:
    now: datetime

    def __call__(self) -> datetime:
        return self.now


class _QuietMessenger:
    """Delivers nothing: calls to games need no retry, and the results are left to the bot."""

    async def show(self, content: object, *args: object, **kwargs: object) -> Undelivered:
        """Show nothing."""
        return Undelivered(permanent=True)

    async def send(self, content: object, place: Place) -> Undelivered:
        """Send nothing."""
        return Undelivered(permanent=not isinstance(content, EventResults))


class _Director(TournamentDirector):
    """Takes steps only when it is told to."""

    def follow_up(self, event_id: int) -> None:
        """Leave the steps to the caller."""

    def _react_to_move(self, game: Game) -> None:
        """Leave the games to the caller."""


class _NoBoards:
    """Shows no boards."""

    async def show(self, game_id: int, *, known: GameSnapshot | None = None) -> bool:
        """Show nothing."""
        return True


class _Seed:
    """Lets the people of a server play."""

    def __init__(self, storage: Storage, clock: _Clock, people: Mapping[str, Person], place: Place) -> None:
        self._storage = storage
        self._clock = clock
        self._people = people
        self._place = place
        self._rng = random.Random(SEED)
        self._preferences = Preferences(storage)
        self._kit = Kit(Settings(), Runtime(now=clock, rng=self._rng), storage)
        self._kit[Preferences] = self._preferences
        self._kit[Publisher] = cast("Publisher", _NoBoards())
        self._kit[Messenger] = cast("Messenger", _QuietMessenger())
        for kind in (GameFlow, Achievements, Threads):
            # Only computer players would search, and the results of the cup are left to the bot.
            self._kit[kind] = cast("Any", None)
        self._kit.declare([(TournamentDirector, _Director)])
        self._challenges = self._kit[Challenges]

    async def live_until(self, now: datetime) -> None:
        """Do everything, in the order of time."""
        await remember(self._storage, *self._people.values())
        all_games = transcripts()
        games = [one for one in all_games if one.game != CUP]
        last = next(one for one in reversed(games) if one.game == "reversi" and one.players[0] == "ann")
        games.remove(last)
        begun, span = now - timedelta(days=DAYS), timedelta(days=DAYS) - 2 * CUP_AGO
        events: list[tuple[datetime, Callable[[], Awaitable[object]]]] = [
            (begun + span * (number / len(games)), partial(self._play, one))
            for number, one in enumerate(games)
        ]
        days = max(SOLVERS.values())
        events += [(now - day * DAY, partial(self._daily_puzzle, day)) for day in range(1, days + 1)]
        cup = {one.players: one for one in all_games if one.game == CUP}
        events.append((now - CUP_AGO, partial(self._cup, cup)))
        events.append((now - OPEN_AGO, partial(self._leave_open, last)))
        for moment, event in sorted(events, key=lambda one: one[0]):
            self._clock.now = moment
            await event()
        self._clock.now = now
        await self._settle_in(now)

    # --- games -------------------------------------------------------------------------------------------

    async def _play(self, transcript: Transcript) -> None:
        """Play a game to its end."""
        await self._add_moves(await self._begin(transcript), transcript.moves, transcript.outcome)

    async def _begin(self, transcript: Transcript) -> Game:
        first, second = (self._seat(name) for name in transcript.players)
        new = await self._challenges.arranged(GAMES[transcript.game], self._place, (first, second), "", None)
        return await self._storage.create_game(new)

    def _seat(self, name: str) -> Seat:
        if name.startswith(LEVEL):
            return Seat(computer=name.removeprefix(LEVEL))
        return Seat(self._people[name].id)

    async def _add_moves(self, game: Game, moves: Sequence[str], outcome: Outcome | None) -> None:
        """Play moves in one transaction."""
        made = [NewMove(move, ply % 2, self._rng.uniform(*SECONDS)) for ply, move in enumerate(moves)]
        rating = computer_rating(GameSnapshot.of(game))
        stored = await self._storage.add_moves(game, made, outcome, computer_rating=rating)
        # Its message is gone, like all those of an earlier demo.
        await self._storage[WaitingStore].mark_shown(stored, stored.channel_id, None)

    async def _leave_open(self, transcript: Transcript) -> None:
        """Leave a game in which it is the first person's turn, and a challenge to them."""
        await self._add_moves(await self._begin(transcript), transcript.moves[:OPEN_PLIES], None)
        chloe, ann = self._people["chloe"], self._people["ann"]
        await self._challenges.challenge(GAMES[CUP_GAME], self._place, chloe, ann, "random")

    # --- the cup -----------------------------------------------------------------------------------------

    async def _cup(self, games: Mapping[tuple[str, str], Transcript]) -> None:
        """Hold a knockout; the bot announces the results when it has started."""
        director, cups = self._kit[TournamentDirector], self._kit[Tournaments]
        terms = TournamentTerms(CUP_GAME, "", Form.KNOCKOUT, CUP_TIME, CUP_PLACES, 0, 0, False, True, None)
        cup = await cups.create(self._place, self._people[ORGANISER], terms, None)
        for person in self._people.values():
            await cups.join(cup.id, person)
        await director.advance(cup.id)
        names = {person.id: name for name, person in self._people.items()}
        record = await cups.load(cup.id, cup.guild_id)
        while not record.tournament.is_over:
            for game in (await self._storage[TournamentStore].games_of(record)).values():
                if game.state is GameState.PLAYING:
                    first, second = (names[seat.player_id or 0] for seat in game.seats)
                    played = games[first, second]
                    await self._add_moves(game, played.moves, played.outcome)
            self._clock.now += timedelta(minutes=4)
            await director.advance(cup.id)
            record = await cups.load(cup.id, cup.guild_id)
        director.close()
        await self._kit.background.finish(1.0)

    # --- puzzles -----------------------------------------------------------------------------------------

    async def _daily_puzzle(self, days_ago: int) -> None:
        """Post a daily puzzle of one move, let people solve it, and publish the answer."""
        store, now = self._storage[PuzzlePostStore], self._clock.now
        guild_id = self._place.guild_id
        assert guild_id is not None
        used = await store.used_in(guild_id)
        left = [one for one in puzzles.shipped() if one.id not in used and len(one.line) == 1]
        puzzle = draw_near(left, {}, self._rng.gauss(START.value, SPREAD), self._rng)
        new = NewPuzzlePost(
            puzzle.id, guild_id, self._place.channel_id, day=now.date().isoformat(), answer_at=now + DAY
        )
        post = await store.add_daily(new, now + DAY)
        assert post is not None
        await store.record_message(post.id, time_snowflake(now))
        solvers = [name for name, days in SOLVERS.items() if days >= days_ago]
        for name in solvers:
            self._clock.now += timedelta(minutes=self._rng.uniform(5, 60))
            await self._solve(self._people[name].id, post.id, puzzle)
        await store.record_shown(post.id, len(solvers))
        await store.record_answered(post.id)
        await store.record_answer_shown(post.id)

    async def _solve(self, player_id: int, post_id: int, puzzle: Puzzle) -> None:
        store, asked, guild_id = self._storage[PuzzleStore], to_asked(puzzle), self._place.guild_id
        await store.begin(player_id, asked)
        await self._storage[PuzzlePostStore].record_try(post_id, player_id)
        self._clock.now += timedelta(seconds=self._rng.uniform(8, 90))
        first = self._rng.random() >= MISSED
        if not first:
            await store.wrong(player_id, asked, 0, guild_id=guild_id)
        for ply in range(0, len(puzzle.line), 2):
            to = min(ply + 2, len(puzzle.line))
            await store.right(player_id, asked, ply, to, over=to == len(puzzle.line), guild_id=guild_id)
        await self._storage[PuzzlePostStore].record_solved(player_id, puzzle.id, first=first)

    # --- what is left to the bot ---------------------------------------------------------------------------

    async def _settle_in(self, now: datetime) -> None:
        """Order today's daily puzzle and a review of the latest game, and create the server's opponent."""
        guild_id, channel_id = self._place.guild_id, self._place.channel_id
        assert guild_id is not None
        await self._preferences.change_server(guild_id, "daily_channel", str(channel_id), manager=True)
        await self._storage[PuzzlePostStore].schedule(guild_id, now)
        name, game, text = OPPONENT
        await SavedOpponents(self._storage).save(
            guild_id, self._people[ORGANISER], name, GAMES[game], ComputerPlayer.parse(text)
        )
        ann = self._people["ann"]
        (latest,) = await self._storage[MyGamesStore].finished(ann.id, guild_id, 1)
        await self._storage[ReviewStore].begin(NewReview(latest.id, ann.id, guild_id, channel_id), 1)


def inhabitants(cafe: Cafe) -> tuple[dict[str, Person], Place]:
    server = cafe.people[0].guild.id
    people = {one.user.name: Person(one.id, one.user.global_name or "", server) for one in cafe.members}
    return people, Place(cafe.channel.id, server)


async def _main() -> None:
    cafe = Cafe.furnish(create_bot(Settings(), Runtime()), ShownMessages())
    with tempfile.TemporaryDirectory() as folder:
        content = packed(await played(Path(folder) / "demo.db", *inhabitants(cafe)))
    path = Path(past.__file__).with_name(past.FILE)
    path.write_bytes(content)
    print(f"{path.name}: {len(content)} bytes")


if __name__ == "__main__":
    asyncio.run(_main())
