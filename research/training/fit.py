"""Fit the weights of all stages by least squares: conjugate gradients on all positions at once.

Minimised is the sum of (target - estimate)² plus `ridge` times the squared distance of the weights from
those that the fit starts from (0 without any), so rarely seen weights stay close to them. A stage also uses
positions with a few discs more or less than it has. Steps end when the validation error grows again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.reversi.boards import BOARDS, Board
from engine.reversi.eval.patterns import PATTERN_SETS, USUAL, PatternSet
from research.training.samples import Sample, Sums, sums


@dataclass(frozen=True, slots=True)
class Fit:
    """Parameters of a fit of weights.

    `trust`: share of the searched value in the target of an unsolved position.
    `margin`: a stage also uses positions with up to this many discs more or less than its own.
    `kept_aside`: one game in this many is for validation.
    """

    trust: float = 0.3
    ridge: float = 40.0
    margin: int = 2
    steps: int = 60
    patience: int = 3
    kept_aside: int = 20


_USUAL = BOARDS[8, False]


def discs_of_stage(stage: int, patterns: PatternSet = USUAL) -> str:
    """Return the numbers of discs of a stage."""
    first = 4 + stage * patterns.stage_discs
    return f"{first}–{min(patterns.squares, first + patterns.stage_discs - 1)}"


@dataclass(frozen=True, slots=True)
class StageReport:
    """Quality of a fitted stage: its numbers of discs, and mean absolute errors in discs."""

    stage: int
    discs: str
    positions: int
    unseen: int
    error: float
    unseen_error: float


class _Fitting:
    """A sample, processed by several threads; stages use positions up to `margin` discs away."""

    def __init__(self, pool: ThreadPoolExecutor, sample: Sample, board: Board, margin: int = 0) -> None:
        self._pool = pool
        self._sample = sample
        self._board = board
        self._margin = margin
        patterns = PATTERN_SETS[board.size, board.anti]
        self._shape = patterns.stages, patterns.folded()[1]
        self._pairs = [
            (stage, discs)
            for discs in sample
            for stage in sorted(
                {patterns.stage_of(near) for near in range(discs - margin, discs + margin + 1)}
            )
            if 0 <= stage < patterns.stages
        ]

    def sums(self, weights: np.ndarray[Any, Any], correlations: bool = True) -> Iterator[tuple[int, Sums]]:
        """Return the sums of each stage and number of discs."""

        def work(pair: tuple[int, int]) -> tuple[int, Sums]:
            stage, discs = pair
            return stage, sums(self._sample[discs], weights[stage], correlations, self._board)

        return self._pool.map(work, self._pairs)

    def squares(self, weights: np.ndarray[Any, Any]) -> float:
        """Return the squared errors of all positions."""
        return sum(found.squares for _, found in self.sums(weights, correlations=False))

    def correlations(self, weights: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return the transposed design matrix times the errors."""
        out = np.zeros_like(weights)
        for stage, found in self.sums(weights):
            out[stage] += found.correlations
        return out

    def curvature(self, direction: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return X'X times the direction, for the design matrix X."""
        nothing = {
            discs: positions._replace(targets=np.zeros_like(positions.targets))
            for discs, positions in self._sample.items()
        }
        return -_Fitting(self._pool, nothing, self._board, self._margin).correlations(direction)

    def occurrences(self) -> np.ndarray[Any, Any]:
        """Return the diagonal of X'X."""
        ones = {
            discs: positions._replace(targets=np.ones_like(positions.targets))
            for discs, positions in self._sample.items()
        }
        return _Fitting(self._pool, ones, self._board, self._margin).correlations(np.zeros(self._shape))


def fit(
    seen: Sample,
    unseen: Sample,
    settings: Fit,
    threads: int = 1,
    start: np.ndarray[Any, Any] | None = None,
    done: Callable[[int, float], None] = lambda step, error: None,
    board: Board = _USUAL,
) -> np.ndarray[Any, Any]:
    """Return the folded weights of all stages, int16 in 1/64 disc.

    `done` is called after each step with the root mean square error in discs on the validation games.
    """
    patterns = PATTERN_SETS[board.size, board.anti]
    weights = np.zeros((patterns.stages, patterns.folded()[1])) if start is None else start.astype(np.float64)
    unseen_positions = max(1, sum(len(positions.own) for positions in unseen.values()))
    with ThreadPoolExecutor(threads) as pool:
        fitting, validation = _Fitting(pool, seen, board, settings.margin), _Fitting(pool, unseen, board)
        scale = settings.ridge + fitting.occurrences()
        rest = fitting.correlations(weights)
        best, best_step, least = weights, 0, np.inf
        direction = rest / scale
        length = float(np.vdot(rest, direction))
        for step in range(1, settings.steps + 1):
            if length == 0:
                break
            change = fitting.curvature(direction) + settings.ridge * direction
            stride = length / float(np.vdot(direction, change))
            weights = weights + stride * direction
            rest -= stride * change
            error = validation.squares(weights) if unseen else -float(step)
            done(step, float(np.sqrt(max(0.0, error) / unseen_positions)))
            if error < least:
                least, best, best_step = error, weights, step
            elif step - best_step >= settings.patience:
                break
            towards = rest / scale
            before, length = length, float(np.vdot(rest, towards))
            direction = towards + length / before * direction
    return np.clip(np.rint(best), -32768, 32767).astype(np.int16)


def errors_by_stage(
    weights: np.ndarray[Any, Any],
    seen: Sample,
    unseen: Sample,
    threads: int = 1,
    board: Board = _USUAL,
) -> list[StageReport]:
    """Return, for each stage with positions, how many, and mean absolute errors in discs."""
    patterns = PATTERN_SETS[board.size, board.anti]
    with ThreadPoolExecutor(threads) as pool:
        both = [_Fitting(pool, sample, board).sums(weights, correlations=False) for sample in (seen, unseen)]
        totals = np.zeros((2, patterns.stages, 2))
        for kind, each in enumerate(both):
            for stage, found in each:
                totals[kind, stage] += found.positions, found.errors
    means = totals[..., 1] / np.maximum(1, totals[..., 0])
    return [
        StageReport(
            stage,
            discs_of_stage(stage, patterns),
            int(totals[0, stage, 0]),
            int(totals[1, stage, 0]),
            float(means[0, stage]),
            float(means[1, stage]),
        )
        for stage in range(patterns.stages)
        if totals[:, stage, 0].any()
    ]
