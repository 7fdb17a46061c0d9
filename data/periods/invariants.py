"""Invariants of stored weeks and seasons."""

from __future__ import annotations

from sqlalchemy import select

from data.db.invariants import Invariant, dates, not_negative
from data.tables.periods import added_days, board_posts, next_boards, period_points, season_badges

_better = season_badges.alias("better")

PERIODS = (
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
)
