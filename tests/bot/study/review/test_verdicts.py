"""Verdicts on moves: classes, misses, losses of both sides, and the turning point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.catalog import GAMES
from bot.catalog.formulas import disc_noise
from bot.catalog.judging import Judging, no_theory
from bot.catalog.phases import Phase
from bot.study.review.verdicts import Review, Verdict, judge
from data.jobs.reviews import ReviewedPly
from engine import Position, connect4, reversi
from tests.bot.helpers import REVERSI
from tests.cases import for_each

CONNECT4 = GAMES["connect4"]


def line(start: Position, moves: Sequence[str]) -> list[Position]:
    positions = [start]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions


def judged(
    moves: Sequence[str],
    scores: Sequence[tuple[float, float]],
    winner: int | None = None,
    depth: int | None = None,
) -> Review:
    """Return the review of a Reversi game with these scores of the best move and of the one played."""
    plies = [ReviewedPly(ply, "a1", best, played, depth) for ply, (best, played) in enumerate(scores)]
    return judge(REVERSI.judging, line(reversi.start(), moves), moves, plies, winner)


def without_book(judging: Judging) -> Judging:
    """Judge a game without openings."""
    return replace(judging, opening=no_theory)


MOVES = ("f5", "d6", "c3", "d3", "c4", "f4")


def test_a_move_is_judged_by_the_points_it_loses() -> None:
    # With a scale of 9.6 discs: 50 points at 0, 55.2 at 2, 60.3 at 4, 65.1 at 6.
    scores = [(2, 2), (2, 1.5), (2, 0), (4, 0), (6, -0.1), (0, 0)]
    review = judged(MOVES, scores)
    assert [move.verdict for move in review.moves] == [
        Verdict.BEST,
        Verdict.GOOD,
        Verdict.INACCURACY,
        Verdict.MISTAKE,
        Verdict.BLUNDER,
        Verdict.BEST,
    ]
    assert [move.better for move in review.moves] == [None, "a1", "a1", "a1", "a1", None]
    assert review.moves[2].points_lost == pytest.approx(5.19, abs=0.01)


def test_a_loss_within_the_noise_of_an_estimate_does_not_count() -> None:
    noise, positions = disc_noise(16, 56), line(reversi.start(), MOVES)
    for loss, verdict in ((0.9 * noise, Verdict.GOOD), (noise + 2.1, Verdict.INACCURACY)):
        plies = [ReviewedPly(4, "a1", 1.0, 1.0 - loss, 16)]
        (move,) = judge(without_book(REVERSI.judging), positions, MOVES, plies, None).moves
        assert move.verdict is verdict
        assert move.loss == pytest.approx(max(0.0, loss - noise))
        assert move.better == (None if verdict is Verdict.GOOD else "a1")


@for_each("move", ["d3", "c4", "f5", "e6"])
@for_each("played", [-7.0, 6.0])
def test_the_four_first_moves_of_reversi_are_equal(move: str, played: float) -> None:
    # An older review has values of two searches.
    plies = [ReviewedPly(0, "d3", 1.25, played, 14)]
    (first,) = judge(REVERSI.judging, line(reversi.start(), (move,)), (move,), plies, None).moves
    assert first.verdict in (Verdict.BEST, Verdict.BOOK)
    assert (first.loss, first.points_lost, first.better) == (0.0, 0.0, None)


def test_a_mirrored_move_equals_the_best_one_without_a_book() -> None:
    start = reversi.start(size=10)
    plies = [ReviewedPly(0, start.legal_moves()[0], 1.0, -9.0, 8)]
    move = start.legal_moves()[-1]
    (first,) = judge(REVERSI.judging, line(start, (move,)), (move,), plies, None).moves
    assert (first.verdict, first.points_lost) == (Verdict.BEST, 0.0)


def test_moves_of_named_openings_are_no_errors_even_if_a_search_says_so() -> None:
    # The Tiger, by a review with a low opinion of it.
    moves = ("f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2")
    plies = [ReviewedPly(ply, "h8", 0.0, -4.5, 12) for ply in range(len(moves))]
    review = judge(REVERSI.judging, line(reversi.start(), moves), moves, plies, None)
    assert {move.verdict for move in review.moves} == {Verdict.BOOK}
    assert [side.accuracy for side in review.sides] == [100.0, 100.0]


def test_an_opening_that_loses_a_lot_by_the_book_is_an_error() -> None:
    moves = ("f5", "f4")
    plies = [ReviewedPly(0, "f5", 0.0, 0.0, 12), ReviewedPly(1, "f4", 0.0, 0.0, 12)]
    review = judge(REVERSI.judging, line(reversi.start(), moves), moves, plies, None)
    assert review.moves[1].verdict.is_error
    assert review.moves[1].better == "d6"


def test_an_estimate_of_the_move_played_that_is_higher_makes_it_the_best() -> None:
    (move,) = judged(MOVES[:1], [(1.0, 2.5)]).moves
    assert (move.best_move, move.best, move.points_lost, move.verdict) == ("f5", 2.5, 0.0, Verdict.BEST)


def test_an_unused_error_is_a_miss_of_the_other_side() -> None:
    review = judged(MOVES[:4], [(0, -10), (10, 0), (0, 0), (0, -10)])
    assert [move.missed for move in review.moves] == [False, True, False, False]
    assert [side.missed for side in review.sides] == [0, 1]
    assert review.sides[0].errors[Verdict.BLUNDER] == 1
    assert review.sides[1].errors[Verdict.BLUNDER] == 2


def test_proved_and_estimated_losses_are_counted_separately() -> None:
    plies = [
        ReviewedPly(0, "a1", 1.0, -7.0, 14),
        ReviewedPly(1, "f6", 3.0, 3.0, 14),
        ReviewedPly(2, "c5", -2.0, -8.0, None),
        ReviewedPly(3, "c4", 8.0, 4.0, None),
    ]
    positions = line(reversi.start(), MOVES[:4])
    review = judge(without_book(REVERSI.judging), positions, MOVES[:4], plies, None)
    estimated = 8.0 - disc_noise(14, 60)
    assert [(side.lost_estimated, side.lost_proved) for side in review.sides] == [
        (pytest.approx(estimated), 6.0),
        (0.0, 4.0),
    ]
    assert review.proved_from == 2
    assert [point.depth for point in review.points] == [14, 14, None, None]
    assert [point.score for point in review.points] == [1.0, -3.0, -2.0, -8.0]


def test_the_turning_point_is_the_losers_last_decisive_error() -> None:
    # Black loses a lead, regains it and loses it again; the last error changes nothing.
    scores = [(8, -6), (6, -6), (6, -7), (7, 7), (-7, -20), (20, 20)]
    review = judged(MOVES, scores, winner=1)
    assert review.turning_point is not None
    assert review.turning_point.ply == 2


def test_without_a_change_of_the_lead_the_largest_error_is_the_turning_point() -> None:
    review = judged(MOVES, [(8, 2), (-2, -12), (12, 12), (-12, -14), (14, 14), (-14, -14)], winner=0)
    assert review.turning_point is not None
    assert review.turning_point.ply == 1
    assert judged(MOVES, [(0, 0)] * 6, winner=0).turning_point is None


@for_each(
    ("best", "played", "verdict"),
    [
        (5, 5, Verdict.BEST),
        (5, 2, Verdict.GOOD),
        (-2, -9, Verdict.GOOD),
        (5, 0, Verdict.MISTAKE),
        (0, -3, Verdict.MISTAKE),
        (1, -1, Verdict.BLUNDER),
    ],
)
def test_in_connect_4_only_the_result_counts(best: float, played: float, verdict: Verdict) -> None:
    plies = [ReviewedPly(0, "4", best, played, None)]
    review = judge(CONNECT4.judging, line(connect4.start(), ("1",)), ("1",), plies, None)
    assert [move.verdict for move in review.moves] == [verdict]


def test_an_estimate_of_connect_4_gets_no_verdict() -> None:
    plies = [ReviewedPly(0, "4", 0.5, 0.1, 9)]
    review = judge(CONNECT4.judging, line(connect4.start(12, 8), ("1",)), ("1",), plies, None)
    assert review.moves[0].verdict is Verdict.UNKNOWN
    assert [side.accuracy for side in review.sides] == [None, None]


def test_a_game_without_errors_has_full_accuracy() -> None:
    review = judged(MOVES, [(2, 2), (-2, -2)] * 3)
    assert [side.accuracy for side in review.sides] == pytest.approx([100.0, 100.0], abs=0.01)


def test_a_phase_has_an_accuracy_where_enough_moves_were_judged() -> None:
    moves = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7"]
    positions = line(reversi.start(), moves)
    losses = [8.0 if ply == 4 else 0.0 for ply in range(len(moves))]
    plies = [ReviewedPly(ply, "a1", loss, 0.0, None) for ply, loss in enumerate(losses)]
    sides = judge(REVERSI.judging, positions, moves, plies, None).sides
    assert [side.phases[Phase.MIDDLE] for side in sides] == [None, None]
    assert sides[1].phases[Phase.OPENING] == 100.0
    assert sides[0].phases[Phase.OPENING] == sides[0].accuracy == pytest.approx(100 * math.exp(-8 / 5 / 5))
    # With one move less there are too few of them.
    sides = judge(REVERSI.judging, positions, moves, plies[2:], None).sides
    assert [side.phases[Phase.OPENING] for side in sides] == [None, None]
