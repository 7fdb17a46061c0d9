"""A move compared with the best one by one search."""

from __future__ import annotations

import math

from engine import Limits, StopFlag, connect4, reversi, search
from engine.search.listing import compare
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


def test_a_search_stopped_at_once_compares_nothing() -> None:
    stop = StopFlag()
    stop.set()
    found = compare(MIDDLE_GAME, MIDDLE_GAME.legal_moves()[0], Limits(), stop)
    assert (found.depth, found.exact) == (0, False)
    assert found.score == found.other
