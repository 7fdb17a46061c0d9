"""Deadlines of puzzle rushes and races, which the absences of the bot move like the clocks of games.

A short absence moves the deadline, that of a race for all its racers. After a longer one the player may have
gone, too: a rush waits with the time it had left until they are back, and a race, which can't wait for all of
its racers, is called off.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, func, select, true, update

from data.tables.puzzles import puzzle_races, puzzle_runs

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.share import Share

LONG_ABSENCE = timedelta(minutes=1)
"""Absences longer than this make a rush wait for its player, and call a race off."""

_RUNNING = (puzzle_runs.c.ended_at.is_(None), puzzle_runs.c.deadline.is_not(None))
_NEXT = select(func.min(puzzle_runs.c.deadline)).where(*_RUNNING, puzzle_runs.c.deadline > bindparam("now"))


def next_deadline(connection: Connection, share: Share, now: datetime) -> datetime | None:
    """Return when the next rush ends; None while none is in progress."""
    moment: datetime | None = connection.scalar(share.within(_NEXT, puzzle_runs.c.guild_id), {"now": now})
    return moment


def give_back(
    connection: Connection, share: Share, seen: datetime, now: datetime, tolerance: timedelta
) -> int:
    """Give an absence from `seen` until `now` back to rushes that were in progress, if it is longer than
    `tolerance`; returns how many changed.

    It is negative if the system clock was set back, which gains no player any time.
    """
    running = share.within(
        select(puzzle_runs.c.id, puzzle_runs.c.deadline, puzzle_runs.c.touched_at).where(
            *_RUNNING, puzzle_runs.c.race_id.is_(None)
        ),
        puzzle_runs.c.guild_id,
    )
    changed = 0
    for row in connection.execute(running).all():
        since = max(row.touched_at, seen)
        absence = now - since
        if abs(absence) <= tolerance or row.deadline <= since:
            continue
        this = update(puzzle_runs).where(puzzle_runs.c.id == row.id)
        if absence > LONG_ABSENCE:
            left = (row.deadline - since).total_seconds()
            connection.execute(this.values(deadline=None, seconds_left=left))
        else:
            connection.execute(this.values(deadline=row.deadline + absence, touched_at=now))
        changed += 1
    return changed + _give_back_to_races(connection, share, seen, now, tolerance)


class RaceTime(NamedTuple):
    """The moments at which a race begins and ends."""

    begins_at: datetime
    deadline: datetime

    def after_absence(self, since: datetime, now: datetime) -> RaceTime | None:
        """Return the time of a race after an absence; None: it is called off.

        What is left of the countdown and of the race is the same as before.
        """
        absence = now - since
        if absence > LONG_ABSENCE:
            return None
        begins_at = self.begins_at + absence if self.begins_at > since else self.begins_at
        return RaceTime(begins_at, self.deadline + absence)


def _give_back_to_races(
    connection: Connection, share: Share, seen: datetime, now: datetime, tolerance: timedelta
) -> int:
    touched = (
        select(func.max(puzzle_runs.c.touched_at))
        .where(puzzle_runs.c.race_id == puzzle_races.c.id)
        .scalar_subquery()
    )
    columns = (puzzle_races.c.id, puzzle_races.c.version, puzzle_races.c.begins_at, puzzle_races.c.deadline)
    running = select(*columns, touched.label("touched_at")).where(puzzle_races.c.state == "running")
    changed = 0
    for row in connection.execute(share.within(running, puzzle_races.c.guild_id)).all():
        since = max(row.touched_at or seen, seen)
        if abs(now - since) <= tolerance or row.deadline <= since:
            continue
        time = RaceTime(row.begins_at, row.deadline).after_absence(since, now)
        race: dict[str, object] = {"version": row.version + 1}
        runs: dict[str, object] = {"touched_at": now}
        which: ColumnElement[bool] = puzzle_runs.c.ended_at.is_(None)
        if time is None:
            race |= {"state": "cancelled", "reason": "absence", "finished_at": now}
            runs |= {"ended_at": func.coalesce(puzzle_runs.c.ended_at, now), "ending": "void"}
            which = true()
        else:
            race |= time._asdict()
            runs |= {"begun_at": time.begins_at, "deadline": time.deadline}
        connection.execute(update(puzzle_races).where(puzzle_races.c.id == row.id).values(**race))
        connection.execute(update(puzzle_runs).where(puzzle_runs.c.race_id == row.id, which).values(**runs))
        changed += 1
    return changed
