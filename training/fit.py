"""The weights of each stage by least squares: conjugate gradients on all its positions at once.

Minimised is the sum of (target - estimate)² plus `ridge` times the sum of the squared weights, which keeps
what was rarely seen near zero. Steps end when the error on positions of games kept aside grows again.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.jit.bits import load, popcount
from engine.jit.compiling import compiled
from engine.reversi.eval.pattern_sums import pattern_indices
from engine.reversi.eval.patterns import (
    LANES,
    MOVES,
    OPP_MOVES,
    OWN_MOVES,
    PATTERNS,
    STAGE_DISCS,
    STAGES,
    STARTS,
    folded,
    nibbles,
    stage_of,
)
from engine.reversi.flips import legal_squares
from training.selfplay import SOLVED, UNIT

#: Terms of an estimate: the patterns, the constant of the number of discs, the moves of both sides.
TERMS = len(PATTERNS) + 3

_STARTS = np.array([STARTS[pattern.class_number] for pattern in PATTERNS], np.int64)
_PATTERNS = np.int64(len(PATTERNS))
_MOST_MOVES = np.int64(MOVES - 1)
_OWN_MOVES, _OPP_MOVES = np.int64(OWN_MOVES), np.int64(OPP_MOVES)
#: Rows on cache lines.
_ALIGNED = 64


@dataclass(frozen=True, slots=True)
class Fit:
    """How weights are fitted.

    `trust`: the share of the searched value in the target of a position that was not solved.
    `margin`: positions with up to so many discs more or less than its own help a stage; more discs are
    taken in until there are `enough` positions. `kept_aside`: one game of so many is for validation.
    """

    trust: float = 0.3
    ridge: float = 40.0
    margin: int = 2
    enough: int = 20_000
    steps: int = 60
    patience: int = 5
    kept_aside: int = 20


@dataclass(frozen=True, slots=True)
class StageReport:
    """How well one stage is fitted: errors are mean absolute ones in discs."""

    stage: int
    positions: int
    unseen: int
    error: float
    unseen_error: float
    steps: int

    @property
    def discs(self) -> str:
        """The numbers of discs of the stage."""
        first = 4 + self.stage * STAGE_DISCS
        return f"{first}–{min(64, first + STAGE_DISCS - 1)}"


def targets(rows: np.ndarray[Any, Any], trust: float) -> np.ndarray[Any, Any]:
    """What each position is fitted to, in 1/64 disc."""
    share = np.where(rows["source"] == SOLVED, 0.0, trust)
    mixed: np.ndarray[Any, Any] = share * rows["value"] + (1 - share) * rows["target"]
    return mixed.astype(np.float32)


def discs_of(rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Number of discs of each position."""
    counts: np.ndarray[Any, Any] = np.bitwise_count(rows["own"] | rows["opp"])
    return counts.astype(np.int64)


def unseen_games(rows: np.ndarray[Any, Any], kept_aside: int) -> np.ndarray[Any, Any]:
    """True for the positions of games that are kept for validation."""
    unseen: np.ndarray[Any, Any] = rows["game"] % kept_aside == kept_aside - 1
    return unseen


@compiled
def _fill_terms(own: Any, opp: Any, rows: Any, shared: Any, scratch: Any, out: Any) -> None:
    for position in range(len(own)):
        mine, theirs = own[position], opp[position]
        pattern_indices(mine, theirs, rows, scratch)
        for lane in range(_PATTERNS):
            word = load(scratch, np.int64(lane >> 2))
            index = np.int64(word >> np.uint64(16 * (lane & 3)) & np.uint64(0xFFFF))
            out[position, lane] = shared[_STARTS[lane] + index]
        out[position, _PATTERNS] = popcount(mine | theirs) - 1
        out[position, _PATTERNS + 1] = _OWN_MOVES + min(popcount(legal_squares(mine, theirs)), _MOST_MOVES)
        out[position, _PATTERNS + 2] = _OPP_MOVES + min(popcount(legal_squares(theirs, mine)), _MOST_MOVES)


def terms(rows: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The numbers of the folded weights that make the estimate of each position: positions × TERMS."""
    small = nibbles()
    memory = np.zeros(small.nbytes + 2 * LANES + _ALIGNED, np.uint8)
    start = -memory.ctypes.data % _ALIGNED
    memory[start : start + small.nbytes] = small.view(np.uint8).reshape(-1)
    address = memory.ctypes.data + start
    out = np.empty((len(rows), TERMS), np.int32)
    shared = folded()[0].astype(np.int32)
    own, opp = np.ascontiguousarray(rows["own"]), np.ascontiguousarray(rows["opp"])
    _fill_terms(own, opp, np.int64(address), shared, np.int64(address + small.nbytes), out)
    return out


@compiled
def _count_terms(numbers: Any, counts: Any) -> None:
    for position in range(len(numbers)):
        for term in range(numbers.shape[1]):
            counts[numbers[position, term]] += 1.0


@compiled
def _correlations(numbers: Any, values: Any, out: Any) -> None:
    """`out` += transposed design matrix times `values`."""
    for position in range(len(numbers)):
        value = np.float64(values[position])
        for term in range(numbers.shape[1]):
            out[numbers[position, term]] += value


@compiled
def _curvature(numbers: Any, direction: Any, out: Any) -> Any:
    """`out` += X'X times the direction, for the design matrix X; the squared length of X times it."""
    squared = 0.0
    for position in range(len(numbers)):
        value = 0.0
        for term in range(numbers.shape[1]):
            value += direction[numbers[position, term]]
        squared += value * value
        for term in range(numbers.shape[1]):
            out[numbers[position, term]] += value
    return squared


@compiled
def _errors(numbers: Any, weights: Any, values: Any) -> Any:
    """Sum of the absolute differences of estimates and `values`, and of their squares."""
    total, squares = 0.0, 0.0
    for position in range(len(numbers)):
        value = 0.0
        for term in range(numbers.shape[1]):
            value += weights[numbers[position, term]]
        error = value - values[position]
        total += abs(error)
        squares += error * error
    return total, squares


def _mean_error(numbers: Any, weights: Any, values: Any) -> float:
    """Mean absolute error in discs."""
    return float(_errors(numbers, weights, values)[0]) / max(1, len(values)) / int(UNIT)


def fit_stage(
    numbers: np.ndarray[Any, Any],
    values: np.ndarray[Any, Any],
    unseen_numbers: np.ndarray[Any, Any],
    unseen_values: np.ndarray[Any, Any],
    settings: Fit,
) -> tuple[np.ndarray[Any, Any], int]:
    """Weights (float64, one for each folded one) and the number of steps they took."""
    count = folded()[1]
    scale = np.full(count, settings.ridge)
    _count_terms(numbers, scale)
    rest = np.zeros(count)
    _correlations(numbers, values, rest)
    weights, best = np.zeros(count), np.zeros(count)
    least, best_step = np.inf, 0
    towards = rest / scale
    direction = towards
    length = float(rest @ towards)
    for step in range(1, settings.steps + 1):
        change = settings.ridge * direction
        curvature = _curvature(numbers, direction.astype(np.float32), change)
        curvature += settings.ridge * float(direction @ direction)
        if curvature <= 0:
            break
        stride = length / curvature
        weights = weights + stride * direction
        rest = rest - stride * change
        error = _errors(unseen_numbers, weights, unseen_values)[1] if len(unseen_values) else -step
        if error < least:
            least, best, best_step = error, weights, step
        elif step - best_step >= settings.patience:
            break
        towards = rest / scale
        before, length = length, float(rest @ towards)
        direction = towards + length / before * direction
    return best, best_step


def _chosen(discs: np.ndarray[Any, Any], stage: int, settings: Fit) -> np.ndarray[Any, Any]:
    """True for the positions that help a stage."""
    own = [count for count in range(4, 64) if stage_of(count) == stage] or [63]
    margin = settings.margin
    while True:
        chosen = (discs >= own[0] - margin) & (discs <= own[-1] + margin)
        if chosen.sum() >= settings.enough or margin >= 60:
            return chosen
        margin += 1


def fit(
    rows: np.ndarray[Any, Any],
    settings: Fit,
    threads: int = 1,
    done: Callable[[StageReport], None] = lambda report: None,
) -> np.ndarray[Any, Any]:
    """The folded weights of all stages, int16 in 1/64 disc; `done` is called after each stage."""
    values, discs = targets(rows, settings.trust), discs_of(rows)
    unseen = unseen_games(rows, settings.kept_aside)

    def work(stage: int) -> tuple[np.ndarray[Any, Any], StageReport]:
        chosen = _chosen(discs, stage, settings)
        seen, other = chosen & ~unseen, chosen & unseen
        numbers, unseen_numbers = terms(rows[seen]), terms(rows[other])
        weights, steps = fit_stage(numbers, values[seen], unseen_numbers, values[other], settings)
        rounded = np.clip(np.rint(weights), -32768, 32767).astype(np.int16)
        report = StageReport(
            stage,
            int(seen.sum()),
            int(other.sum()),
            _mean_error(numbers, rounded, values[seen]),
            _mean_error(unseen_numbers, rounded, values[other]),
            steps,
        )
        return rounded, report

    found = []
    with ThreadPoolExecutor(threads) as pool:
        for weights, report in pool.map(work, range(STAGES)):
            found.append(weights)
            done(report)
    return np.stack(found)


def errors_by_stage(
    weights: np.ndarray[Any, Any], rows: np.ndarray[Any, Any], kept_aside: int
) -> list[tuple[str, int, float]]:
    """Discs, number of positions and mean absolute error in discs, by stage, of games kept aside."""
    rows = rows[unseen_games(rows, kept_aside)]
    stages = (discs_of(rows) - 4) // STAGE_DISCS
    found = []
    for stage in range(STAGES):
        chosen = rows[stages == stage]
        if len(chosen):
            error = _mean_error(terms(chosen), weights[stage], chosen["target"].astype(np.float32))
            found.append((StageReport(stage, 0, 0, 0, 0, 0).discs, len(chosen), error))
    return found
