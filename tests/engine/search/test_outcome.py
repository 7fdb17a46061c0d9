"""The winner is proved first when there is too little time for the score."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from bench.search_core import FFO
from engine import Limits, Progress, SearchResult, StopFlag, connect4, reversi, search
from engine.reversi.pruning import CERTAINTIES
from engine.search import deepening
from engine.search.results import outcome_of
from engine.search.root import Iteration, Root
from engine.search.tables import TranspositionTable
from engine.search.time_management import OutcomeFirst
from engine.search.variation import RootMove, ValuedMove, prove_outcome
from tests.cases import for_each, there
from tests.engine.positions import after, random_endgame, root_of

WON_EMPTIES = 17
WON, LOST = random_endgame(3, WON_EMPTIES), random_endgame(2, 17)
#: A draw with 16 empty squares, in which f8 is the only move that does not lose.
DRAWN = after("h4 a3 a2 g6 g5 g7", reversi.parse(FFO[1].position))


def clock_at(*moments: float) -> Callable[[], float]:
    """A clock that shows the moments one after the other, and then the last one for ever."""
    left = list(moments)
    return lambda: left.pop(0) if len(left) > 1 else left[0]


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches have most of their time behind them when they come to the proof."""
    come_at(monkeypatch, 0, 900)


def come_at(monkeypatch: pytest.MonkeyPatch, *moments: float) -> None:
    """Have searches of 1,000 seconds come to the proof at these moments."""
    monkeypatch.setattr(deepening, "OutcomeFirst", lambda seconds: OutcomeFirst(seconds, clock_at(*moments)))


def stopped_when(
    position: reversi.Position, seen: Callable[[Progress], bool], *, within: float = 0.0, threads: int = 1
) -> tuple[SearchResult, list[Progress]]:
    """Stop a search at its first matching report; return its result and the reports up to there."""
    stop, reports = StopFlag(), list[Progress]()

    def note(progress: Progress) -> None:
        if not stop.is_set():
            reports.append(progress)
            if seen(progress):
                stop.set()

    found = search(
        position, Limits(1000), stop, note, within=within, threads=threads, table=TranspositionTable(16)
    )
    return found, reports


def scores(position: reversi.Position) -> dict[str, float]:
    """The proved score of every move."""
    found = search(position, Limits(None, depth=60), within=math.inf)
    return {candidate.move: candidate.score for candidate in found.candidates}


@pytest.mark.usefixtures("late")
@for_each(
    ("position", "within", "threads"), [(WON, 0.0, 1), (WON, math.inf, 1), (LOST, 0.0, 2), (LOST, 0.0, 1)]
)
def test_the_outcome_is_that_of_the_score(position: reversi.Position, within: float, threads: int) -> None:
    found, reports = stopped_when(
        position, lambda progress: progress.outcome is not None, within=within, threads=threads
    )
    values = scores(position)
    assert not found.exact
    assert found.outcome == reports[-1].outcome == outcome_of(max(values.values()))
    assert found.outcome == outcome_of(values[found.move]) == outcome_of(found.score)
    assert found.candidates[0].move == found.move == found.line[0]
    # The estimate and the line are those of the search before, which looked for the best score.
    before = next(report for report in reversed(reports[:-1]) if report.fraction == 1)
    assert (found.score, found.certainty) == (before.score, before.certainty)
    assert len(found.line) > 4


@pytest.mark.usefixtures("late")
@for_each("position", [WON, LOST])
def test_the_score_is_proved_in_the_time_that_is_left(position: reversi.Position) -> None:
    found = search(position, Limits(1000))
    values = scores(position)
    assert found.exact
    assert found.score == max(values.values()) == values[found.move]
    assert found.outcome == outcome_of(found.score)


@pytest.mark.usefixtures("late")
def test_a_proved_draw_is_a_proved_score() -> None:
    found, _ = stopped_when(DRAWN, lambda progress: progress.outcome is not None)
    assert (found.move, found.score, found.exact, found.certainty, found.outcome) == ("f8", 0, True, 1.0, 0)
    others = [candidate for candidate in found.candidates if candidate.move != "f8"]
    assert all(candidate.bound == "at most" and candidate.score <= 0 for candidate in others)
    # Where every move is to have its own value, there is more to prove.
    found, _ = stopped_when(DRAWN, lambda progress: progress.outcome is not None, within=math.inf)
    assert (found.move, found.score, found.exact, found.outcome) == ("f8", 0, False, 0)


@pytest.mark.usefixtures("late")
def test_a_proof_that_is_cut_off_leaves_what_was_known() -> None:
    certain = CERTAINTIES[-1]
    found, reports = stopped_when(
        WON, lambda progress: progress.certainty == certain and 0 < progress.fraction < 1
    )
    known = next(report for report in reversed(reports) if report.fraction == 1)
    assert (found.outcome, found.exact) == (None, False)
    assert (found.move, found.score, found.certainty) == (known.move, known.score, certain)


@pytest.mark.long
def test_nothing_changes_where_the_time_suffices(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(*moments: float) -> SearchResult:
        come_at(monkeypatch, *moments)
        return search(WON, Limits(1000), table=TranspositionTable(16))

    usual = search(WON, Limits(1000, depth=WON_EMPTIES), table=TranspositionTable(16))
    assert searched(0, 100).nodes == usual.nodes
    assert searched(0, 900).nodes != usual.nodes
    # Other searches must always be the same.
    monkeypatch.setattr(deepening, "OutcomeFirst", None)
    for limits in (Limits(1000, depth=WON_EMPTIES), Limits(None), Limits(1000, nodes=10**8)):
        assert search(WON, limits, table=TranspositionTable(16)).nodes == usual.nodes


def test_a_proof_is_late_when_it_needs_more_than_is_left() -> None:
    root = root_of(WON)
    proof = Iteration(WON_EMPTIES, True)

    def due(moment: float, following: Iteration) -> bool:
        return OutcomeFirst(60.0, clock_at(0, moment)).due(root, following)

    assert root.search(Iteration(5))
    assert not due(59, proof)
    assert root.search(Iteration(WON_EMPTIES, True, 0))
    assert [due(moment, proof) for moment in (0, 9, 11, 59)] == [False, False, True, True]
    assert not due(59, Iteration(WON_EMPTIES, True, 1))
    assert root.prove_outcome()
    assert not due(59, proof)


@pytest.mark.usefixtures("late")
def test_connect_4_proves_scores_in_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Root, "prove_outcome", None)
    found = search(connect4.parse("44444432367"), Limits(1000))
    assert (found.exact, found.outcome) == (True, outcome_of(found.score))


def test_any_estimate_finds_the_move_that_reaches_the_outcome() -> None:
    for seed in range(200):
        draw = random.Random(seed)
        moves = [RootMove(f"a{number}", number, f"a{number}") for number in range(draw.randint(1, 6))]
        highest = draw.choice((-2, 0, 2, 8))
        values = {move: draw.randrange(-8, highest + 1, 2) for move in moves}
        estimates = sorted((draw.randrange(-8, 9, 2) for _ in moves), reverse=True)
        _check(moves, values, estimates, draw)


def _check(
    moves: list[RootMove], values: dict[RootMove, int], estimates: list[int], draw: random.Random
) -> None:
    def value_above(move: RootMove, score: int) -> int:
        """A bound that may be better than what was asked for."""
        value = values[move]
        return draw.randint(score + 1, value) if value > score else draw.randint(value, score)

    proof = there(prove_outcome(moves, estimates[0], value_above))
    assert proof.outcome == outcome_of(max(values.values())) == outcome_of(values[proof.move])
    if proof.outcome:
        before = moves[: moves.index(proof.move)]
        assert all(outcome_of(values[move]) < proof.outcome for move in before)
    for move, estimate in zip(moves, estimates, strict=True):
        low, high = proof.bounds[move.kind]
        assert low <= values[move] <= high
        narrowed = proof.narrowed(ValuedMove(move, estimate, "exact"))
        assert low <= narrowed.value <= high
        if proof.outcome == 0:
            assert proof.proved_value(move).value >= values[move]
    assert prove_outcome(moves, estimates[0], lambda move, score: None) is None
