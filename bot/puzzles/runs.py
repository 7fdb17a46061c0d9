"""Runs of puzzles: streaks, harder until the first miss, and rushes, three minutes long, alone or in a race.

A run asks one puzzle after the other, the same difficulty for everyone, so that scores can be compared. Its
state is stored with every answer: a streak can be resumed at any time, and a rush's stored deadline decides
what still counts.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import NamedTuple

from bot.catalog import GAMES, GameKind
from bot.core.attempts import AttemptEvent, AttemptStep, tapped
from bot.core.background import Backoff, Timers
from bot.core.fields import Frozen
from bot.core.people import Person, Place, remember
from bot.core.refusals import Refusal, refusal
from bot.features import Kit
from bot.puzzles.puzzles import PuzzleGone, Trial, draw_near, kind_of_last, listed_in
from data.db.errors import AttemptChanged
from data.db.registry import Signal
from data.games.clocks import ClockStore
from data.puzzles.puzzles import PuzzleStore
from data.puzzles.races import PuzzleRaceStore, Racer, RaceRecord
from data.puzzles.runs import RUSH_TIME, Best, NewRun, PuzzleRunStore, Run, RunEnding, RunKind
from engine import Position, puzzles
from languages import gettext_noop

MIN_RACERS, MAX_RACERS = 2, 20

LOBBY_TIME = timedelta(minutes=10)
"""Time after which a race starts automatically. The private messages of those who join can be edited for 15
minutes, so their boards appear there."""

COUNTDOWN = timedelta(seconds=10)
"""Time between the tap on Start and the first puzzle."""

GRACE = timedelta(seconds=2)
"""Time after the deadline in which taps are processed that were received before."""

MAX_PUZZLES = 80
"""Puzzles of a race, more than anyone solves in three minutes."""

MIN_PUZZLES = 20
"""Minimum puzzles that none of the racers has seen."""

BAR_LENGTH = 10

_NEVER = datetime.max.replace(tzinfo=UTC)


class NoRunPuzzles(Refusal):
    text = gettext_noop(
        "You've seen all my {title} puzzles recently. They come back after 30 days; "
        "until then, try another game."
    )
    title: str


RunGone = refusal("This run is no longer available. For a new one: `/puzzle run:streak`.")
RunNotBegun = refusal("Not yet: wait for the start.")
NotYourRun = refusal("This is someone else's run. For one of yours: `/puzzle run:streak`.")


class Placed(NamedTuple):
    """A racer and their place, which those who are equal in everything share."""

    place: int
    racer: Racer


def ranked(racers: Iterable[Racer]) -> tuple[Placed, ...]:
    """Return the ranking: most puzzles solved, then fewest misses, then the earlier last solved puzzle."""

    def merit(racer: Racer) -> tuple[int, int, datetime]:
        return -racer.score, racer.misses, racer.solved_at or _NEVER

    placed: list[Placed] = []
    for number, racer in enumerate(sorted(racers, key=merit), start=1):
        same = bool(placed) and merit(placed[-1].racer) == merit(racer)
        placed.append(Placed(placed[-1].place if same else number, racer))
    return tuple(placed)


def bar_length(score: int, best: int) -> int:
    """Return the filled length of a racer's bar; only the leader's is full.

    >>> [bar_length(score, 40) for score in (0, 1, 39, 40)]
    [0, 1, 9, 10]
    """
    if score == 0:
        return 0
    return BAR_LENGTH if score == best else max(1, score * BAR_LENGTH // best)


def can_start(record: RaceRecord, player_id: int) -> bool:
    """Return whether a person may start a race: the organiser, or any racer once the organiser has left."""
    organiser = record.race.organiser_id
    if record.racer(organiser) is None:
        return record.racer(player_id) is not None
    return player_id == organiser


def is_done(record: RaceRecord, now: datetime) -> bool:
    """Return whether a race in progress is over: its time is, or all racers are done."""
    deadline = record.race.deadline
    is_late = deadline is not None and deadline + GRACE <= now
    return is_late or all(racer.ending is not None for racer in record.racers)


FIRST_RATING = 700.0
"""Rating of the first puzzle of a run."""

HARDER: Mapping[RunKind, float] = {RunKind.STREAK: 75.0, RunKind.RUSH: 40.0, RunKind.RACE: 40.0}
"""Rating points by which puzzles get harder with each one solved."""

LISTED = 5
"""Players in a list of records."""


NO_RETRIES = Backoff(RUSH_TIME, RUSH_TIME)
"""Timers need a back-off; the end of a rush is shown once."""


class RunStep(AttemptStep):
    """A run after something happened in it, and the attempt at its latest puzzle.

    `answered` is the attempt in which `move` was made.
    """

    run: Run
    trial: Trial
    answered: Trial | None = None
    move: str = ""

    @property
    def at(self) -> tuple[int, ...]:
        return () if self.run.over else (self.run.number, self.trial.attempt.ply)

    @property
    def position(self) -> Position:
        return self.trial.position


class RunRecords(Frozen):
    """The records with which a run that ended is compared: its player's, and its server's without it."""

    own: Best | None
    server: Best | None


class RecordList(Frozen):
    """The records of a kind of run: the player's own, and the best in the server."""

    kind: RunKind
    own: Best | None
    best: tuple[Best, ...]


Show = Callable[[RunStep], Awaitable[object]]
"""Shows a run in its message."""


class RaceAnswered(Signal[int, object]):
    """A racer has answered, by the id of the race."""


class PuzzleRuns:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._rng = kit.runtime.rng
        self._now = kit.now
        self._ends = Timers(lambda run_id: kit.background.spawn(self._end(run_id)), kit.rest, NO_RETRIES)
        self._shows: dict[int, Show] = {}
        self._race_answered = kit[RaceAnswered]

    async def start(self, who: Person, run_kind: RunKind, kind: GameKind | None, place: Place) -> RunStep:
        """Begin a run, or resume the player's unfinished one. Refused when there is no puzzle for it."""
        kind = kind or await self.usual_game(who)
        new = NewRun(who.id, run_kind, kind.key, listed_in(place))
        await self._storage[ClockStore].follow()
        run = await self._storage[PuzzleRunStore].unfinished(new)
        if run is not None:
            return await self._resume(who, run)
        puzzle = await self._draw(new, 0)
        if puzzle is None:
            raise NoRunPuzzles(kind.title)
        await remember(self._storage, who)
        run = await self._storage[PuzzleRunStore].begin(new, puzzle)
        self._schedule_deadline(run)
        return await self._step(run, AttemptEvent.BEGUN)

    async def open_in_race(self, who: Person, race_id: int) -> RunStep | None:
        """Show a player's run in a race that has begun; None if they have none."""
        await self._storage[ClockStore].follow()
        run = await self._storage[PuzzleRunStore].in_race(who.id, race_id)
        if run is None:
            return None
        is_first = run.number == 1 and run.attempt.ply == 0
        return await self._step(run, AttemptEvent.BEGUN if is_first else AttemptEvent.RESUMED)

    async def is_running(self, who: Person, run_kind: RunKind, kind: GameKind, place: Place) -> bool:
        new = NewRun(who.id, run_kind, kind.key, listed_in(place))
        return await self._storage[PuzzleRunStore].unfinished(new) is not None

    async def usual_game(self, who: Person) -> GameKind:
        """Return the game of a player's last run or puzzle."""
        last = await self._storage[PuzzleRunStore].last_game(who.id)
        if last is not None and last in GAMES:
            return GAMES[last]
        return kind_of_last(await self._storage[PuzzleStore].attempts(who.id))

    async def move(
        self, who: Person, run_id: int, number: int, ply: int, move: str, received_at: datetime
    ) -> RunStep:
        """Answer puzzle `number` of a run with a move, in the position after `ply` moves of its line.

        Whether that is in time is decided by the moment at which the bot received it.
        """

        async def load() -> RunStep:
            run = await self._current(who, run_id, received_at)
            if run.left is not None and not run.over:
                return await self._resume(who, run)
            is_late = run.ending is RunEnding.TIME and run.number == number
            return await self._step(run, AttemptEvent.LATE if is_late else AttemptEvent.OUTDATED)

        async def answer(step: RunStep) -> RunStep:
            run, trial, event = step.run, step.trial, step.trial.judge(move)
            right, over = event is not AttemptEvent.MISSED, event is AttemptEvent.SOLVED
            following = await self._following(run, run.score + over) if over or not right else None
            run = await self._storage[PuzzleRunStore].answer(
                run_id,
                number,
                ply,
                right=right,
                to=trial.following,
                over=over,
                following=following,
                at=received_at,
            )
            self._note(run)
            if run.ending is RunEnding.TIME:
                return await self._step(run, AttemptEvent.LATE)
            return replace(await self._step(run, event), answered=trial, move=move)

        return await tapped(load, (number, ply), answer, move)

    async def look(self, who: Person, run_id: int, event: AttemptEvent = AttemptEvent.RESUMED) -> RunStep:
        """Return a player's run as it is now."""
        return await self._step(await self._current(who, run_id), event)

    async def stop(self, who: Person, run_id: int, number: int) -> RunStep:
        """End a run at puzzle `number`, at its player's wish."""

        async def end(_: RunStep) -> RunStep:
            run = await self._storage[PuzzleRunStore].stop(run_id, number)
            self._note(run)
            return await self._step(run, AttemptEvent.STOPPED)

        return await tapped(partial(self.look, who, run_id, AttemptEvent.OUTDATED), (number,), end)

    def watch(self, run: Run, show: Show) -> None:
        """Call `show` when the time of a rush is over, unless the run is watched again or ends before.

        This is a courtesy for the player who waits: what counts is decided by the stored deadline.
        """
        self._ends.reset(run.id)
        self._shows.pop(run.id, None)
        if run.deadline is not None and not run.over:
            self._shows[run.id] = show
            self._ends.start(run.id, (run.deadline - self._now()).total_seconds() + GRACE.total_seconds())

    def close(self) -> None:
        """Watch no more rushes; they end with the next tap."""
        self._ends.close()
        self._shows.clear()

    async def _end(self, run_id: int) -> None:
        """Show that the time of a rush is over, if it still is in progress."""
        show = self._shows.pop(run_id, None)
        await self._storage[ClockStore].follow()
        run = await self._storage[PuzzleRunStore].find(run_id)
        # A race ends the runs that are left, at the same moment.
        if show is None or run is None or run.ending not in (None, RunEnding.TIME) or run.left is not None:
            return
        run = await self._storage[PuzzleRunStore].close_late(run_id)
        if run.over:
            await show(await self._step(run, AttemptEvent.OUTDATED))
        else:
            # An absence moved the deadline.
            self.watch(run, show)

    async def compare(self, run: Run) -> RunRecords:
        new, stored = run.new, self._storage[PuzzleRunStore]
        own = await stored.best_of(new.player_id, new.game, new.kind, but=run.id)
        if new.guild_id is None:
            return RunRecords(own, None)
        best = await stored.best_in(new.guild_id, new.game, new.kind, limit=1, but=run.id)
        return RunRecords(own, next(iter(best), None))

    async def records(self, who: Person, kind: GameKind, place: Place) -> tuple[RecordList, ...]:
        stored, guild_id, lists = self._storage[PuzzleRunStore], listed_in(place), []
        for run_kind in RunKind:
            own = await stored.best_of(who.id, kind.key, run_kind)
            best: tuple[Best, ...] = ()
            if guild_id is not None:
                best = await stored.best_in(guild_id, kind.key, run_kind, limit=LISTED)
            lists.append(RecordList(run_kind, own, best))
        return tuple(lists)

    def _note(self, run: Run) -> None:
        """Tell the listeners about a change in a race."""
        if run.new.race_id is not None:
            self._race_answered.tell(run.new.race_id)

    async def _current(self, who: Person, run_id: int, at: datetime | None = None) -> Run:
        """Return a player's run, ended if its time was over at a moment, by default now."""
        await self._storage[ClockStore].follow()
        run = await self._require(who, run_id)
        if run.begun_at > self._now():
            raise RunNotBegun
        if not run.over and run.deadline is not None and run.deadline <= (at or self._now()):
            return await self._storage[PuzzleRunStore].close_late(run_id)
        return run

    async def _require(self, who: Person, run_id: int) -> Run:
        run = await self._storage[PuzzleRunStore].find(run_id)
        if run is None or run.new.game not in GAMES:
            raise RunGone
        if run.new.player_id != who.id:
            raise NotYourRun
        return run

    async def _resume(self, who: Person, run: Run) -> RunStep:
        """Show a run again; one that waits for its player gets another puzzle and its remaining time."""
        if run.left is None:
            return await self._step(run, AttemptEvent.RESUMED)
        try:
            return await self._step(await self._exchange(run), AttemptEvent.BACK)
        except AttemptChanged:
            return await self.look(who, run.id, AttemptEvent.OUTDATED)

    async def _step(self, run: Run, event: AttemptEvent) -> RunStep:
        """Return a step of a run; a puzzle that this version does not have is exchanged."""
        puzzle = puzzles.find(run.attempt.puzzle)
        if puzzle is None and not run.over:
            run = await self._exchange(run)
            puzzle = puzzles.find(run.attempt.puzzle)
        if puzzle is None:
            raise PuzzleGone
        return RunStep(event, run, Trial(puzzle, run.attempt))

    async def _exchange(self, run: Run) -> Run:
        puzzle = await self._following(run, run.score)
        run = await self._storage[PuzzleRunStore].exchange(run.id, run.number, puzzle)
        self._schedule_deadline(run)
        return run

    async def _following(self, run: Run, solved: int) -> str | None:
        """Return the next puzzle of a run; None if none is left."""
        if run.new.race_id is None:
            return await self._draw(run.new, solved)
        return await self._storage[PuzzleRaceStore].puzzle(run.new.race_id, run.number + 1)

    async def _draw(self, new: NewRun, solved: int) -> str | None:
        """Draw a puzzle that the player has not seen recently; None if none is left."""
        seen = await self._storage[PuzzleRunStore].recent(new.player_id, new.guild_id)
        left = [puzzle for puzzle in puzzles.shipped(new.game) if puzzle.id not in seen]
        if not left:
            return None
        wanted = FIRST_RATING + HARDER[new.kind] * solved
        return draw_near(left, await self._storage[PuzzleStore].ratings(), wanted, self._rng).id

    def _schedule_deadline(self, run: Run) -> None:
        if run.deadline is not None:
            self._storage[ClockStore].schedule_deadline(run.deadline)
