"""Invariants of stored reviews and strength tests."""

from __future__ import annotations

from sqlalchemy import func, select

from data.db.invariants import never, not_negative
from data.games.records import GameState
from data.tables.jobs import reviewed_plies, reviews, strength_tests
from data.tables.playing import games, moves

_moves = select(func.count()).where(moves.c.game_id == reviewed_plies.c.game_id).correlate(reviewed_plies)

JOBS = (
    never(
        "game {id} is reviewed and not over",
        reviews.c.game_id,
        reviews.c.game_id == games.c.id,
        games.c.state != GameState.FINISHED,
    ),
    never(
        "game {id} has a review of moves after its end",
        reviewed_plies.c.game_id,
        reviewed_plies.c.ply > _moves.scalar_subquery(),
    ),
    *not_negative(reviewed_plies.c.ply, strength_tests.c.games),
)
