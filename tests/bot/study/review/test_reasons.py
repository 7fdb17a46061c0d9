"""Reasons of a review: what it knows of a move is compared, and only errors have any."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.catalog import GAMES
from bot.study.review.reasons import explained
from bot.study.review.verdicts import Review, judge
from data.jobs.reviews import ReviewedPly
from engine import Position, reversi
from engine.reasons import reversi_kinds

#: White can play h6, after which black takes h8, or h3.
CORNER_AT_RISK = "--X----O--XXOOOX--XOOOO--X-XOOO---XXXO-----XXX----X--OX------O-- O"


def reviewed(position: Position, moves: Sequence[str], plies: Sequence[ReviewedPly]) -> Review:
    positions = [position]
    for move in moves:
        positions.append(positions[-1].play(move))
    return judge(GAMES[position.game].judging, positions, moves, plies, None)


@pytest.mark.parametrize(
    ("answer", "flaws"), [("h8", (reversi_kinds.GivesCorner("h8"),)), ("g5", ())], ids=["best", "not best"]
)
def test_a_corner_is_a_reason_if_the_review_would_take_it(
    answer: str, flaws: tuple[reversi_kinds.GivesCorner, ...]
) -> None:
    position = reversi.parse(CORNER_AT_RISK)
    plies = [ReviewedPly(0, "h3", 12.0, -12.0, None), ReviewedPly(1, answer, 12.0, 2.0, None)]
    review = reviewed(position, ("h6", "g5" if answer == "h8" else "h8"), plies)
    move = review.move_at(0)
    assert move is not None
    found = explained(review, position, move)
    assert found is not None
    assert found.answer == answer
    assert [flaw for flaw in found.reasons.flaws if flaw.about == "corner"] == [*flaws]


def test_a_good_move_has_no_reasons() -> None:
    position = reversi.parse(CORNER_AT_RISK)
    review = reviewed(position, ("h6",), [ReviewedPly(0, "h3", 1.0, 1.0, None)])
    move = review.move_at(0)
    assert move is not None
    assert explained(review, position, move) is None


def test_a_better_move_that_is_impossible_has_no_reasons() -> None:
    position = reversi.parse(CORNER_AT_RISK)
    review = reviewed(position, ("h6",), [ReviewedPly(0, "a8", 12.0, -12.0, None)])
    move = review.move_at(0)
    assert move is not None
    assert explained(review, position, move) is None
