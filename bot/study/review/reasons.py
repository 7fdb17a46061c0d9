"""Why a move in a review was an error, by what the review knows of it."""

from __future__ import annotations

from typing import NamedTuple

from bot.study.review.verdicts import JudgedMove, Review
from engine import Position
from engine.reasons import Comparison, Explanation, explain


class Explained(NamedTuple):
    """The reasons, and the best answer to the move where the review knows it."""

    reasons: Explanation
    answer: str | None


def explained(review: Review, position: Position, move: JudgedMove) -> Explained | None:
    """Explain an error made in a position; None for a move that is no error."""
    if not move.verdict.is_error or move.better not in position.legal_moves():
        return None
    following = review.move_at(move.ply + 1)
    answer = None if following is None else following.best_move
    compared = Comparison(
        position,
        move.move,
        move.better,
        answer,
        value=round(move.played) if move.proved else None,
        better_value=round(move.best) if move.proved else None,
        keepers=move.keepers,
    )
    return Explained(explain(compared), answer)
