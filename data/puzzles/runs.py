"""Runs of puzzles: streaks, which end with the first miss, and rushes, which end with their time, alone or in
a race (`data.puzzles.races`).

A run is a row of attempts, one after the other. They are not rated; a run's score is the number of puzzles
solved, and the best of a person or a server is their record.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import delete, exists, func, insert, or_, select, update

from data.db.errors import AttemptChanged
from data.db.rows import column, insert_row, read_all, record_of, values_of
from data.db.store import Store, hold_players, reading, writing
from data.people.players import ensure_players
from data.people.role_links import record_figures
from data.puzzles.puzzles import Attempt, FirstResult, locked
from data.tables.puzzles import (
    puzzle_attempts,
    puzzle_posts,
    puzzle_races,
    puzzle_run_attempts,
    puzzle_runs,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Connection, RowMapping

    from data.db.chores import Pending

RUSH_TIME = timedelta(minutes=3)

MAX_MISSES: Mapping[str, int] = {"streak": 1, "rush": 3, "race": 3}
"""Misses that end a run, by kind."""

RECENT = timedelta(days=30)
"""Time for which a puzzle is not asked again in a run, and for which attempts in runs are stored."""


IS_VALID = or_(puzzle_runs.c.ending.is_(None), puzzle_runs.c.ending != "void")
"""Condition that a run can be a record."""


class RunKind(StrEnum):
    STREAK = "streak"
    RUSH = "rush"
    RACE = "race"


class RunEnding(StrEnum):
    MISS = "miss"
    TIME = "time"
    SUPPLY = "supply"
    """There was no puzzle left."""
    STOPPED = "stopped"
    """The player gave up."""
    VOID = "void"
    """The race was called off; the run is no record."""


@dataclass(frozen=True, slots=True)
class NewRun:
    """A run to be begun; `guild_id` is the server whose record it may become, `race_id` the race it is in."""

    player_id: int
    kind: RunKind
    game: str
    guild_id: int | None
    race_id: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """A run, with the attempt at its latest puzzle, which has the number `number`, from 1.

    A rush in progress has a `deadline`, or, while it waits for its player after an outage, the time `left`.
    `results` are those of all its attempts, in order.
    """

    id: int
    new: NewRun
    begun_at: datetime
    deadline: datetime | None
    left: timedelta | None = field(
        metadata=column("seconds_left", lambda left: timedelta(seconds=left), timedelta.total_seconds)
    )
    ending: RunEnding | None
    score: int
    misses: int
    number: int
    attempt: Attempt
    results: tuple[FirstResult | None, ...]

    @property
    def over(self) -> bool:
        return self.ending is not None


@dataclass(frozen=True, slots=True)
class Best:
    player_id: int
    score: int
    begun_at: datetime


def old_runs(pending: Pending) -> ColumnElement[bool]:
    """True while attempts in runs wait to be forgotten, or abandoned rushes to be ended."""
    abandoned = puzzle_runs.c.deadline < pending.ago(RECENT)
    return or_(
        pending.anywhere(puzzle_run_attempts.c.run_id, is_old(pending.ago(RECENT))),
        pending.anywhere(puzzle_runs.c.id, puzzle_runs.c.ended_at.is_(None), abandoned),
        pending.anywhere(puzzle_races.c.id, is_old_race(pending.ago(RECENT))),
    )


class PuzzleRunStore(Store):
    @reading
    def find(self, connection: Connection, run_id: int) -> Run | None:
        return _find(connection, puzzle_runs.c.id == run_id)

    @reading
    def unfinished(self, connection: Connection, new: NewRun) -> Run | None:
        """Return a person's unfinished run of a kind and game; None for a rush whose time is over."""
        run = _unfinished(connection, new)
        return None if run is None or _is_late(run, self._clock()) else run

    @reading
    def in_race(self, connection: Connection, player_id: int, race_id: int) -> Run | None:
        return _find(connection, puzzle_runs.c.player_id == player_id, puzzle_runs.c.race_id == race_id)

    @reading
    def recent(self, connection: Connection, player_id: int, guild_id: int | None) -> frozenset[str]:
        """Return the puzzles not to be asked in a person's run: those they have seen recently, and the daily
        ones of a server whose answer is still secret."""
        since = self._clock() - RECENT
        alone = select(puzzle_attempts.c.puzzle).where(
            puzzle_attempts.c.player_id == player_id, puzzle_attempts.c.begun_at >= since
        )
        secret = select(puzzle_posts.c.puzzle).where(
            puzzle_posts.c.guild_id == guild_id, puzzle_posts.c.day.is_not(None), ~puzzle_posts.c.answered
        )
        puzzles = {*connection.scalars(alone), *_seen_in_runs(connection, player_id)}
        return frozenset(puzzles if guild_id is None else {*puzzles, *connection.scalars(secret)})

    @reading
    def seen(self, connection: Connection, player_id: int) -> frozenset[str]:
        """Return the puzzles that a person has recently seen in runs."""
        return frozenset(_seen_in_runs(connection, player_id))

    @reading
    def answered(self, connection: Connection, player_id: int, puzzle: str) -> Attempt | None:
        """Return a person's latest attempt at a puzzle in a run, if that is over."""
        result = connection.execute(
            select(puzzle_run_attempts, puzzle_runs.c.game)
            .join(puzzle_runs, puzzle_runs.c.id == puzzle_run_attempts.c.run_id)
            .where(
                puzzle_run_attempts.c.player_id == player_id,
                puzzle_run_attempts.c.puzzle == puzzle,
                or_(puzzle_run_attempts.c.result.is_not(None), puzzle_runs.c.ended_at.is_not(None)),
            )
            .order_by(puzzle_run_attempts.c.run_id.desc())
            .limit(1)
        )
        row = result.mappings().one_or_none()
        return None if row is None else _attempt(row)

    @writing
    def begin(self, connection: Connection, new: NewRun, puzzle: str) -> Run:
        """Begin a run with a puzzle; returns the unfinished one if there is one."""
        ensure_players(connection, [new.player_id])
        hold_players(connection, [new.player_id])
        run, now = _unfinished(connection, new), self._clock()
        if run is not None and not _is_late(run, now):
            return run
        if run is not None:
            _end(connection, run, RunEnding.TIME, now)
        deadline = now + RUSH_TIME if new.kind is RunKind.RUSH else None
        return _load(connection, insert_run(connection, new, puzzle, now, deadline, now))

    @writing
    def answer(
        self,
        connection: Connection,
        run_id: int,
        number: int,
        ply: int,
        *,
        right: bool,
        to: int,
        over: bool,
        following: str | None,
        at: datetime | None = None,
    ) -> Run:
        """Note an answer to puzzle `number` of a run, after `ply` moves of its line; returns the run.

        It was received `at` a moment, by default now, which decides whether it is in time. A right one makes
        `to` moves, and solves the puzzle if that is all (`over`). Then, and after a miss, `following` is the
        next puzzle; None: there is none left. After its deadline a rush ends without it.
        Raises AttemptChanged if the run is at another position, waits or is over.
        """
        run, now = _require(connection, run_id, number), self._clock()
        at = now if at is None else min(at, now)
        if _is_late(run, at):
            _end(connection, run, RunEnding.TIME, now)
            return _load(connection, run_id)
        if run.attempt.ply != ply or run.left is not None:
            raise AttemptChanged
        solved, missed = right and over, not right
        values: dict[str, object] = {"ply": to} if right else {"result": "failed"}
        if solved:
            values |= {"result": "solved", "solved_at": at}
        connection.execute(update(puzzle_run_attempts).where(*_latest(run)).values(**values))
        this = puzzle_runs.c.id == run_id
        score, misses = run.score + solved, run.misses + missed
        connection.execute(update(puzzle_runs).where(this).values(score=score, misses=misses, touched_at=now))
        if solved:
            record_figures(connection, [run.new.player_id], now)
        if missed and misses >= MAX_MISSES[run.new.kind]:
            _end(connection, run, RunEnding.MISS, now)
        elif solved or missed:
            _ask_next(connection, run, following, now)
        return _load(connection, run_id)

    @writing
    def stop(self, connection: Connection, run_id: int, number: int) -> Run:
        """End a run at puzzle `number` before its end. Raises AttemptChanged like `answer`."""
        run, now = _require(connection, run_id, number), self._clock()
        _end(connection, run, RunEnding.TIME if _is_late(run, now) else RunEnding.STOPPED, now)
        return _load(connection, run_id)

    @writing
    def close_late(self, connection: Connection, run_id: int) -> Run:
        """End a rush if its time is over; returns the run."""
        run, now = _locked(connection, run_id), self._clock()
        if not run.over and _is_late(run, now):
            _end(connection, run, RunEnding.TIME, now)
        return _load(connection, run_id)

    @writing
    def exchange(self, connection: Connection, run_id: int, number: int, puzzle: str | None) -> Run:
        """Ask another puzzle in place of puzzle `number`, and let the time of a waiting rush run again; None:
        there is none left.

        So the time of an outage cannot be used to think. Raises AttemptChanged like `answer`.
        """
        run, now = _require(connection, run_id, number), self._clock()
        if run.left is not None:
            this = puzzle_runs.c.id == run_id
            again = {"deadline": now + run.left, "seconds_left": None, "touched_at": now}
            connection.execute(update(puzzle_runs).where(this).values(**again))
        if puzzle is not None:
            connection.execute(delete(puzzle_run_attempts).where(*_latest(run)))
        # Another number, so that buttons of the former puzzle are recognised.
        _ask_next(connection, run, puzzle, now)
        return _load(connection, run_id)

    @reading
    def best_of(
        self, connection: Connection, player_id: int, game: str, kind: RunKind, *, but: int = 0
    ) -> Best | None:
        """Return a person's best run, other than run `but`; None if they have solved no puzzle in one."""
        mine = (puzzle_runs.c.player_id == player_id, puzzle_runs.c.id != but)
        return next(iter(_best(connection, game, kind, 1, *mine)), None)

    @reading
    def best_in(
        self, connection: Connection, guild_id: int, game: str, kind: RunKind, *, limit: int, but: int = 0
    ) -> tuple[Best, ...]:
        """Return the best run of each person in a server, the best first; run `but` does not count."""
        there = (puzzle_runs.c.guild_id == guild_id, puzzle_runs.c.id != but)
        return _best(connection, game, kind, limit, *there)

    @reading
    def scores(self, connection: Connection, player_id: int) -> dict[tuple[str, RunKind], int]:
        """Return a person's best scores by game and kind."""
        rows = connection.execute(
            select(puzzle_runs.c.game, puzzle_runs.c.kind, func.max(puzzle_runs.c.score).label("score"))
            .where(puzzle_runs.c.player_id == player_id, puzzle_runs.c.score > 0, IS_VALID)
            .group_by(puzzle_runs.c.game, puzzle_runs.c.kind)
        )
        return {(row.game, RunKind(row.kind)): row.score for row in rows}

    @reading
    def last_game(self, connection: Connection, player_id: int) -> str | None:
        mine = select(puzzle_runs.c.game).where(puzzle_runs.c.player_id == player_id)
        game: str | None = connection.scalar(mine.order_by(puzzle_runs.c.id.desc()).limit(1))
        return game

    @writing
    def forget_old(self, connection: Connection) -> None:
        """End rushes whose time is over, and delete races and attempts of runs that ended, once they are not
        recent."""
        now = self._clock()
        connection.execute(
            update(puzzle_runs)
            .where(puzzle_runs.c.ended_at.is_(None), puzzle_runs.c.deadline < now - RECENT)
            .values(ended_at=now, ending=RunEnding.TIME)
        )
        connection.execute(delete(puzzle_run_attempts).where(is_old(now - RECENT)))
        connection.execute(delete(puzzle_races).where(is_old_race(now - RECENT)))


def is_old(before: object) -> ColumnElement[bool]:
    """Return a condition that an attempt in a run that ended was begun before a moment."""
    # Each run is looked up: a list of all ended ones grows for ever.
    ended = exists().where(
        puzzle_runs.c.id == puzzle_run_attempts.c.run_id, puzzle_runs.c.ended_at.is_not(None)
    )
    return (puzzle_run_attempts.c.begun_at < before) & ended


def is_old_race(before: object) -> ColumnElement[bool]:
    """Return a condition that a race ended before a moment, and that its message shows so."""
    return (puzzle_races.c.finished_at < before) & puzzle_races.c.announced


def _seen_in_runs(connection: Connection, player_id: int) -> set[str]:
    # Older ones are deleted; those of an unfinished run are kept.
    mine = puzzle_run_attempts.c.player_id == player_id
    return {*connection.scalars(select(puzzle_run_attempts.c.puzzle).where(mine))}


def _unfinished(connection: Connection, new: NewRun) -> Run | None:
    return _find(
        connection,
        puzzle_runs.c.player_id == new.player_id,
        puzzle_runs.c.game == new.game,
        puzzle_runs.c.kind == new.kind,
        puzzle_runs.c.ended_at.is_(None),
    )


def _is_late(run: Run, now: datetime) -> bool:
    return run.deadline is not None and run.deadline <= now


def _locked(connection: Connection, run_id: int) -> Run:
    find = partial(_find, connection, puzzle_runs.c.id == run_id)
    return locked(connection, find, lambda run: run.new.player_id)


def _require(connection: Connection, run_id: int, number: int) -> Run:
    """Return an unfinished run, locked, if it is at puzzle `number`; raises AttemptChanged otherwise."""
    run = _locked(connection, run_id)
    if run.over or run.number != number:
        raise AttemptChanged
    return run


def insert_run(
    connection: Connection,
    new: NewRun,
    puzzle: str,
    begun_at: datetime,
    deadline: datetime | None,
    now: datetime,
) -> int:
    """Store a run with its first puzzle; returns its id."""
    values = values_of(new, begun_at=begun_at, touched_at=now, deadline=deadline, score=0, misses=0)
    run_id = insert_row(connection, puzzle_runs, values)
    _ask(connection, run_id, new.player_id, 1, puzzle, begun_at)
    return run_id


def _ask(
    connection: Connection, run_id: int, player_id: int, number: int, puzzle: str, now: datetime
) -> None:
    asked = {"run_id": run_id, "number": number, "player_id": player_id, "puzzle": puzzle}
    connection.execute(insert(puzzle_run_attempts).values(**asked, begun_at=now, ply=0))


def _ask_next(connection: Connection, run: Run, puzzle: str | None, now: datetime) -> None:
    """Ask the next puzzle of a run, which ends if there is none."""
    if puzzle is None:
        _end(connection, run, RunEnding.SUPPLY, now)
    else:
        _ask(connection, run.id, run.new.player_id, run.number + 1, puzzle, now)


def _latest(run: Run) -> tuple[ColumnElement[bool], ...]:
    """Return conditions for the latest attempt of a run."""
    return puzzle_run_attempts.c.run_id == run.id, puzzle_run_attempts.c.number == run.number


def _end(connection: Connection, run: Run, ending: RunEnding, now: datetime) -> None:
    this = puzzle_runs.c.id == run.id
    connection.execute(update(puzzle_runs).where(this).values(ended_at=now, ending=ending))


def _best(
    connection: Connection, game: str, kind: RunKind, limit: int, *which: ColumnElement[bool]
) -> tuple[Best, ...]:
    runs = (
        select(
            puzzle_runs.c.player_id,
            puzzle_runs.c.score,
            puzzle_runs.c.begun_at,
            func.row_number()
            .over(
                partition_by=puzzle_runs.c.player_id,
                order_by=(puzzle_runs.c.score.desc(), puzzle_runs.c.begun_at, puzzle_runs.c.id),
            )
            .label("place"),
        )
        .where(
            puzzle_runs.c.game == game,
            puzzle_runs.c.kind == kind,
            puzzle_runs.c.score > 0,
            IS_VALID,
            *which,
        )
        .subquery()
    )
    in_order = (runs.c.score.desc(), runs.c.begun_at, runs.c.player_id)
    return read_all(connection, Best, select(runs).where(runs.c.place == 1).order_by(*in_order).limit(limit))


def _load(connection: Connection, run_id: int) -> Run:
    run = _find(connection, puzzle_runs.c.id == run_id)
    assert run is not None
    return run


def _find(connection: Connection, *which: ColumnElement[bool]) -> Run | None:
    row = connection.execute(select(puzzle_runs).where(*which)).mappings().one_or_none()
    if row is None:
        return None
    attempts = connection.execute(
        select(puzzle_run_attempts, puzzle_runs.c.game)
        .join(puzzle_runs, puzzle_runs.c.id == puzzle_run_attempts.c.run_id)
        .where(puzzle_run_attempts.c.run_id == row["id"])
        .order_by(puzzle_run_attempts.c.number)
    )
    rows = attempts.mappings().all()
    if not rows:
        # An old run, of which only the result is left.
        return None
    return record_of(
        Run,
        row,
        number=rows[-1]["number"],
        attempt=_attempt(rows[-1]),
        results=tuple(attempt["result"] for attempt in rows),
    )


def _attempt(row: RowMapping) -> Attempt:
    shown = row["result"] == "failed"
    return record_of(Attempt, row, value_before=None, value_after=None, shown=shown, trace="")
