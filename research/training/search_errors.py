"""Measure the errors of shallow searches by a learned evaluation, which set ProbCut."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import store
from engine.jit.compiling import compiled
from engine.reversi.pruning import features
from engine.search.alphabeta import alphabeta
from engine.search.context import SearchContext
from engine.search.scores import ALL_TECHNIQUES, INFINITY, SALT, SELECTIVE
from engine.search.tables import TranspositionTable
from research.training.evaluations import Evaluation
from research.training.selfplay import state_at

_MEGABYTES = 16
#: Values from this on are those of finished games. Bands with fewer positions are left out.
_FINISHED = 7000
_ENOUGH = 20


@compiled
def _search_all(like: Any, own: Any, opp: Any, deepest: Any, out: Any, context: Any) -> None:
    for position in range(len(own)):
        store(context, SALT, np.uint64(position))
        state = state_at(like, own, opp, position)
        for depth in range(deepest + 1):
            out[position, depth] = alphabeta(
                state, -INFINITY, INFINITY, np.int64(depth), np.int64(0), context
            )


def values_by_depth(rows: np.ndarray[Any, Any], evaluation: Evaluation, deepest: int) -> np.ndarray[Any, Any]:
    """Return values in 1/64 disc by full searches of depth 0 to `deepest`: positions × depths."""
    techniques = int(ALL_TECHNIQUES & ~SELECTIVE)
    context = SearchContext(
        TranspositionTable(_MEGABYTES), game_table=evaluation.tables, techniques=techniques
    )
    context.use_style(int(evaluation.style))
    out = np.zeros((len(rows), deepest + 1), np.int64)
    own, opp = np.ascontiguousarray(rows["own"]), np.ascontiguousarray(rows["opp"])
    _search_all(evaluation.start, own, opp, np.int64(deepest), out, context.address)
    return out


def deviations(
    values: np.ndarray[Any, Any], discs: np.ndarray[Any, Any], band: int = 4
) -> list[tuple[int, int, int, float]]:
    """Return standard deviations between two depths of equal parity: (discs, depth, shallow, 1/64 disc)."""
    found = []
    deepest = values.shape[1] - 1
    for low in range(int(discs.min()), int(discs.max()) + 1, band):
        chosen = values[(discs >= low) & (discs < low + band)]
        # Values of finished games are far above any evaluation.
        chosen = chosen[np.abs(chosen).max(axis=1, initial=0) < _FINISHED]
        if len(chosen) < _ENOUGH:
            continue
        for depth in range(2, deepest + 1):
            for shallow in range(depth % 2, depth, 2):
                deviation = float(np.std(chosen[:, depth] - chosen[:, shallow]))
                found.append((low + band // 2, depth, shallow, max(deviation, 1.0)))
    return found


def fitted(found: list[tuple[int, int, int, float]]) -> tuple[np.ndarray[Any, Any], float]:
    """Return coefficients of `engine.reversi.pruning.features` and the logarithm's standard error."""
    terms = np.array([features(discs, depth, shallow) for discs, depth, shallow, _ in found])
    logarithms = np.log([deviation for *_, deviation in found])
    coefficients = np.linalg.lstsq(terms, logarithms, rcond=None)[0]
    return coefficients, float(np.std(logarithms - terms @ coefficients))
