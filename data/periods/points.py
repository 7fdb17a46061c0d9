"""Points for a week or a season, counted from finished games, solved puzzles and daily puzzles.

Nothing is booked twice: every board is a query of what is stored anyway. Limits for each day keep people from
collecting points by many quick games, always the same opponent, or opponents far weaker than they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sqlalchemy import (
    Integer,
    String,
    and_,
    case,
    cast,
    column,
    func,
    literal,
    or_,
    select,
    text,
    union_all,
    values,
)

from data.db.store import Store, reading
from data.people.personal import DELETED_PLAYER
from data.people.players import name_in
from data.tables import (
    SCORED,
    games,
    puzzle_attempts,
    puzzle_posts,
    puzzle_tries,
    results,
    server_players,
)
from data.tables.schema import UtcDateTime

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import CTE, ColumnElement, Connection, Select

Days: TypeAlias = "Sequence[tuple[datetime, datetime]]"
"""Days in order, each with its beginning and end."""

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

_OF_RESULTS = " AND ".join(f"results.{part}" for part in SCORED.split(" AND "))
"""The condition of the index with the name of its table, since `games` has columns of the same names."""


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A person's place on a board, which people with equal figures share, and what the place is by.

    `parts` are what points come from (games, puzzles, daily puzzles), or the best streak.
    """

    place: int
    player_id: int
    name: str
    value: int
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A part of a board, the number of all people on it, and the asker's row if they are."""

    rows: tuple[BoardRow, ...]
    total: int
    asker: BoardRow | None = None


class PointsStore(Store):
    """Points of people, in a server or everywhere."""

    @reading
    def board(
        self,
        connection: Connection,
        days: Days,
        *,
        guild_id: int | None,
        asker_id: int | None = None,
        offset: int = 0,
        limit: int = 10,
    ) -> BoardPage:
        """Return `limit` rows after the first `offset`, of the people with points on these days.

        `days` have a beginning and an end each. With `guild_id`, games and daily puzzles of that server
        count, and puzzles of the people on its list of puzzles; names are as in that server.
        """
        ranked = _ranked(days, guild_id)
        person = ranked.c.player_id
        query = select(ranked, name_in(person, guild_id).label("name")).where(
            # The first row tells the total.
            or_(ranked.c.row.between(offset + 1, offset + limit), ranked.c.row == 1, person == asker_id)
        )
        found = connection.execute(query.order_by(ranked.c.row)).mappings().all()
        rows = {
            line["row"]: BoardRow(
                line["place"],
                line["player_id"],
                line["name"],
                line["points"],
                (line["of_games"], line["of_puzzles"], line["of_dailies"]),
            )
            for line in found
        }
        shown = tuple(row for number, row in rows.items() if offset < number <= offset + limit)
        asker = next((row for row in rows.values() if row.player_id == asker_id), None)
        return BoardPage(shown, found[0]["total"] if found else 0, asker)


def _ranked(days: Days, guild_id: int | None) -> CTE:
    """Return everybody's points with their places."""
    limits = (
        values(column("begins", UtcDateTime), column("ends", UtcDateTime), name="day")
        .data([*days])
        .cte("days")
    )
    scores = union_all(
        _of_games(limits, guild_id), _of_puzzles(limits, guild_id), _of_dailies(limits, days, guild_id)
    )
    each = scores.cte("scores")
    points = {name: func.sum(each.c[name]) for name in ("of_games", "of_puzzles", "of_dailies")}
    total = func.sum(each.c.of_games + each.c.of_puzzles + each.c.of_dailies)
    sums = (
        select(each.c.player_id, total.label("points"), *(sum_.label(name) for name, sum_ in points.items()))
        .where(each.c.player_id != DELETED_PLAYER)
        .group_by(each.c.player_id)
        .having(total > 0)
        .cte("sums")
    )
    best = sums.c.points.desc()
    return select(
        sums,
        func.rank().over(order_by=best).label("place"),
        func.row_number().over(order_by=(best, sums.c.of_games.desc(), sums.c.player_id)).label("row"),
        func.count().over().label("total"),
    ).cte("ranked")


def _score(player_id: ColumnElement[int], **of: ColumnElement[Any]) -> Select[Any]:
    """Return a query for a person's points of one kind."""
    zero = literal(0, Integer)
    kinds = ("of_games", "of_puzzles", "of_dailies")
    return select(player_id.label("player_id"), *(of.get(kind, zero).label(kind) for kind in kinds))


def _of_games(days: CTE, guild_id: int | None) -> Select[Any]:
    gain = results.c.value_after - results.c.value_before
    points = case((results.c.outcome == "win", WIN), else_=DRAW)
    computer = case((results.c.seat == 0, games.c.second_computer), else_=games.c.first_computer)
    person = case((results.c.seat == 0, games.c.second_player_id), else_=games.c.first_player_id)
    opponent = func.coalesce(computer, cast(person, String))
    there = (
        # A range of the index by time for each day.
        and_(results.c.finished_at >= days.c.begins, results.c.finished_at < days.c.ends),
        *([] if guild_id is None else [results.c.guild_id == guild_id]),
    )
    best = (
        select(results.c.player_id, days.c.begins.label("day"), func.max(points).label("points"))
        .select_from(days.join(results, and_(*there)).join(games, games.c.id == results.c.game_id))
        .where(text(_OF_RESULTS), or_(results.c.outcome == "draw", gain >= MIN_GAIN))
        .group_by(results.c.player_id, days.c.begins, opponent)
        .cte("best_games")
    )
    number = func.row_number().over(
        partition_by=(best.c.player_id, best.c.day), order_by=best.c.points.desc()
    )
    numbered = select(best, number.label("number")).cte("numbered_games")
    return _score(numbered.c.player_id, of_games=numbered.c.points).where(numbered.c.number <= GAMES_A_DAY)


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
        here = select(server_players.c.player_id).where(
            server_players.c.guild_id == guild_id, server_players.c.pool == "puzzles"
        )
        counted = counted.where(solved.c.player_id.in_(here))
    each = counted.cte("counted_puzzles")
    number = case((each.c.number > PUZZLES_A_DAY, PUZZLES_A_DAY), else_=each.c.number)
    return _score(each.c.player_id, of_puzzles=number * PUZZLE)


def _of_dailies(days: CTE, limits: Days, guild_id: int | None) -> Select[Any]:
    tries, posts = puzzle_tries, puzzle_posts
    points = case((tries.c.first, DAILY_FIRST), else_=DAILY)
    within = and_(tries.c.solved_at >= days.c.begins, tries.c.solved_at < days.c.ends)
    if guild_id is None:
        # One server's puzzle of the day counts. By the index of time; SQLite would read all posts.
        recent = (
            select(tries.c.player_id, tries.c.post_id, points.label("points"))
            .select_from(days.join(tries, within))
            .cte("recent_tries")
            .prefix_with("MATERIALIZED")
        )
        solved = select(recent.c.player_id, func.max(recent.c.points).label("points")).select_from(
            recent.join(posts, posts.c.id == recent.c.post_id)
        )
        each = solved.where(posts.c.day.is_not(None)).group_by(recent.c.player_id, posts.c.day)
    else:
        first = (limits[0][0] - MAX_ANSWER_DELAY).date().isoformat()
        last = limits[-1][1].date().isoformat()
        each = (
            select(tries.c.player_id, func.max(points).label("points"))
            .select_from(posts.join(tries, posts.c.id == tries.c.post_id).join(days, within))
            .where(posts.c.guild_id == guild_id, posts.c.day.between(first, last))
            .group_by(tries.c.player_id, posts.c.day)
        )
    found = each.cte("solved_dailies")
    return _score(found.c.player_id, of_dailies=found.c.points)
