"""The clocks of games: how they are stored and changed, inside a transaction that the caller holds."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Double, bindparam, func, select, text, update

from data.db.share import EVERYTHING, Share
from data.games.clock import NOTHING, GameClock
from data.games.records import Game, GameState
from data.games.time_control import read_time_control
from data.games.waiting import PAGE
from data.people.players import dialect_insert
from data.tables import games, presence

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sqlalchemy import Connection, RowMapping, TextClause

    from data.db.database import Database

_DUE = [
    select(games.c.id).where(column <= bindparam("now")).order_by(column, games.c.id).limit(PAGE)
    for column in (games.c.flag_at, games.c.warn_at)
]
_NEXT = [select(func.min(column)).where(column.is_not(None)) for column in (games.c.flag_at, games.c.warn_at)]

# A clock that was started after the bot was last seen loses less. It is negative where the time of day was
# set back: nobody gains by that.
_ABSENCE = ":now - CASE WHEN clock_since > :seen THEN clock_since ELSE :seen END"
_NOT_TO_COUNT = (
    f"UPDATE games SET clock_since = clock_since + ({_ABSENCE}), warn_at = warn_at + ({_ABSENCE}), "  # noqa: S608
    f"flag_at = flag_at + ({_ABSENCE}), version = version + 1 "
    f"WHERE flag_at IS NOT NULL AND ABS({_ABSENCE}) > :tolerance"
)


class Clocks:
    """The clocks that run, and the time that nobody is charged for."""

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock
        self._listener: Callable[[datetime], None] = lambda moment: None
        self._noted: datetime | None = None
        """The latest moment that is known to be noted."""

    def watch(self, listener: Callable[[datetime], None]) -> None:
        """Call `listener` whenever a game is stored whose clock runs, with the moment at which its side is to
        be reminded or is out of time."""
        self._listener = listener

    def note(self, game: Game) -> None:
        """A game was stored."""
        if game.clock is not None and game.clock.flag_at is not None:
            self._listener(game.clock.warn_at or game.clock.flag_at)

    async def due(self) -> tuple[int, ...]:
        """The games whose side to move is out of time, or to be reminded, by now; a page of them at most."""
        now = self._clock()
        share = self._database.share
        return await self._database.read(lambda c: due(c, now, share))

    async def next_due(self) -> datetime | None:
        """When the next one is; None when no clock runs."""
        share = self._database.share
        return await self._database.read(lambda c: next_due(c, share))

    async def note_presence(self, tolerance: timedelta) -> int:
        """Note that people can move now. When that was noted last longer ago than `tolerance`, they could not
        meanwhile: all clocks that run get that time back. Where it was noted for a moment that is still to
        come, the time of day was set back, and all clocks that run are with it. Returns how many changed."""
        now = self._clock()
        share = self._database.share
        changed = await self._database.write(lambda c: note_presence(c, now, tolerance, share))
        self._noted = now
        return changed

    async def follow(self) -> None:
        """Set the clocks back if the time of day was: before one of them is started or stopped, or nobody
        could tell any more which of them were started before that."""
        noted = self._noted or await self._database.read(last_noted) or self._clock()
        self._noted = noted
        if self._clock() < noted:
            await self.note_presence(NOTHING)


def last_noted(connection: Connection) -> datetime | None:
    """The latest moment at which it was noted, in any shard, that people could move."""
    moment: datetime | None = connection.scalar(select(func.max(presence.c.seen_at)))
    return moment


def side_on_clock(game: Game) -> int | None:
    """The side whose time is to run: that of a person to move in a game that goes on."""
    rests = game.paused_at is not None or game.adjourned_at is not None
    if game.state is not GameState.PLAYING or rests:
        return None
    computer = game.seats[game.turn].computer or game.delegates[game.turn]
    return game.turn if computer is None else None


def clock_after(before: Game, after: Game, now: datetime) -> GameClock | None:
    """The clock when a game has changed; raises TimeUp for moves that came too late."""
    clock, side = before.clock, side_on_clock(after)
    if clock is None:
        return None
    if after.ply > before.ply:
        return clock.moved(now, side)
    if side == clock.side:
        return clock
    stopped = clock.stop(now)
    return stopped if side is None else stopped.run_for(side, now)


def clock_columns(clock: GameClock | None) -> dict[str, Any]:
    """The columns that change with a clock."""
    if clock is None:
        return {}
    first, second = clock.left
    return {
        "first_left": first.total_seconds(),
        "second_left": second.total_seconds(),
        "clock_since": clock.since,
        "warn_at": clock.warn_at,
        "flag_at": clock.flag_at,
    }


def read_clock(row: RowMapping) -> GameClock | None:
    """The clock of a game as its row has it."""
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


def due(connection: Connection, now: datetime, share: Share = EVERYTHING) -> tuple[int, ...]:
    """The games whose side to move is out of time, then those where it is to be reminded; some at a time."""
    queries = [share.within(query, games.c.guild_id) for query in _DUE]
    found = [game_id for query in queries for game_id in connection.scalars(query, {"now": now})]
    return tuple(dict.fromkeys(found))


@cache
def _not_to_count(share: Share) -> TextClause:
    here = "" if share.whole else f" AND {share.condition_text}"
    values = [bindparam(name, type_=Double) for name in ("now", "seen", "tolerance")]
    return text(_NOT_TO_COUNT + here).bindparams(*values)


def next_due(connection: Connection, share: Share = EVERYTHING) -> datetime | None:
    """When the next side to move is out of time, or to be reminded; None when no clock runs."""
    queries = [share.within(query, games.c.guild_id) for query in _NEXT]
    moments = [moment for query in queries if (moment := connection.scalar(query)) is not None]
    return min(moments, default=None)


def note_presence(
    connection: Connection, now: datetime, tolerance: timedelta, share: Share = EVERYTHING
) -> int:
    """Note that people can move now. If they could not for longer than `tolerance`, that time does not count:
    all clocks that run get it back. Returns how many those are.

    A process that looks after some shards notes it for each of them, so that others can do so later.
    """
    known = {row.id - 1: row.seen_at for row in connection.execute(select(presence))}
    # A shard that was never noted alone was looked after together with the first.
    seen = {shard: known.get(shard, known.get(0, now)) for shard in range(share.count)}
    if share.whole:
        connection.execute(update(presence).values(seen_at=now))
    connection.execute(
        dialect_insert(connection, presence).on_conflict_do_nothing(),
        [{"id": shard + 1, "seen_at": moment} for shard, moment in seen.items()],
    )
    mine = presence.c.id.between(share.first + 1, share.last + 1)
    connection.execute(update(presence).where(mine).values(seen_at=now))
    # Whoever looks after everything cannot tell apart whose shards were left alone before.
    longest = max(known.values(), default=now) if share.whole else min(seen[one] for one in share.shards)
    moved = connection.execute(
        _not_to_count(share),
        {"now": now.timestamp(), "seen": longest.timestamp(), "tolerance": tolerance.total_seconds()},
    )
    return moved.rowcount
