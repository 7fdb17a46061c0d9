"""Points for a week or a season, counted from finished games, solved puzzles and daily puzzles.

A board is a query of what is stored anyway, so nothing is booked twice. Only days that are over are added up,
in order and once, so that the board of a season need not count all its games; the days after are counted.
Limits for each day keep people from collecting points by many quick games, always the same opponent, or
opponents far weaker than they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from sqlalchemy import (
    Integer,
    String,
    and_,
    case,
    delete,
    distinct,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    text,
    union_all,
    update,
)

from data.db.rows import record_of
from data.db.store import Store, reading, upsert
from data.people.personal import DELETED_PLAYER
from data.people.players import name_in
from data.tables.people import players, servers
from data.tables.playing import games
from data.tables.puzzles import puzzle_attempts, puzzle_posts, puzzle_tries
from data.tables.schema import UtcDateTime
from data.tables.standings import SCORED, added_days, period_points, results

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import CTE, ColumnElement, Connection, RowMapping, Select, Table

Days: TypeAlias = "Sequence[tuple[datetime, datetime]]"
"""Days in order, each with its beginning and end."""

ADDED_AFTER: Final = timedelta(hours=1)
"""Time after the end of a day until it is added up: what ended in it is stored by then."""

DAYS_AT_ONCE: Final = 14
ROWS_AT_ONCE: Final = 1000
"""Limits on what is added up at once: the days, and with more than one day, the results, attempts, or tries
in them. Moves wait while the sums of all people in them are stored."""

WIN: Final = 3
DRAW: Final = 1
"""Points of rated games; a lost one has none."""

MIN_GAIN: Final = 1.0
"""Rating points that a win must bring, so that it counts: against far weaker opponents it brings less."""

GAMES_A_DAY: Final = 5
"""Maximum games of a person that count each day: the best ones, one against each opponent."""

PUZZLE: Final = 1
"""Points of a rated puzzle solved at the first attempt."""

PUZZLES_A_DAY: Final = 5
"""Maximum puzzles of a person that count each day."""

DAILY: Final = 2
DAILY_FIRST: Final = 3
"""Points of a daily puzzle that was solved before its answer came: at last, and at the first attempt."""

MAX_ANSWER_DELAY: Final = timedelta(days=31)
"""Maximum time from a daily puzzle until it is solved before its answer, which is late after a stop."""

_KINDS = ("of_games", "of_puzzles", "of_dailies")

_EVERYWHERE = 0
"""Stored in place of a server."""

_OF_RESULTS = " AND ".join(f"results.{part}" for part in SCORED.split(" AND "))
"""The condition of the index with the name of its table, since `games` has columns of the same names."""


@dataclass(frozen=True, slots=True)
class PeriodDays:
    """The days of a week or season, by its kind and first day; in a server or everywhere."""

    guild_id: int | None
    span: str
    first_day: str
    days: Days


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A person's place on a board, which people with equal figures share, and what the place is by.

    `parts` are what points come from (games, puzzles, daily puzzles), or the best streak.
    """

    place: int
    player_id: int
    name: str
    value: int
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RankingPage:
    """A part of a ranking, the number of all people in it, and the asker's row if they are."""

    rows: tuple[RankingRow, ...]
    total: int
    asker: RankingRow | None = None


@dataclass(frozen=True, slots=True)
class RankingCut:
    """The part of a board to read: rows after the first `offset`, and the asker's; names as in a server."""

    guild_id: int | None
    asker_id: int | None = None
    offset: int = 0
    limit: int = 10

    def of(self, rows: Mapping[int, RankingRow], total: int) -> RankingPage:
        """Return the page of a board that has these rows by number, counted from 1."""
        shown = tuple(row for number, row in rows.items() if self.offset < number <= self.offset + self.limit)
        asker = next((row for row in rows.values() if row.player_id == self.asker_id), None)
        return RankingPage(shown, total, asker)


def read_page(
    connection: Connection,
    cut: RankingCut,
    figures: CTE,
    *ties: ColumnElement[Any],
    parts: Sequence[str] = (),
) -> RankingPage:
    """Return a page of the board by `figures`, which have a person and a value in each row.

    People with equal values share a place; their order is by `ties`, then by the age of the account.
    """
    best, person = figures.c.value.desc(), figures.c.player_id
    ranked = select(
        figures,
        func.rank().over(order_by=best).label("place"),
        func.row_number().over(order_by=(best, *ties, person)).label("row"),
        func.count().over().label("total"),
    ).cte("ranked")
    number, person = ranked.c.row, ranked.c.player_id
    shown = number.between(cut.offset + 1, cut.offset + cut.limit)
    result = connection.execute(
        select(ranked, name_in(person, cut.guild_id).label("name"))
        # The first row tells the total.
        .where(or_(shown, number == 1, person == cut.asker_id))
        .order_by(number)
    )
    lines = result.mappings().all()
    rows = {
        line["row"]: record_of(RankingRow, line, parts=tuple(line[part] for part in parts)) for line in lines
    }
    return cut.of(rows, lines[0]["total"] if lines else 0)


class _AddedDays(NamedTuple):
    """Everybody's points in the days from a moment, None for the first one, to the `end` of the last one."""

    until: datetime | None
    end: datetime
    rows: Sequence[RowMapping]


class PointsStore(Store):
    @reading
    def ranking(self, connection: Connection, period: PeriodDays, cut: RankingCut) -> RankingPage:
        """Return the people with points in a period.

        In a server, its games, daily puzzles and the puzzles solved there count.
        """
        sums = _sums_of(period, _added(connection, period))
        return read_page(connection, cut, sums, sums.c.of_games.desc(), parts=_KINDS)

    @reading
    def is_added(self, connection: Connection, period: PeriodDays, moment: datetime) -> bool:
        until = _added(connection, period)
        return until is not None and moment < until

    @reading
    def active_places(self, connection: Connection, since: datetime) -> tuple[int | None, ...]:
        """Return the servers of this process with possible points since a moment, and (None) everywhere.

        Servers the bot has left are not among them.
        """
        solved, tries, posts = puzzle_attempts, puzzle_tries, puzzle_posts
        active = union_all(
            select(results.c.guild_id).where(text(SCORED), results.c.finished_at >= since),
            select(solved.c.guild_id).where(solved.c.solved_at >= since),
            select(posts.c.guild_id)
            .join(tries, tries.c.post_id == posts.c.id)
            .where(tries.c.solved_at >= since),
        ).subquery()
        left = select(servers.c.guild_id).where(servers.c.left_at.is_not(None))
        there = select(active.c.guild_id).where(active.c.guild_id.not_in(left)).distinct()
        here = connection.scalars(self._database.share.within(there, active.c.guild_id)).all()
        return (*here, None) if self._database.share.first_of_all else tuple(here)

    @reading
    def moments_of_games(
        self, connection: Connection, game_ids: Sequence[int]
    ) -> dict[int | None, set[datetime]]:
        """Return when games that may have points ended, by server and (None) everywhere."""
        these = select(results.c.guild_id, results.c.finished_at).where(results.c.game_id.in_(game_ids))
        moments: dict[int | None, set[datetime]] = {}
        for guild_id, finished_at in connection.execute(these.where(text(SCORED))):
            for place in {guild_id, None}:
                moments.setdefault(place, set()).add(finished_at)
        return moments

    @reading
    def moments_of_dailies(self, connection: Connection, guild_id: int) -> set[datetime]:
        """Return when each daily puzzle of a server was solved for the first and the last time."""
        tries, posts = puzzle_tries, puzzle_posts
        limits = (
            select(func.min(tries.c.solved_at), func.max(tries.c.solved_at))
            .join(posts, posts.c.id == tries.c.post_id)
            .where(posts.c.guild_id == guild_id, posts.c.day.is_not(None), tries.c.solved_at.is_not(None))
            .group_by(posts.c.id)
        )
        return {moment for row in connection.execute(limits) for moment in row}

    async def add_days(self, period: PeriodDays) -> bool:
        """Add up the next days that are over, some at once, from the first one with any points.

        Returns whether there were any.

        They are counted by a reader, so that moves wait only while the sums are stored.
        """
        added = await self._database.read(lambda connection: self._next_days(connection, period))
        if added is None:
            return False
        await self._database.write(lambda connection: _store_days(connection, period, added))
        return True

    def _next_days(self, connection: Connection, period: PeriodDays) -> _AddedDays | None:
        until = _added(connection, period)
        over = self._days_over(period, until)
        if not over:
            return None
        first = _moment(connection, period, over[0][0], over[-1][1], 0)
        days = [day for day in over if first is not None and first < day[1]][:DAYS_AT_ONCE]
        if len(days) > 1:
            last = _moment(connection, period, days[0][0], days[-1][1], ROWS_AT_ONCE)
            days = [day for day in days if last is None or day[1] <= last] or days[:1]
        sums = select(_sums(_scores(days, period.guild_id))) if days else None
        rows = [] if sums is None else connection.execute(sums).mappings().all()
        return _AddedDays(until, (days or over)[-1][1], rows)

    def _days_over(self, period: PeriodDays, until: datetime | None) -> Days:
        latest = self._clock() - ADDED_AFTER
        return [day for day in period.days if (until is None or day[0] >= until) and day[1] <= latest]


def _store_days(connection: Connection, period: PeriodDays, days: _AddedDays) -> None:
    """Store the sums, unless another process has added up these days since they were counted."""
    this = _this(added_days, period)
    connection.execute(select(added_days.c.until).where(*this).with_for_update())
    if _added(connection, period) != days.until:
        return
    key = {"guild_id": period.guild_id or _EVERYWHERE, "span": period.span, "first_day": period.first_day}
    if days.until is None:
        connection.execute(delete(added_days).where(*this))
        connection.execute(delete(period_points).where(*_this(period_points, period)))
        connection.execute(insert(added_days).values(**key, until=days.end))
    else:
        connection.execute(update(added_days).where(*this).values(until=days.end))
    # A person may have deleted their data since.
    these = select(players.c.id).where(players.c.id.in_([row["player_id"] for row in days.rows]))
    known = set(connection.scalars(these))
    rows = [
        {**key, "player_id": row["player_id"], **{kind: row[kind] for kind in _KINDS}}
        for row in days.rows
        if row["player_id"] in known
    ]
    if rows:
        stored = upsert(connection, period_points)
        sums = {kind: period_points.c[kind] + stored.excluded[kind] for kind in _KINDS}
        stored = stored.on_conflict_do_update(index_elements=list(period_points.primary_key), set_=sums)
        connection.execute(stored, rows)


def _moment(
    connection: Connection, period: PeriodDays, begin: datetime, end: datetime, before: int
) -> datetime | None:
    """Return the first moment in a time that may have brought points after so many `before` it of the same
    kind; None without one."""
    tries = puzzle_tries if period.guild_id is None else _tries_there(period.guild_id, begin, end)
    sources = (
        (results, results.c.finished_at, (text(SCORED),)),
        (puzzle_attempts, puzzle_attempts.c.solved_at, ()),
        (tries, tries.c.solved_at, ()),
    )
    moments = []
    for table, moment, which in sources:
        query = select(moment).where(*which, moment >= begin, moment < end)
        if period.guild_id is not None and table is not tries:
            query = query.where(table.c.guild_id == period.guild_id)
        moments.append(connection.scalar(query.order_by(moment).offset(before).limit(1)))
    return min((moment for moment in moments if moment is not None), default=None)


def _this(table: Table, period: PeriodDays) -> tuple[ColumnElement[bool], ...]:
    columns = table.c
    server = period.guild_id or _EVERYWHERE
    return columns.guild_id == server, columns.span == period.span, columns.first_day == period.first_day


def _added(connection: Connection, period: PeriodDays) -> datetime | None:
    """Return until when a period's days were added up; None for no day, or for other days."""
    until = connection.scalar(select(added_days.c.until).where(*_this(added_days, period)))
    # The rules of a time zone may have changed.
    return until if any(until == end for _, end in period.days) else None


def _sums_of(period: PeriodDays, until: datetime | None) -> CTE:
    parts: list[Select[Any]] = []
    if until is not None:
        stored = period_points.c
        added = select(stored.player_id, *(stored[kind] for kind in _KINDS))
        parts.append(added.where(*_this(period_points, period)))
    left = [day for day in period.days if until is None or day[0] >= until]
    if left:
        parts += _scores(left, period.guild_id)
    return _sums(parts)


def _sums(parts: Sequence[Select[Any]]) -> CTE:
    """Return the sums of all people with points."""
    each = union_all(*parts).cte("scores")
    total = func.sum(each.c.of_games + each.c.of_puzzles + each.c.of_dailies)
    return (
        select(
            each.c.player_id, total.label("value"), *(func.sum(each.c[kind]).label(kind) for kind in _KINDS)
        )
        .where(each.c.player_id != DELETED_PLAYER)
        .group_by(each.c.player_id)
        .having(total > 0)
        .cte("sums")
    )


def _scores(days: Days, guild_id: int | None) -> list[Select[Any]]:
    """Return queries for people's points on some days, of each kind."""
    # Not VALUES, of which SQLAlchemy keeps no compiled statement.
    each = (
        select(
            literal(begin, UtcDateTime).label("begins"),
            literal(end, UtcDateTime).label("ends"),
            literal(_earliest((begin, end)), String).label("earliest"),
        )
        for begin, end in days
    )
    limits = union_all(*each).cte("days").prefix_with("MATERIALIZED")
    return [_of_games(limits, guild_id), _of_puzzles(limits, guild_id), _of_dailies(limits, days, guild_id)]


def _score(player_id: ColumnElement[int], **of: ColumnElement[Any]) -> Select[Any]:
    """Return a query for a person's points of one kind."""
    zero = literal(0, Integer)
    return select(player_id.label("player_id"), *(of.get(kind, zero).label(kind) for kind in _KINDS))


def _of_games(days: CTE, guild_id: int | None) -> Select[Any]:
    gain = results.c.value_after - results.c.value_before
    computer = case((results.c.seat == 0, games.c.second_computer), else_=games.c.first_computer)
    person = case((results.c.seat == 0, games.c.second_player_id), else_=games.c.first_player_id)
    # Games have positive numbers, so those who deleted their data are told apart from other people.
    human = case((computer.is_(None), func.coalesce(-results.c.former_opponent, person)))
    won = results.c.outcome == "win"
    there = (
        # A range of the index by time for each day.
        and_(results.c.finished_at >= days.c.begins, results.c.finished_at < days.c.ends),
        *([] if guild_id is None else [results.c.guild_id == guild_id]),
    )
    # Sorting by person and day only is twice as fast as by opponent, too, and then by points.
    beaten = _number_of(case((won, human))) + _number_of(case((won, computer)))
    opponents = (
        select(
            results.c.player_id,
            beaten.label("beaten"),
            (_number_of(human) + _number_of(computer)).label("all"),
        )
        .select_from(days.join(results, and_(*there)).join(games, games.c.id == results.c.game_id))
        .where(text(_OF_RESULTS), or_(results.c.outcome == "draw", gain >= MIN_GAIN))
        .group_by(results.c.player_id, days.c.begins)
        .cte("opponents")
    )
    wins, counted = _at_most(GAMES_A_DAY, opponents.c.beaten), _at_most(GAMES_A_DAY, opponents.c.all)
    return _score(opponents.c.player_id, of_games=wins * WIN + (counted - wins) * DRAW)


def _number_of(values: ColumnElement[Any]) -> ColumnElement[int]:
    """Return the number of different values that are not NULL."""
    return func.count(distinct(values))


def _at_most(maximum: int, number: ColumnElement[int]) -> ColumnElement[int]:
    return case((number > maximum, maximum), else_=number)


def _of_puzzles(days: CTE, guild_id: int | None) -> Select[Any]:
    solved = puzzle_attempts
    counted = (
        select(solved.c.player_id, func.count().label("number"))
        .select_from(
            days.join(solved, and_(solved.c.solved_at >= days.c.begins, solved.c.solved_at < days.c.ends))
        )
        .where(solved.c.result == "solved", solved.c.value_after.is_not(None))
        .group_by(solved.c.player_id, days.c.begins)
    )
    if guild_id is not None:
        counted = counted.where(solved.c.guild_id == guild_id)
    each = counted.cte("counted_puzzles")
    return _score(each.c.player_id, of_puzzles=_at_most(PUZZLES_A_DAY, each.c.number) * PUZZLE)


def _of_dailies(days: CTE, limits: Days, guild_id: int | None) -> Select[Any]:
    begin, end = limits[0][0], limits[-1][1]
    tries = puzzle_tries if guild_id is None else _tries_there(guild_id, begin, end)
    points = case((tries.c.first, DAILY_FIRST), else_=DAILY)
    solved = select(tries.c.player_id, points.label("points")).where(
        tries.c.solved_at >= days.c.begins, tries.c.solved_at < days.c.ends, tries.c.day >= days.c.earliest
    )
    if guild_id is None:
        solved = solved.where(~_solved_elsewhere_before(puzzle_tries))
    dailies = solved.cte("solved_dailies")
    return _score(dailies.c.player_id, of_dailies=dailies.c.points)


def _tries_there(guild_id: int, begin: datetime, end: datetime) -> CTE:
    """Return the tries at a server's daily puzzles that were solved in a time, found by their posts."""
    posts, tries = puzzle_posts.c, puzzle_tries.c
    day = posts.day.between((begin - MAX_ANSWER_DELAY).date().isoformat(), end.date().isoformat())
    # Materialized, or SQLite would read all tries of that time, or all posts for each day.
    there = select(posts.id).where(posts.guild_id == guild_id, day).cte("there").prefix_with("MATERIALIZED")
    solved = select(puzzle_tries).join(there, there.c.id == tries.post_id)
    within = solved.where(tries.solved_at >= begin, tries.solved_at < end)
    return within.cte("tries_there").prefix_with("MATERIALIZED")


def _solved_elsewhere_before(solved: Table) -> ColumnElement[bool]:
    """Return whether the person had solved another server's puzzle of the day: only the first one counts."""
    before = puzzle_tries.alias("earlier_tries")
    earlier = or_(
        before.c.solved_at < solved.c.solved_at,
        and_(before.c.solved_at == solved.c.solved_at, before.c.post_id < solved.c.post_id),
    )
    same = (before.c.player_id == solved.c.player_id, before.c.day == solved.c.day)
    return exists().where(*same, earlier).correlate(solved)


def _earliest(day: tuple[datetime, datetime]) -> str:
    """Return the day of the oldest daily puzzle that counts if it is solved on a day."""
    return (day[0] - MAX_ANSWER_DELAY).date().isoformat()
