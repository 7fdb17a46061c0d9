"""Strength tests: many games between two computer players, to tell which is the stronger one.

The games are played in the background (`SearchPool.run_in_background`), a second at a time, so they never
slow down people's games, and other such work gets its turn. Results are stored after every second; after a
restart a test continues with the game it was at. A server has one test at a time.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

import structlog

from bot import refusals
from bot.catalog import GAMES, GameKind
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.games.people import Person, Place
from bot.games.publisher import Request
from bot.messages.delivery import Delivered, Messenger
from bot.opponents.specs import opponent, require_player
from bot.preferences.preferences import HouseRules, Preferences
from bot.runtime import Monotonic, Rest
from data import NewStrengthTest, Storage, StrengthTest
from engine import Position, StopFlag
from engine.players.matches import MatchGame, ResumableMatch, random_openings
from executors.tasks import PlayOn

log = structlog.get_logger(__name__)

MOST_GAMES = 200
USUAL_GAMES = 40

MOVE_SECONDS = 0.25
"""The most a player may think about a move."""

OPENING_PLIES = 6
"""Random moves at the beginning of a game; the next game begins with the same ones."""

PIECE_SECONDS = 1.0
"""How long the games go on before other work aside gets its turn."""

SHOW_EVERY = 5.0
"""Seconds from one showing of the progress to the next: a channel takes about five edits in five seconds."""

RETRY_SECONDS = 30.0
"""How long to wait before the result is shown again, when it did not arrive."""

TRIES = 2
"""A strength test ends after so many faults of ours."""

LETTERS = {1.0: "w", 0.5: "d", 0.0: "l"}
OUTCOMES = {letter: outcome for outcome, letter in LETTERS.items()}


class Status(Enum):
    """How far a strength test is."""

    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class StrengthReport:
    """A strength test as people are shown it; `seconds_left` is a guess, None before there is one."""

    test: StrengthTest
    status: Status = Status.RUNNING
    seconds_left: float | None = None


@dataclass(eq=False, slots=True)
class _Run:
    """A strength test that is being played."""

    test: StrengthTest
    begun: float
    shown_at: float
    stored: StrengthTest
    status: Status = Status.RUNNING
    piece: asyncio.Task[None] | None = None
    done_before: int = field(init=False)

    def __post_init__(self) -> None:
        self.done_before = len(self.test.results)

    def report(self, now: float) -> StrengthReport:
        """What to show of it."""
        played = len(self.test.results)
        left = None
        if played > self.done_before:
            pace = (now - self.begun) / (played - self.done_before)
            left = pace * (self.test.asked.games - played)
        return StrengthReport(self.test, self.status, left)


class StrengthTests:
    """Plays many games between two computer players, to tell which is stronger."""

    def __init__(
        self,
        storage: Storage,
        pool: SearchPool,
        search_core: SearchCore,
        messenger: Messenger,
        *,
        house_rules: HouseRules | None = None,
        announce: Callable[[StrengthTest], object] = lambda test: None,
        rest: Rest = asyncio.sleep,
        clock: Monotonic = time.monotonic,
        rng: random.Random | None = None,
    ) -> None:
        self._storage = storage
        self._pool = pool
        self._search_core = search_core
        self._messenger = messenger
        self._house_rules = house_rules or HouseRules(Preferences(storage))
        self._announce = announce
        self._rest = rest
        self._clock = clock
        self._rng = rng or random.Random()
        self._beginning: set[int] = set()
        self._runs: dict[int, _Run] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    async def begin(
        self,
        kind: GameKind,
        place: Place,
        who: Person,
        players: tuple[str, str],
        games: int,
        options: str = "",
        *,
        moderator: bool = False,
    ) -> StrengthTest:
        """Store a strength test; it is played from `start` on.

        `games` is made even: each opening is played twice. Refused while another one is under way in the same
        server. `moderator` tells that the person moderates the channel.
        """
        first, second = (require_player(kind, player).spec for player in players)
        await self._house_rules.require_matches(place, who, moderator=moderator)
        test, begun = await self._storage.strength_tests.begin(
            NewStrengthTest(
                guild_id=place.guild_id,
                channel_id=place.channel_id,
                asker_id=who.id,
                game=kind.key,
                options=options,
                first=first,
                second=second,
                games=games + games % 2,
                seed=self._rng.getrandbits(32),
            )
        )
        if not begun:
            asked = test.asked
            raise refusals.StrengthTestHere(
                asked.asker_id, Place(asked.channel_id, asked.guild_id), test.message_id
            )
        self._beginning.add(test.id)
        return test

    async def start(self, test: StrengthTest, place: Place, request: Request) -> None:
        """Answer a request with the message of a stored test, and play it."""
        message_id = None
        try:
            sent = await self._messenger.answer(StrengthReport(test), place, request)
            message_id = sent.message_id
        finally:
            # Even if it could not be sent: the first results are then posted.
            self.go_on(test, message_id)

    def go_on(self, test: StrengthTest, message_id: int | None = None) -> None:
        """Play a strength test, from where it is; `message_id` is the message that shows it from now on."""
        self._beginning.discard(test.id)
        if self._closing or test.id in self._runs:
            return
        now = self._clock()
        shown = replace(test, message_id=message_id or test.message_id)
        run = self._runs[test.id] = _Run(shown, begun=now, shown_at=now, stored=test)
        task = asyncio.create_task(self._run(run), name=f"strength test {test.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def recover(self) -> None:
        """Every strength test that is stored and is not being played goes on."""
        for test in await self._storage.strength_tests.in_progress():
            if test.id not in self._beginning:
                self.go_on(test)

    async def cancel(self, test_id: int, who: Person, *, moderator: bool = False) -> None:
        """End a strength test before its time; for who asked for it, and moderators of the channel."""
        await self.recover()
        run = self._runs.get(test_id)
        if run is None or run.status is not Status.RUNNING:
            raise refusals.StrengthTestOver
        asker_id = run.test.asked.asker_id
        if asker_id != who.id and not moderator:
            raise refusals.NotYourStrengthTest(asker_id)
        run.status = Status.CANCELLED
        if run.piece is not None:
            run.piece.cancel()

    def rename(self, asker_id: int, name_id: int) -> None:
        """Somebody who asked for strength tests has another id from now on."""
        for run in self._runs.values():
            if run.test.asked.asker_id == asker_id:
                run.test = replace(run.test, asked=replace(run.test.asked, asker_id=name_id))

    async def close(self, seconds: float) -> None:
        """Play no further, and wait at most `seconds` until what was played is stored."""
        self._closing = True
        for run in self._runs.values():
            if run.piece is not None:
                run.piece.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        for task in self._tasks:
            task.cancel()

    # --- one strength test -------------------------------------------------------------------------------

    async def _run(self, run: _Run) -> None:
        try:
            await self._note(run)
            await self._play(run)
            if run.status is Status.RUNNING:
                if self._closing:
                    return
                run.status = Status.DONE
            await self._conclude(run)
        except Exception:
            log.exception("a strength test failed; will resume in a minute", strength_test=run.test.id)
        finally:
            del self._runs[run.test.id]

    async def _play(self, run: _Run) -> None:
        """Play and show, until all is played or something ends it."""
        try:
            match = _match(run.test)
        except Exception:
            # Stored by another version, for instance.
            log.exception("a strength test could not be read", strength_test=run.test.id)
            run.status = Status.FAILED
            return
        failures, before = 0, run.test
        await self._search_core.ready(run.test.asked.game)
        while run.status is Status.RUNNING and not self._closing and not match.over:
            run.piece = asyncio.create_task(self._piece(match))
            await asyncio.wait({run.piece})
            error = None if run.piece.cancelled() else run.piece.exception()
            if error is not None:
                log.error("playing a strength test failed", strength_test=run.test.id, exc_info=error)
                failures += 1
                if failures == TRIES and run.status is Status.RUNNING:
                    run.status = Status.FAILED
            results = "".join(LETTERS[outcome] for outcome in match.outcomes)
            played = match.played
            run.test = replace(
                run.test,
                results=results,
                nodes=(before.nodes[0] + played.nodes[0], before.nodes[1] + played.nodes[1]),
                moves=(before.moves[0] + played.moves[0], before.moves[1] + played.moves[1]),
            )
            await self._note(run)
            if self._clock() - run.shown_at >= SHOW_EVERY and run.status is Status.RUNNING and not match.over:
                await self._bring_up_to_date(run)

    async def _piece(self, match: ResumableMatch) -> None:
        def work(seconds: float, stop: StopFlag) -> None:
            match.play_on(seconds, MOVE_SECONDS, stop, self._play_on)

        await self._pool.run_in_background(work, PIECE_SECONDS)

    def _play_on(self, game: MatchGame, seconds: float, seconds_per_move: float, stop: StopFlag) -> MatchGame:
        """Have a game played on, wherever searches run."""
        return self._pool.executor.run(PlayOn(game, seconds_per_move), seconds, stop)

    async def _conclude(self, run: _Run) -> None:
        """Show the result, and forget the strength test."""
        if run.status is not Status.DONE:
            await self._storage.strength_tests.end(run.test.id)
        while not (run.status is Status.UNSEEN or await self._bring_up_to_date(run)):
            if self._closing:
                return
            await self._rest(RETRY_SECONDS)
        await self._storage.strength_tests.end(run.test.id)
        if run.status is Status.DONE:
            self._announce(run.test)

    async def _bring_up_to_date(self, run: _Run) -> bool:
        """Show how far it is; returns False when that did not arrive and is to be tried again."""
        asked = run.test.asked
        place = Place(asked.channel_id, asked.guild_id)
        shown = await self._messenger.show(run.report(self._clock()), place, run.test.message_id)
        if not isinstance(shown, Delivered) and shown.permanent:
            log.info("strength test ends: its message is gone", strength_test=run.test.id)
            run.status = Status.UNSEEN
            return True
        run.shown_at = self._clock()
        if not isinstance(shown, Delivered):
            return False
        run.test = replace(run.test, message_id=shown.message_id)
        await self._note(run)
        return True

    async def _note(self, run: _Run) -> None:
        if run.test != run.stored:
            await self._storage.strength_tests.note(run.test)
            run.stored = run.test


def _match(test: StrengthTest) -> ResumableMatch:
    """The games of a strength test, from the one it is at."""
    asked = test.asked
    kind = GAMES[asked.game]
    players = (opponent(kind, asked.first).player, opponent(kind, asked.second).player)
    openings = openings_of(kind, asked.options, random.Random(asked.seed))
    return ResumableMatch(players, openings, asked.games, (OUTCOMES[letter] for letter in test.results))


def openings_of(kind: GameKind, options: str, rng: random.Random) -> Iterator[Position]:
    """The positions that games begin with: random moves, or what a board has drawn by lot instead of them."""
    while True:
        drawn = kind.drawn(options, rng)
        plies = OPENING_PLIES if drawn == options else 0
        yield next(random_openings(kind.start(drawn), plies, rng))
