"""Invariants of stored weeks and seasons."""

from __future__ import annotations

from typing import Any

from sqlalchemy import String, cast, exists, func, select

from data.db.invariants import Invariant, Invariants, RowRule, at_least, dates, not_negative, one_of
from data.periods.points import DAILY_FIRST, PUZZLE, WIN
from data.tables.puzzles import puzzle_attempts, puzzle_tries
from data.tables.standings import added_days, board_posts, next_boards, period_points, results, season_badges

_better = season_badges.alias("better")

_before = (
    _better.c.guild_id == season_badges.c.guild_id,
    _better.c.first_day == season_badges.c.first_day,
    _better.c.place < season_badges.c.place,
)

_points = period_points.c
_oldest = select(func.min(results.c.finished_at)).scalar_subquery()


def _counted(moment: Any, *conditions: Any) -> Any:
    """Return a query for the number of rows before the end of the days that were added up."""
    query = select(func.count()).where(moment <= added_days.c.until, *conditions)
    return query.correlate(period_points, added_days).scalar_subquery()


_MOST = {
    "of_games": WIN
    * _counted(
        results.c.finished_at,
        results.c.player_id == _points.player_id,
        results.c.rated,
        results.c.outcome.in_(("win", "draw")),
    ),
    "of_puzzles": PUZZLE
    * _counted(
        puzzle_attempts.c.solved_at,
        puzzle_attempts.c.player_id == _points.player_id,
        puzzle_attempts.c.result == "solved",
    ),
    "of_dailies": DAILY_FIRST
    * _counted(puzzle_tries.c.solved_at, puzzle_tries.c.player_id == _points.player_id),
}
"""The most points of each kind that a person can have by what is stored."""

PERIODS: Invariants = (
    *not_negative(
        period_points.c.of_games,
        period_points.c.of_puzzles,
        period_points.c.of_dailies,
        season_badges.c.points,
    ),
    Invariant(
        "in server {guild_id}, {player_id} is ahead of someone with as many points, in {first_day}",
        select(_better.c.guild_id, _better.c.player_id, _better.c.first_day)
        .join(
            season_badges,
            (season_badges.c.guild_id == _better.c.guild_id)
            & (season_badges.c.first_day == _better.c.first_day),
        )
        .where(_better.c.place < season_badges.c.place, _better.c.points <= season_badges.c.points)
        .distinct(),
    ),
    *dates(
        next_boards.c.first_day,
        board_posts.c.first_day,
        season_badges.c.first_day,
        period_points.c.first_day,
        added_days.c.first_day,
    ),
    Invariant(
        "in server {guild_id}, {player_id} has points of {first_day}, which was not added up",
        select(period_points.c.guild_id, period_points.c.player_id, period_points.c.first_day)
        .where(
            ~exists()
            .where(
                *(added_days.c[name] == period_points.c[name] for name in ("guild_id", "span", "first_day"))
            )
            .correlate(period_points)
        )
        .distinct(),
    ),
    Invariant(
        "in server {guild_id}, place {place} of {first_day} follows no place before it",
        select(season_badges.c.guild_id, season_badges.c.place, season_badges.c.first_day)
        .where(season_badges.c.place > 1, ~exists().where(*_before).correlate(season_badges))
        .distinct(),
    ),
    one_of(period_points.c.span, ("week", "season")),
    *at_least(1, season_badges.c.points),
    RowRule(
        period_points.c.of_games,
        period_points.c.of_games + period_points.c.of_puzzles + period_points.c.of_dailies == 0,
        "no points at all",
    ),
    *(
        RowRule(moment, func.substr(cast(moment, String), 1, 10) < first_day, "before its period")
        for moment, first_day in (
            (board_posts.c.posted_at, board_posts.c.first_day),
            (season_badges.c.earned_at, season_badges.c.first_day),
        )
    ),
    *(
        Invariant(
            f"in server {{guild_id}}, {{player_id}} has {{{kind}}} points {kind} in {{first_day}}, too many",
            select(_points.guild_id, _points.player_id, _points.first_day, _points[kind]).where(
                *(added_days.c[name] == _points[name] for name in ("guild_id", "span", "first_day")),
                # Of older periods, games may have been deleted.
                _points.first_day > cast(_oldest, String),
                _points[kind] > most,
            ),
        )
        for kind, most in _MOST.items()
    ),
)
