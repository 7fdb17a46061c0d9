"""Ends of the countdowns of votes, which the absences of the bot move like the clocks of games."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from data.tables.playing import vote_games

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

    from data.db.share import Share

_RUNNING = (vote_games.c.ends_at.is_not(None), vote_games.c.decided.is_(None), vote_games.c.record != "done")


def next_end(connection: Connection, share: Share, now: datetime) -> datetime | None:
    """Return when the next countdown ends; None while none runs."""
    query = select(func.min(vote_games.c.ends_at)).where(*_RUNNING, vote_games.c.ends_at > now)
    moment: datetime | None = connection.scalar(share.of_games(query, vote_games.c.game_id))
    return moment


def give_back(
    connection: Connection, share: Share, seen: datetime, now: datetime, tolerance: timedelta
) -> int:
    """Give an absence from `seen` until `now` back to countdowns that ran, if it is longer than `tolerance`;
    returns how many changed.

    It is negative if the system clock was set back.
    """
    running = select(vote_games.c.game_id, vote_games.c.ends_at, vote_games.c.seconds).where(*_RUNNING)
    changed = 0
    for row in connection.execute(share.of_games(running, vote_games.c.game_id)).all():
        since = max(row.ends_at - timedelta(seconds=row.seconds), seen)
        absence = now - since
        if abs(absence) <= tolerance or row.ends_at <= since:
            continue
        this = update(vote_games).where(vote_games.c.game_id == row.game_id)
        connection.execute(this.values(ends_at=row.ends_at + absence))
        changed += 1
    return changed
