"""How strong are two computer players? Many games between them, played where and when nobody is in need.

The games are work aside (`SearchPool.work_aside`), in pieces of a second, so that people's games are never
slowed by it and everything else that works aside gets its turn. After every piece the results are stored, so
after a restart a comparison goes on with the game it was at. There is one at a time in a server.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from enum import Enum

import structlog

from bot import refusals
from bot.catalog import GAMES, GameKind
from bot.computer.pool import SearchPool
from bot.games.people import Person, Place
from bot.matches.exhibitions import Rest
from bot.opponents.specs import opponent, require_player
from data import Measurement, NewMeasurement, Storage
from engine import StopFlag
from engine.players.openings import random_openings
from engine.players.resumable_match import ResumableMatch

log = structlog.get_logger(__name__)

MOST_GAMES = 200
USUAL_GAMES = 40

MOVE_SECONDS = 0.25
"""The most a player may think about a move."""

OPENING_PLIES = 6
"""Moves drawn by lot at the beginning of a game; the next game begins with the same ones."""

PIECE_SECONDS = 1.0
"""How long the games go on before other work aside gets its turn."""

SHOW_EVERY = 5.0
"""Seconds from one showing of the progress to the next: a channel takes about five edits in five seconds."""

RETRY_SECONDS = 30.0
"""How long to wait with showing the result again when it did not arrive."""

TRIES = 2
"""So many faults of ours end a comparison."""

LETTERS = {1.0: "w", 0.5: "d", 0.0: "l"}
OUTCOMES = {letter: outcome for outcome, letter in LETTERS.items()}


class Phase(Enum):
    """How far a comparison is."""

    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Report:
    """A comparison as people are shown it; `seconds_left` is a guess, None before there is one."""

    measurement: Measurement
    phase: Phase = Phase.RUNNING
    seconds_left: float | None = None


class Unseen(Exception):  # noqa: N818 - somebody wanted it gone
    """Nobody can see a comparison any more: its message was deleted, or the bot may not write there."""


Show = Callable[[Report], Awaitable[int | None]]
"""Shows how far a comparison is; returns the id of the message that shows it, or None when showing it failed
and is to be tried again. Raises Unseen."""


@dataclass(eq=False, slots=True)
class _Run:
    """A comparison that is being played."""

    measurement: Measurement
    begun: float
    shown_at: float
    stored: Measurement
    phase: Phase = Phase.RUNNING
    piece: asyncio.Task[None] | None = None
    done_before: int = field(init=False)

    def __post_init__(self) -> None:
        self.done_before = len(self.measurement.results)

    def report(self, now: float) -> Report:
        """What to show of it."""
        played = len(self.measurement.results)
        left = None
        if played > self.done_before:
            pace = (now - self.begun) / (played - self.done_before)
            left = pace * (self.measurement.asked.games - played)
        return Report(self.measurement, self.phase, left)


class Strength:
    """Compares computer players; `show` brings it to people."""

    def __init__(
        self,
        storage: Storage,
        pool: SearchPool,
        show: Show,
        *,
        rest: Rest = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._storage = storage
        self._pool = pool
        self._show = show
        self._rest = rest
        self._clock = clock
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
    ) -> Measurement:
        """Store a comparison; it is played from `go_on` on.

        `games` is made even: each opening is played twice. Refused while another one is under way in the same
        server.
        """
        for player in players:
            require_player(kind, player)
        measurement, begun = await self._storage.begin_measurement(
            NewMeasurement(
                guild_id=place.guild_id,
                channel_id=place.channel_id,
                asker_id=who.id,
                game=kind.key,
                options=options,
                first=players[0],
                second=players[1],
                games=games + games % 2,
                seed=random.getrandbits(32),
            )
        )
        if not begun:
            asked = measurement.asked
            raise refusals.StrengthTestHere(
                asked.asker_id, Place(asked.channel_id, asked.guild_id), measurement.message_id
            )
        self._beginning.add(measurement.id)
        return measurement

    def go_on(self, measurement: Measurement, message_id: int | None = None) -> None:
        """Play a comparison, from where it is; `message_id` is the message that shows it from now on."""
        self._beginning.discard(measurement.id)
        if self._closing or measurement.id in self._runs:
            return
        now = self._clock()
        shown = replace(measurement, message_id=message_id or measurement.message_id)
        run = self._runs[measurement.id] = _Run(shown, begun=now, shown_at=now, stored=measurement)
        task = asyncio.create_task(self._run(run), name=f"comparison {measurement.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def look_after(self) -> None:
        """Every comparison that is stored and is not being played goes on."""
        for measurement in await self._storage.measurements():
            if measurement.id not in self._beginning:
                self.go_on(measurement)

    async def cancel(self, measurement_id: int, who: Person, *, moderator: bool = False) -> None:
        """End a comparison before its time; for whoever asked for it, and for moderators of the channel."""
        await self.look_after()
        run = self._runs.get(measurement_id)
        if run is None or run.phase is not Phase.RUNNING:
            raise refusals.StrengthTestOver
        asker_id = run.measurement.asked.asker_id
        if asker_id != who.id and not moderator:
            raise refusals.NotYourStrengthTest(asker_id)
        run.phase = Phase.CANCELLED
        if run.piece is not None:
            run.piece.cancel()

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

    # --- one comparison ----------------------------------------------------------------------------------

    async def _run(self, run: _Run) -> None:
        try:
            await self._note(run)
            await self._play(run)
            if run.phase is Phase.RUNNING:
                if self._closing:
                    return
                run.phase = Phase.DONE
            await self._conclude(run)
        except Exception:
            log.exception("a comparison stands still; it goes on in a minute", comparison=run.measurement.id)
        finally:
            del self._runs[run.measurement.id]

    async def _play(self, run: _Run) -> None:
        """Play and show, until all is played or something ends it."""
        try:
            series = _series(run.measurement)
        except Exception:
            # Stored by another version, for instance.
            log.exception("a comparison could not be read", comparison=run.measurement.id)
            run.phase = Phase.FAILED
            return
        failures = 0
        while run.phase is Phase.RUNNING and not self._closing and not series.over:
            run.piece = asyncio.create_task(self._piece(series))
            await asyncio.wait({run.piece})
            error = None if run.piece.cancelled() else run.piece.exception()
            if error is not None:
                log.error("playing a comparison failed", comparison=run.measurement.id, exc_info=error)
                failures += 1
                if failures == TRIES and run.phase is Phase.RUNNING:
                    run.phase = Phase.FAILED
            results = "".join(LETTERS[outcome] for outcome in series.outcomes)
            run.measurement = replace(run.measurement, results=results)
            await self._note(run)
            if self._clock() - run.shown_at >= SHOW_EVERY and run.phase is Phase.RUNNING and not series.over:
                await self._bring_up_to_date(run)

    async def _piece(self, series: ResumableMatch) -> None:
        def work(seconds: float, stop: StopFlag) -> None:
            series.play_on(seconds, MOVE_SECONDS, stop)

        await self._pool.work_aside(work, PIECE_SECONDS)

    async def _conclude(self, run: _Run) -> None:
        """Show the result, and forget the comparison."""
        if run.phase is not Phase.DONE:
            await self._storage.end_measurement(run.measurement.id)
        while not (run.phase is Phase.UNSEEN or await self._bring_up_to_date(run)):
            if self._closing:
                return
            await self._rest(RETRY_SECONDS)
        await self._storage.end_measurement(run.measurement.id)

    async def _bring_up_to_date(self, run: _Run) -> bool:
        """Show how far it is; returns False when that did not arrive and is to be tried again."""
        try:
            message_id = await self._show(run.report(self._clock()))
        except Unseen:
            log.info("a comparison ends: nobody can see it", comparison=run.measurement.id)
            run.phase = Phase.UNSEEN
            return True
        run.shown_at = self._clock()
        if message_id is None:
            return False
        run.measurement = replace(run.measurement, message_id=message_id)
        await self._note(run)
        return True

    async def _note(self, run: _Run) -> None:
        if run.measurement != run.stored:
            await self._storage.note_measurement(run.measurement)
            run.stored = run.measurement


def _series(measurement: Measurement) -> ResumableMatch:
    """The games of a comparison, from the one it is at."""
    asked = measurement.asked
    kind = GAMES[asked.game]
    players = (opponent(kind, asked.first).player, opponent(kind, asked.second).player)
    openings = random_openings(kind.start(asked.options), OPENING_PLIES, random.Random(asked.seed))
    return ResumableMatch(
        players, openings, asked.games, (OUTCOMES[letter] for letter in measurement.results)
    )
