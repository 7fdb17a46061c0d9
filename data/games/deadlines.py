"""Ends of puzzle rushes, races and the countdowns of votes, which absences of the bot move like game clocks.

A short absence moves the deadline, that of a race for all its racers. After a longer one the player of a rush
may have gone, too: it waits with the time it had left until they are back, and a race, which can't wait for
all of its racers, is called off.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import bindparam, func, select, true, update

from data.tables.playing import vote_games
from data.tables.puzzles import puzzle_races, puzzle_runs

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

    from data.db.share import Share

LONG_ABSENCE = timedelta(minutes=1)
"""Absences longer than this make a rush wait for its player, and call a race off."""

_RUSHES = (puzzle_runs.c.ended_at.is_(None), puzzle_runs.c.deadline.is_not(None))
_COUNTDOWNS = (
    vote_games.c.ends_at.is_not(None),
    vote_games.c.decided.is_(None),
    vote_games.c.record != "done",
)
_NEXT_RUSH = select(func.min(puzzle_runs.c.deadline)).where(
    *_RUSHES, puzzle_runs.c.deadline > bindparam("now")
)
_NEXT_COUNTDOWN = select(func.min(vote_games.c.ends_at)).where(
    *_COUNTDOWNS, vote_games.c.ends_at > bindparam("now")
)


def next_deadlines(connection: Connection, share: Share, now: datetime) -> list[datetime]:
    """Return when the next rush and the next countdown end, if any are in progress."""
    queries = (
        share.within(_NEXT_RUSH, puzzle_runs.c.guild_id),
        share.of_games(_NEXT_COUNTDOWN, vote_games.c.game_id),
    )
    moments = (connection.scalar(query, {"now": now}) for query in queries)
    return [moment for moment in moments if moment is not None]


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


@dataclass(frozen=True, slots=True)
class Absence:
    """An absence from `seen` until `now`, given back to what ran meanwhile if it is longer than `tolerance`.

    It is negative if the system clock was set back, which gains no player any time.
    """

    seen: datetime
    now: datetime
    tolerance: timedelta

    def since(self, began: datetime, deadline: datetime) -> datetime | None:
        """Return the beginning of the part that is given back to what began then; None: nothing is."""
        since = max(began, self.seen)
        return since if abs(self.now - since) > self.tolerance and deadline > since else None

    def give_back(self, connection: Connection, share: Share) -> int:
        """Move the deadlines; returns how many changed."""
        kinds = (self._give_back_to_rushes, self._give_back_to_races, self._give_back_to_countdowns)
        return sum(give_back(connection, share) for give_back in kinds)

    def _give_back_to_rushes(self, connection: Connection, share: Share) -> int:
        columns = (puzzle_runs.c.id, puzzle_runs.c.deadline, puzzle_runs.c.touched_at)
        running = select(*columns).where(*_RUSHES, puzzle_runs.c.race_id.is_(None))
        changed = 0
        for row in connection.execute(share.within(running, puzzle_runs.c.guild_id)).all():
            if (since := self.since(row.touched_at, row.deadline)) is None:
                continue
            this = update(puzzle_runs).where(puzzle_runs.c.id == row.id)
            if self.now - since > LONG_ABSENCE:
                left = (row.deadline - since).total_seconds()
                connection.execute(this.values(deadline=None, seconds_left=left))
            else:
                deadline = row.deadline + (self.now - since)
                connection.execute(this.values(deadline=deadline, touched_at=self.now))
            changed += 1
        return changed

    def _give_back_to_races(self, connection: Connection, share: Share) -> int:
        races = puzzle_races.c
        touched = select(func.max(puzzle_runs.c.touched_at)).where(puzzle_runs.c.race_id == races.id)
        columns = (races.id, races.version, races.begins_at, races.deadline)
        running = select(*columns, touched.scalar_subquery().label("touched_at")).where(
            races.state == "running"
        )
        changed = 0
        for row in connection.execute(share.within(running, races.guild_id)).all():
            if (since := self.since(row.touched_at or self.seen, row.deadline)) is None:
                continue
            time = RaceTime(row.begins_at, row.deadline).after_absence(since, self.now)
            race: dict[str, object] = {"version": row.version + 1}
            runs: dict[str, object] = {"touched_at": self.now}
            which: ColumnElement[bool] = puzzle_runs.c.ended_at.is_(None)
            if time is None:
                race |= {"state": "cancelled", "reason": "absence", "finished_at": self.now}
                runs |= {"ended_at": func.coalesce(puzzle_runs.c.ended_at, self.now), "ending": "void"}
                which = true()
            else:
                race |= time._asdict()
                runs |= {"begun_at": time.begins_at, "deadline": time.deadline}
            connection.execute(update(puzzle_races).where(races.id == row.id).values(**race))
            connection.execute(
                update(puzzle_runs).where(puzzle_runs.c.race_id == row.id, which).values(**runs)
            )
            changed += 1
        return changed

    def _give_back_to_countdowns(self, connection: Connection, share: Share) -> int:
        running = select(vote_games.c.game_id, vote_games.c.ends_at, vote_games.c.seconds).where(*_COUNTDOWNS)
        changed = 0
        for row in connection.execute(share.of_games(running, vote_games.c.game_id)).all():
            began = row.ends_at - timedelta(seconds=row.seconds)
            if (since := self.since(began, row.ends_at)) is not None:
                this = update(vote_games).where(vote_games.c.game_id == row.game_id)
                connection.execute(this.values(ends_at=row.ends_at + (self.now - since)))
                changed += 1
        return changed
