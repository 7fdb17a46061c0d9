"""Puzzle races: rushes of several people at once, who get the same puzzles in the same order.

The puzzles and the deadline are stored at the start. Then each racer has a run of their own
(`data.puzzles.runs`), with the deadline of the race.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import and_, delete, func, or_, select, text, update

from data.db.rows import add_row, insert_row, read_all, read_one, values_of
from data.db.store import CountLock, EventStore, hold_players, reading, take_turns, writing
from data.people.players import ensure_players
from data.puzzles.runs import RUSH_TIME, NewRun, RunEnding, RunKind, insert_run
from data.tables.puzzles import (
    RACE_ACTIVE,
    RACE_TO_ANNOUNCE,
    puzzle_racers,
    puzzle_races,
    puzzle_run_attempts,
    puzzle_runs,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Select

    from data.db.chores import Pending

RaceReason = Literal["few", "absence", "gone", "puzzles", "organiser"]
"""Why a race was cancelled: too few people, an absence of the bot, its channel was deleted, too few puzzles
that none of them has seen, or the organiser did it."""


class RaceState(StrEnum):
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class NewRace:
    """A race to be stored; it begins or is cancelled at `expires_at` at the latest."""

    guild_id: int
    channel_id: int
    organiser_id: int
    game: str
    expires_at: datetime
    rematch_of: int | None = None


@dataclass(frozen=True, slots=True)
class Race(NewRace):
    """A stored race; `version` grows with every change of it and of who takes part."""

    id: int = 0
    message_id: int | None = None
    digest: str | None = None
    state: RaceState = RaceState.OPEN
    puzzles: tuple[str, ...] = ()
    begins_at: datetime | None = None
    deadline: datetime | None = None
    reason: RaceReason | None = None
    announced: bool = False
    version: int = 0

    @property
    def over(self) -> bool:
        return self.state in (RaceState.FINISHED, RaceState.CANCELLED)


@dataclass(frozen=True, slots=True)
class Racer:
    """A person in a race with what they have reached; `solved_at` is the time of their last solved puzzle."""

    player_id: int
    score: int = 0
    misses: int = 0
    ending: RunEnding | None = None
    solved_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RaceRecord:
    """A race with its racers, in the order in which they joined."""

    race: Race
    racers: tuple[Racer, ...]

    def racer(self, player_id: int) -> Racer | None:
        """Return what a person has reached; None if they do not take part."""
        return next((racer for racer in self.racers if racer.player_id == player_id), None)


class RaceChanged(Exception):  # noqa: N818 - another change was faster, not an error
    """The race is not as the caller saw it."""


class RaceThere(Exception):  # noqa: N818 - an ordinary answer, not an error
    """A race that is not over is in the way: one in the channel, or one in which the person is."""

    def __init__(self, race: Race) -> None:
        super().__init__(f"race {race.id} is in progress")
        self.race = race


def races_in_progress(pending: Pending) -> ColumnElement[bool]:
    """True while races are in progress, or wait to be announced."""
    of = puzzle_races.c.guild_id
    return or_(*(pending.here(of, text(which)) for which in (RACE_ACTIVE, RACE_TO_ANNOUNCE)))


class PuzzleRaceStore(EventStore):
    table = puzzle_races
    active_where = RACE_ACTIVE
    to_announce_where = RACE_TO_ANNOUNCE
    changed = RaceChanged

    @reading
    def find(self, connection: Connection, race_id: int) -> RaceRecord | None:
        return _find(connection, race_id)

    @reading
    def rematch(self, connection: Connection, race_id: int) -> int | None:
        rematch_id: int | None = connection.scalar(_rematch(race_id))
        return rematch_id

    @reading
    def puzzle(self, connection: Connection, race_id: int, number: int) -> str | None:
        """Return a puzzle of a race by its number, from 1; None after the last one."""
        chosen = str(connection.scalar(select(puzzle_races.c.puzzles).where(puzzle_races.c.id == race_id)))
        return next(iter(chosen.split()[number - 1 : number]), None)

    @reading
    def active_in(self, connection: Connection, channel_id: int) -> tuple[int, ...]:
        """Return the races in a channel that are not over."""
        here = select(puzzle_races.c.id).where(puzzle_races.c.channel_id == channel_id, text(RACE_ACTIVE))
        return tuple(connection.scalars(here))

    @reading
    def of_person(self, connection: Connection, player_id: int) -> tuple[int, ...]:
        """Return the races whose message names a person."""
        mine = select(puzzle_racers.c.race_id).where(puzzle_racers.c.player_id == player_id)
        return tuple(connection.scalars(mine))

    @writing
    def create(self, connection: Connection, new: NewRace) -> int | None:
        """Store a race with its organiser; returns its id, or None if there is a rematch already.

        Raises RaceThere.
        """
        ensure_players(connection, [new.organiser_id])
        take_turns(connection, (CountLock.RACES, new.channel_id))
        hold_players(connection, [new.organiser_id])
        if new.rematch_of is not None and connection.scalar(_rematch(new.rematch_of)) is not None:
            return None
        here = select(puzzle_races).where(puzzle_races.c.channel_id == new.channel_id, text(RACE_ACTIVE))
        _require_none(connection, here)
        _require_free(connection, new.organiser_id)
        now = self._clock()
        values = values_of(new, state=RaceState.OPEN, created_at=now, announced=False, version=0)
        race_id = insert_row(connection, puzzle_races, values)
        _add(connection, race_id, new.organiser_id, now)
        return race_id

    @writing
    def join(self, connection: Connection, record: RaceRecord, player_id: int) -> None:
        """Let a person take part. Raises RaceChanged and RaceThere."""
        self._advance(connection, record.race)
        ensure_players(connection, [player_id])
        hold_players(connection, [player_id])
        _require_free(connection, player_id)
        _add(connection, record.race.id, player_id, self._clock())

    @writing
    def leave(self, connection: Connection, record: RaceRecord, player_id: int) -> None:
        """Let a person no longer take part. Raises RaceChanged."""
        self._advance(connection, record.race)
        mine = (puzzle_racers.c.race_id == record.race.id, puzzle_racers.c.player_id == player_id)
        connection.execute(delete(puzzle_racers).where(*mine))

    @writing
    def start(
        self, connection: Connection, record: RaceRecord, puzzles: Sequence[str], begins_at: datetime
    ) -> datetime:
        """Begin a race with a run for each racer; returns its deadline. Raises RaceChanged."""
        race, deadline = record.race, begins_at + RUSH_TIME
        chosen = {"puzzles": " ".join(puzzles), "begins_at": begins_at, "deadline": deadline}
        self._advance(connection, race, state=RaceState.RUNNING, **chosen)
        for racer in record.racers:
            new = NewRun(racer.player_id, RunKind.RACE, race.game, race.guild_id, race.id)
            insert_run(connection, new, puzzles[0], begins_at, deadline, self._clock())
        return deadline

    @writing
    def finish(self, connection: Connection, record: RaceRecord) -> None:
        """End a race whose time is over, or whose racers all are done. Raises RaceChanged."""
        now = self._clock()
        self._advance(connection, record.race, state=RaceState.FINISHED, finished_at=now)
        left = (puzzle_runs.c.race_id == record.race.id, puzzle_runs.c.ended_at.is_(None))
        connection.execute(update(puzzle_runs).where(*left).values(ended_at=now, ending=RunEnding.TIME))

    @writing
    def cancel(self, connection: Connection, record: RaceRecord, reason: RaceReason) -> None:
        """End a race without a result: none of its runs is a record. Raises RaceChanged."""
        now = self._clock()
        self._advance(connection, record.race, state=RaceState.CANCELLED, reason=reason, finished_at=now)
        ended = {"ended_at": func.coalesce(puzzle_runs.c.ended_at, now), "ending": RunEnding.VOID}
        connection.execute(update(puzzle_runs).where(puzzle_runs.c.race_id == record.race.id).values(**ended))


def _rematch(race_id: int) -> Any:
    return select(puzzle_races.c.id).where(puzzle_races.c.rematch_of == race_id)


def _add(connection: Connection, race_id: int, player_id: int, now: datetime) -> None:
    values = {"race_id": race_id, "player_id": player_id, "joined_at": now}
    add_row(connection, puzzle_racers, values)


def _require_none(connection: Connection, races: Select[Any]) -> None:
    there = read_one(connection, Race, races.limit(1))
    if there is not None:
        raise RaceThere(there)


def _require_free(connection: Connection, player_id: int) -> None:
    """Raise RaceThere if a person is in a race that is not over, at least for them."""
    mine = and_(puzzle_runs.c.race_id == puzzle_races.c.id, puzzle_runs.c.player_id == player_id)
    busy = (
        select(puzzle_races)
        .join(puzzle_racers, puzzle_racers.c.race_id == puzzle_races.c.id)
        .outerjoin(puzzle_runs, mine)
        .where(puzzle_racers.c.player_id == player_id, text(RACE_ACTIVE), puzzle_runs.c.ended_at.is_(None))
    )
    _require_none(connection, busy)


def _find(connection: Connection, race_id: int) -> RaceRecord | None:
    race = read_one(connection, Race, select(puzzle_races).where(puzzle_races.c.id == race_id))
    if race is None:
        return None
    last = (
        select(func.max(puzzle_run_attempts.c.solved_at))
        .where(puzzle_run_attempts.c.run_id == puzzle_runs.c.id)
        .scalar_subquery()
    )
    of_racer = and_(
        puzzle_runs.c.race_id == puzzle_racers.c.race_id,
        puzzle_runs.c.player_id == puzzle_racers.c.player_id,
    )
    racers = (
        select(
            puzzle_racers.c.player_id,
            func.coalesce(puzzle_runs.c.score, 0).label("score"),
            func.coalesce(puzzle_runs.c.misses, 0).label("misses"),
            puzzle_runs.c.ending,
            last.label("solved_at"),
        )
        .outerjoin(puzzle_runs, of_racer)
        .where(puzzle_racers.c.race_id == race_id)
        .order_by(puzzle_racers.c.joined_at, puzzle_racers.c.player_id)
    )
    return RaceRecord(race, read_all(connection, Racer, racers))
