"""Deadlines of puzzle rushes, which the absences of the bot move like the clocks of games.

A short absence moves the deadline. After a longer one the player may have gone, too: the rush waits with the
time it had left until they are back.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, select, update

from data.tables.puzzles import puzzle_runs

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.share import Share

LONG_ABSENCE = timedelta(minutes=1)
"""Absences longer than this make a rush wait for its player."""

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
        select(puzzle_runs.c.id, puzzle_runs.c.deadline, puzzle_runs.c.touched_at).where(*_RUNNING),
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
    return changed
