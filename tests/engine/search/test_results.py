"""Scores compare by what they are, a move with the best one by one search, and errors keep their sentence."""

from __future__ import annotations

import copy
import math
import pickle
import random

from engine import Candidate, EngineError, Limits, SearchResult, StopFlag, connect4, errors, reversi, search
from engine.search.listing import compare
from engine.search.results import Estimate, Final, Proved, Score, points_behind
from tests.cases import for_each
from tests.engine.positions import random_endgame

MIDDLE_GAME = reversi.parse("--------------------X-----XXX-----OXX-----OX-----O-------------- O")


def test_moves_asked_for_have_the_values_that_a_full_search_gives_them() -> None:
    position = random_endgame(3, 9)
    limits = Limits(seconds=None, depth=9)
    full = {each.move: each.score for each in search(position, limits, within=math.inf).candidates}
    for move in position.legal_moves():
        found = search(position, limits, valued=(move,))
        (candidate,) = (each for each in found.candidates if each.move == move)
        assert candidate.bound == "exact"
        assert (candidate.score, found.score) == (full[move], max(full.values()))


def test_no_move_is_better_than_the_best_one_and_twice_is_the_same() -> None:
    limits = Limits(seconds=None, nodes=20_000)
    for move in MIDDLE_GAME.legal_moves():
        found = compare(MIDDLE_GAME, move, limits)
        assert found.other <= found.score
        assert found == compare(MIDDLE_GAME, move, limits)
    best = compare(MIDDLE_GAME, found.best, limits)
    assert (best.best, best.other) == (found.best, best.score)


def test_proved_scores_are_told() -> None:
    # The first player has three in the lowest row, open at both ends.
    position = connect4.parse("223344")
    win, other = (compare(position, move, Limits(seconds=None, depth=3)) for move in ("1", "7"))
    assert win.exact
    assert win.score == win.other == 18
    assert other.score >= win.score > other.other


def test_a_search_stopped_at_once_compares_nothing(stopped: StopFlag) -> None:
    found = compare(MIDDLE_GAME, MIDDLE_GAME.legal_moves()[0], Limits(), stopped)
    assert (found.depth, found.exact) == (0, False)
    assert found.score == found.other


def test_a_win_is_better_than_any_estimate_and_a_loss_worse() -> None:
    order = [Proved(-18), Final(-1), Estimate(-500.0), Proved(0), Estimate(0.5), Estimate(500.0), Proved(18)]
    for seed in range(20):
        shuffled = order.copy()
        random.Random(seed).shuffle(shuffled)
        assert sorted(shuffled) == order
    assert max(Estimate(500.0), Proved(1)) == Proved(1)
    assert Proved(1) > Estimate(1.0) > Proved(-1)
    assert not Proved(18) <= Estimate(18.0)


def test_scores_of_one_kind_are_equal_by_their_points_and_bound() -> None:
    assert Proved(18) == Proved(18.0) != Estimate(18.0)
    assert Estimate(2.0) != Estimate(2.0, "at most") <= Estimate(2.0)
    # A plain number compares with the points.
    assert Proved(18) == 18
    assert 17 < Estimate(18.0) < 18.5
    assert Proved(3) + Estimate(1.5) == 4.5


@for_each("score", [Estimate(1.5, "at most"), Final(-4), Proved(18, "at least")])
def test_a_score_that_is_sent_elsewhere_stays_what_it_is(score: Score) -> None:
    copy = pickle.loads(pickle.dumps(score))  # noqa: S301
    assert (type(copy), float(copy), copy.bound) == (type(score), float(score), score.bound)


def test_an_estimate_leaves_the_game_open_between_a_win_and_a_loss() -> None:
    assert points_behind([]) == []
    assert points_behind([3.0, 5.5]) == [2.5, 0]
    assert points_behind([Proved(4), Proved(-2)]) == [0, 6]
    assert points_behind([Proved(18), Estimate(120.0), Estimate(100.0), Proved(-18)]) == [0, 18, 38, 56]
    assert points_behind([Estimate(30.0), Estimate(-9.0), Final(-4)]) == [0, 39, 43]


@for_each(("score", "outcome"), [
    (Proved(3), 1), (Proved(0), 0), (Proved(3, "at least"), 1), (Proved(3, "at most"), None),
    (Proved(-3, "at most"), -1), (Proved(-3, "at least"), None), (Proved(0, "at most"), None),
])  # fmt: skip
def test_a_bound_says_who_wins_only_on_its_own_side(score: Proved, outcome: int | None) -> None:
    assert score.outcome == outcome


def test_the_result_of_another_move_claims_only_what_is_proved_of_it() -> None:
    moves = (
        Candidate("4", Proved(18), "exact"), Candidate("5", Estimate(18.0), "exact", "3"),
        Candidate("6", Proved(17), "exact"), Candidate("7", Proved(-18), "exact"),
    )  # fmt: skip
    found = SearchResult("4", Proved(18), 2, 9, 0.1, True, ("4",), moves, certainty=1.0, outcome=1)
    assert found.with_choice(moves[0]) is found
    five, six, seven = (found.with_choice(move) for move in moves[1:])
    assert (five.exact, five.outcome, five.certainty, five.line) == (False, None, None, ("5", "3"))
    assert (six.exact, six.outcome, six.certainty, six.score) == (True, 1, 1.0, Proved(17))
    assert (seven.exact, seven.outcome) == (True, -1)
    assert found.points_behind() == {"4": 0, "5": 18, "6": 1, "7": 36}


def test_an_error_keeps_its_sentence_and_values_when_it_is_copied_as_between_processes() -> None:
    error = errors.InvalidPosition("the disc on {square} floats", square="{a1}")
    for each in (error, copy.copy(error)):
        assert isinstance(each, errors.InvalidPosition)
        assert str(each) == "the disc on {a1} floats"
        assert (each.sentence, each.values) == ("the disc on {square} floats", {"square": "{a1}"})
    # One without values is taken literally.
    assert str(EngineError("no {braces}")) == "no {braces}"
