"""The course of a search: it ends early only when more time would not help."""

from __future__ import annotations

import itertools
import math

import pytest

from engine import Limits, search
from engine.reversi.pruning import CERTAINTIES
from engine.search import deepening
from engine.search.root import Iteration, Root
from engine.search.time_management import MiddleLevels, TimeManager
from tests.engine.positions import random_endgame, root_of

#: A search of 10 s or more goes for the end of the game from 30 empty squares on, and counts so many as near.
NEAR = 32
#: One move wins 28 discs more than the others.
FORCED = random_endgame(4, NEAR)
#: Several moves are nearly as good as the best.
OPEN = random_endgame(14, NEAR)


class Clock:
    """Seconds that pass as the test says."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def searched(seed: int, depth: int, empties: int = NEAR) -> Root:
    root = root_of(random_endgame(seed, empties))
    for reach in range(1, depth + 1):
        assert root.search(Iteration(reach))
    return root


def ends(time_manager: TimeManager, root: Root, clock: Clock, *moments: float) -> list[bool]:
    """Return, for each moment, whether the search would end at that iteration."""
    answers = []
    for clock.now in moments:
        answers.append(time_manager.enough(root, Iteration(root.depth + 1)))
    return answers


def test_an_iteration_that_would_hardly_begin_is_left_out() -> None:
    clock, root = Clock(), searched(0, 3)
    assert ends(TimeManager(10.0, clock), root, clock, 1.0, 3.0, 6.0, 8.5) == [False, False, False, True]
    clock.now = 0.0
    time_manager = TimeManager(10.0, clock)
    clock.now = 8.0
    # A proof may come sooner than what came before it.
    assert not time_manager.enough(root, Iteration(NEAR, True))
    clock.now = 9.5
    assert time_manager.enough(root, Iteration(NEAR, True, 1))


def test_a_clear_lead_ends_a_search_that_looked_far_enough() -> None:
    clock, root = Clock(), searched(4, 12)
    assert ends(TimeManager(100.0, clock), root, clock, 5.0, 9.0, 12.0) == [False, False, True]
    clock.now = 0.0
    assert ends(TimeManager(100.0, clock), searched(4, 11), clock, 12.0, 24.0) == [False, False]


def test_the_lead_is_checked_at_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, root = Clock(), searched(14, 12)
    looked: list[float] = []
    monkeypatch.setattr(root, "leads_by", lambda points: looked.append(clock.now))
    ends(TimeManager(100.0, clock), root, clock, 8, 11, 13, 18, 21, 25, 30, 40, 50)
    assert looked == [11, 25, 50]


def with_moves(monkeypatch: pytest.MonkeyPatch, empties: int, moves: str) -> list[bool]:
    """Return, for each best move, whether a search of 100 s ends there; an iteration takes three seconds."""
    clock, root, answers = Clock(), searched(0, 12, empties), []
    monkeypatch.setattr(root, "leads_by", lambda points: False)
    time_manager = TimeManager(100.0, clock)
    for move in moves:
        monkeypatch.setattr(Root, "move", move)
        clock.now += 3.0
        answers.append(time_manager.enough(root, Iteration(13)))
    return answers


def test_a_move_that_stays_the_best_ends_the_search_but_near_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert with_moves(monkeypatch, NEAR + 1, "aaaaaa") == [False] * 5 + [True]
    assert with_moves(monkeypatch, NEAR + 1, "ababbbbbb") == [False] * 8 + [True]
    # No move takes all the time far from it.
    assert with_moves(monkeypatch, NEAR + 1, "aab" * 5) == [False] * 13 + [True] * 2
    assert not any(with_moves(monkeypatch, NEAR, "a" * 30))


def test_a_lead_follows_from_the_values_of_the_moves() -> None:
    for seed in (14, 4):
        root = searched(seed, 12)
        values = search(random_endgame(seed, NEAR), Limits(None, depth=8), within=math.inf).candidates
        gap = values[0].score - values[1].score
        assert root.leads_by(gap / 2 - 3)
        assert not root.leads_by(gap + 6)
    position = random_endgame(3, 10)
    exact = search(position, within=math.inf).candidates
    root = root_of(position)
    assert root.search(Iteration(10, True))
    assert root.proved
    assert root.leads_by(exact[0].score - exact[1].score)
    assert not root.leads_by(exact[0].score - exact[1].score + 1)


@pytest.mark.long
def test_a_search_for_a_player_ends_early_with_a_clear_best_move(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = itertools.count()
    monkeypatch.setattr(
        deepening, "TimeManager", lambda seconds: TimeManager(seconds, lambda: 20.0 * next(ticks))
    )
    found = search(FORCED, Limits(seconds=1000, nodes=10**6, early_stop=True))
    assert (found.depth, found.move) == (12, search(FORCED, Limits(None, depth=12)).move)
    # Depth limits and searches of positions for their own sake are left alone.
    assert search(FORCED, Limits(seconds=1000, depth=13, early_stop=True)).depth == 13
    assert search(FORCED, Limits(seconds=1000, nodes=10**6)).nodes >= 10**6
    assert search(OPEN, Limits(seconds=1000, nodes=10**6, early_stop=True)).nodes >= 10**6


def left_out(middle_levels: MiddleLevels, root: Root) -> list[int]:
    """The levels of selectivity that the search does without."""
    left = [Iteration(NEAR), *(Iteration(NEAR, True, level) for level in range(4)), Iteration(NEAR, True)]
    return [iteration.selectivity for iteration in left if middle_levels.left_out(root, iteration)]


def test_a_quick_search_to_the_end_does_without_the_levels_between_the_boldest_and_the_surest() -> None:
    clock, root = Clock(), searched(0, 3)
    nodes = root.context.nodes
    assert left_out(MiddleLevels(OPEN, None, None), root) == [1, 2]
    assert left_out(MiddleLevels(OPEN, None, 100 * nodes), root) == [1, 2]
    assert left_out(MiddleLevels(OPEN, None, 10 * nodes), root) == []
    middle_levels = MiddleLevels(OPEN, 9.0, None, clock)
    clock.now = 0.2
    assert left_out(middle_levels, root) == [1, 2]
    clock.now = 0.4
    assert left_out(middle_levels, root) == []
    # Two levels are both searched.
    assert left_out(MiddleLevels(random_endgame(0, 30, 10), None, None), root) == []


def test_a_quick_proof_shows_the_boldest_and_the_surest_certainty() -> None:
    shown: list[float | None] = []
    position = random_endgame(1, 18)
    search(position, Limits(None, depth=60), progress=lambda progress: shown.append(progress.certainty))
    certainties = [certainty for certainty, _ in itertools.groupby(shown) if certainty is not None]
    assert certainties == [CERTAINTIES[0], CERTAINTIES[-1], 1.0]
