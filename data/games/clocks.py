"""The stored clocks of games.

A clock runs for one side at a time; it is stopped before the game begins, while it is paused or put aside,
while a computer player is to move, and after the end.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Double, bindparam, case, func, select, type_coerce, update

from data.db.store import PAGE, Store, reading, upsert
from data.games.deadlines import Absence, next_deadlines
from data.games.records import Game, GameState
from data.games.time_control import NOTHING, GameClock, read_time_control
from data.tables.people import presence
from data.tables.playing import games

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, RowMapping

    from data.db.share import Share
    from data.db.store import Stores

_DUE = [
    select(games.c.id).where(column <= bindparam("now")).order_by(column, games.c.id).limit(PAGE)
    for column in (games.c.flag_at, games.c.warn_at)
]
_NEXT = [select(func.min(column)).where(column.is_not(None)) for column in (games.c.flag_at, games.c.warn_at)]

_SEEN = select(presence)
_LAST_PRESENCE = select(func.max(presence.c.seen_at))
_SEE_ALL = update(presence).values(seen_at=bindparam("now"))
_SEE_THESE = _SEE_ALL.where(presence.c.id.between(bindparam("first"), bindparam("last")))

_NOW, _LAST_SEEN, _TOLERANCE = (bindparam(name, type_=Double) for name in ("now", "seen", "tolerance"))
_RUNNING = {name: type_coerce(games.c[name], Double) for name in ("clock_since", "warn_at", "flag_at")}
_SINCE = _RUNNING["clock_since"]
# A clock started after the bot was last present loses less. This is negative if the system clock was set
# back, which gains no side any time.
_ABSENCE = _NOW - case((_SINCE > _LAST_SEEN, _SINCE), else_=_LAST_SEEN)
_NOT_TO_COUNT = (
    update(games)
    .where(games.c.flag_at.is_not(None), func.abs(_ABSENCE) > _TOLERANCE)
    .values(
        {**{name: moment + _ABSENCE for name, moment in _RUNNING.items()}, "version": games.c.version + 1}
    )
)


class ClockStore(Store):
    """The running clocks, and the absences that are not charged to any side."""

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._listener: Callable[[datetime], None] = lambda moment: None
        self._noted: datetime | None = None
        """Latest moment of presence that is known to be stored."""
        self._running = False
        """True if a clock may be running; then presence is noted every few seconds."""
        self._tolerance = NOTHING

    def watch(self, listener: Callable[[datetime], None]) -> None:
        """Call `listener` for each game stored with a running clock, with the time of its next reminder or
        end."""
        self._listener = listener

    def tell(self, game: Game) -> None:
        """Tell the listener about a stored game."""
        if game.clock is not None and game.clock.flag_at is not None:
            self._running = True
            self._listener(game.clock.warn_at or game.clock.flag_at)

    def schedule_deadline(self, deadline: datetime) -> None:
        """Tell the listener about the end of a puzzle rush or a countdown of a vote, to which absences are
        given back, too."""
        self._running = True
        self._listener(deadline)

    @reading
    def due(self, connection: Connection) -> tuple[int, ...]:
        """Return games whose side to move is out of time, then those with a reminder due; at most a page
        each."""
        queries = [self._database.share.within(query, games.c.guild_id) for query in _DUE]
        now = {"now": self._clock()}
        return tuple(
            dict.fromkeys(game_id for query in queries for game_id in connection.scalars(query, now))
        )

    async def next_due(self) -> datetime | None:
        """Return when the next side is out of time or to be reminded, or a puzzle rush or a countdown ends;
        None while no clock runs."""
        due = await self._database.read(self._next_due)
        self._running = due is not None
        return due

    def _next_due(self, connection: Connection) -> datetime | None:
        queries = [self._database.share.within(query, games.c.guild_id) for query in _NEXT]
        moments = [moment for query in queries if (moment := connection.scalar(query)) is not None]
        return min([*moments, *next_deadlines(connection, self._database.share, self._clock())], default=None)

    async def record_presence(self, tolerance: timedelta) -> int:
        """Note that people can move now; returns how many clocks changed.

        An absence longer than `tolerance` is given back to all running clocks. If the last presence is in the
        future, the system clock was set back, and the running clocks are set back with it.
        """
        now, share = self._clock(), self._database.share
        changed = await self._database.write(lambda c: _record_presence(c, now, tolerance, share))
        self._noted, self._tolerance = now, tolerance or self._tolerance
        return changed

    async def follow(self) -> None:
        """Set the clocks back if the system clock was, or on if it has leapt or the process was suspended.

        This has to happen before any of them is started or stopped: afterwards one cannot tell which were
        started before.
        """
        noted = self._noted or await self._database.read(lambda c: c.scalar(_LAST_PRESENCE)) or self._clock()
        self._noted = noted
        if self._clock() < noted:
            await self.record_presence(NOTHING)
        elif self._running and self._tolerance and self._clock() - noted > self._tolerance:
            await self.record_presence(self._tolerance)


def side_on_clock(game: Game) -> int | None:
    """Return the side whose time runs: that of a person to move in a game in progress."""
    paused = game.paused_at is not None or game.adjourned_at is not None
    if game.state is not GameState.PLAYING or paused:
        return None
    computer = game.seats[game.turn].computer or game.delegates[game.turn]
    return game.turn if computer is None else None


def clock_after(before: Game, after: Game, now: datetime) -> GameClock | None:
    """Return the clock after a change of a game; raises TimeUp for moves that came too late."""
    clock, side = before.clock, side_on_clock(after)
    if clock is None:
        return None
    if after.ply > before.ply:
        return clock.moved(now, side)
    if side == clock.side:
        return clock
    stopped = clock.stop(now)
    return stopped if side is None else stopped.run_for(side, now)


_COLUMNS = ("time_control", "first_left", "second_left", "clock_since", "warn_at", "flag_at")


def clock_columns(clock: GameClock | None) -> dict[str, Any]:
    if clock is None:
        return dict.fromkeys(_COLUMNS)
    first, second = clock.left
    return {
        "time_control": str(clock.control),
        "first_left": first.total_seconds(),
        "second_left": second.total_seconds(),
        "clock_since": clock.since,
        "warn_at": clock.warn_at,
        "flag_at": clock.flag_at,
    }


def read_clock(row: RowMapping) -> GameClock | None:
    """Return the clock in a row of `games`."""
    control = read_time_control(row["time_control"] or "")
    if control is None:
        return None
    since = row["clock_since"]
    return GameClock(
        control,
        (timedelta(seconds=row["first_left"]), timedelta(seconds=row["second_left"])),
        side=None if since is None else row["turn"],
        since=since,
        warned=since is not None and row["warn_at"] is None,
    )


def _record_presence(connection: Connection, now: datetime, tolerance: timedelta, share: Share) -> int:
    # A process with some of the shards notes each of them, so that other processes can do so later.
    known = {row.id - 1: row.seen_at for row in connection.execute(_SEEN)}
    # A shard that was never noted alone was served together with the first.
    seen = {shard: known.get(shard, known.get(0, now)) for shard in range(share.count)}
    missing = [{"id": shard + 1, "seen_at": moment} for shard, moment in seen.items() if shard not in known]
    if missing:
        connection.execute(upsert(connection, presence).on_conflict_do_nothing(), missing)
    mine = {"now": now} if share.whole else {"now": now, "first": share.first + 1, "last": share.last + 1}
    connection.execute(_SEE_ALL if share.whole else _SEE_THESE, mine)
    # A process with all servers cannot tell which shards were absent before.
    longest = max(known.values(), default=now) if share.whole else min(seen[shard] for shard in share.shards)
    if tolerance and NOTHING <= now - longest <= tolerance:
        # An absence begins with the last presence at the earliest, so none is longer.
        return 0
    moved = connection.execute(
        _NOT_TO_COUNT if share.whole else _NOT_TO_COUNT.where(share.condition(games.c.guild_id)),
        {"now": now.timestamp(), "seen": longest.timestamp(), "tolerance": tolerance.total_seconds()},
    )
    return int(moved.rowcount) + Absence(longest, now, tolerance).give_back(connection, share)
