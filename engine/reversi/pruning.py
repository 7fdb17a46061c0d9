"""Pruning in Reversi searches: ProbCut, stable-disc bounds, and a separate endgame search.

ProbCut knows the errors of shallow searches with the learned weights: `python -m research.training errors`
fits the logarithm of the standard deviation between the values of two depths to the number of discs and both
depths; the coefficients below are its results.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engine.jit.bits import count_squares, load
from engine.jit.compiling import dispatched, implements, inlined, optional
from engine.reversi.endgame import TABLE_FROM, TABLE_TO, solve_last, solve_with_table, stability_bound
from engine.reversi.evaluation import UNIT
from engine.reversi.states import STATES, Reversi6, Reversi8, board_type, of_every_board
from engine.reversi.styles import MOBILITY, NETWORK, PATTERNS
from engine.search import interface
from engine.search.interface import State, probcut_depth
from engine.search.scores import EXACT, INFINITY, SELECTIVITY, STYLE, Context, Depth, Ply, Score

#: Factors of the terms of `features` by size of the board and whether the fewest discs win, for deviations in
#: 1/64 disc.
COEFFICIENTS = {
    (6, False): (4.08856, 0.10949, -0.30934, 0.54256, 0.00327, -0.06823),
    (6, True): (4.27966, -0.01556, 0.07596, 0.30806, -0.05974, -0.05493),
    (8, False): (4.23592, 0.02192, -0.00159, 0.32847, -0.3491, 0.03544),
    (8, True): (3.63326, 0.02519, -0.00735, 0.34429, -0.36947, 0.0434),
    (10, False): (4.02793, 0.0127, 0.00424, 0.38231, -0.45272, 0.0391),
    (10, True): (3.7916, 0.00496, 0.01159, 0.44627, -0.28496, 0.01097),
}
_DEPTHS = 64
#: Margins on 8 × 8 in hundredths of the deviation: in the middle game, and for exact scores by selectivity
#: (0, 1, …; at PROVED there is no ProbCut). Within 110, 151, 196 and 258 shallow searches are right in 73,
#: 87, 95 and 99 of 100 cases; those for exact scores err more, since they trust still shallower ones within
#: half of the usual error only.
_MIDGAME_MARGIN, EXACT_MARGINS = np.int64(140), np.array((127, 174, 225, 297), np.int64)
#: Share of scores that are the proved ones, by level, in 100 positions with 22 empty squares
#: (`python -m research.reversi_certainty`).
CERTAINTIES = (0.58, 0.72, 0.84, 0.91)
#: Trusted error of a shallower search by the style "mobility", in 1/64 disc: 1.5 standard deviations, with no
#: disc on the board and for each disc. Shallow searches err more as the end comes nearer.
_MOBILITY_ERROR, _MOBILITY_ERROR_PER_DISC = np.int64(12), np.int64(12)
#: Depth from which ProbCut pays for the style "mobility".
_MOBILITY_PROBCUT_FROM = np.int64(4)
#: Depth from which it pays by the pattern weights. By the network it pays from depth 2 on: 53.0 ± 2.4 % of
#: 1,400 games at equal nodes (60,000 a move).
_PATTERNS_PROBCUT_FROM = np.int64(3)
#: Trusted error with the learned weights, in hundredths of the usual one.
_TRUSTED_SHARE = np.int64(90)
#: Trusted share on other boards.
_TRUSTED_SHARE_ELSEWHERE = np.int64(120)
#: With the network, late moves are searched one ply less deep first, from this place in the order and this
#: depth on.
_LATE_FROM, _LATE_FROM_DEPTH = np.int64(2), np.int64(4)
#: Depth up to which the search for exact scores is better off without ProbCut.
_EXACT_UNSELECTIVE_TO = np.int64(12)
#: Trusted error of still shallower searches below a search for exact scores, in hundredths of the usual one.
_SHALLOW_SHARE = np.int64(50)
#: Margins of the searches to the end on other boards, in hundredths of the usual error, and how certain their
#: scores are. On 6 × 6, where proofs take a second or two, one level is enough: with the two of the other
#: boards they took half as long again. There 80 of 100 scores were the proved ones (research/README.md);
#: elsewhere each shallow search is right in 68 and 95 of 100 cases.
_EXACT_MARGIN_ON_6, _CERTAINTIES_ON_6 = np.int64(75), (0.8,)
_EXACT_MARGINS_ELSEWHERE, _CERTAINTIES_ELSEWHERE = np.array((100, 200), np.int64), (0.68, 0.95)


def features(discs: int, depth: int, shallow: int) -> tuple[float, ...]:
    """Return the features of the logarithm of the deviation between two depths."""
    well = math.log(shallow + 1)
    return (1.0, discs, discs**2 / 100, math.log(depth - shallow), well, discs * well / 10)


def _deviation(coefficients: tuple[float, ...], depth: int, discs: int) -> int:
    terms = features(discs, depth, probcut_depth(depth))
    return round(math.exp(sum(factor * term for factor, term in zip(coefficients, terms, strict=True))))


@dispatched
def _shallow_error(state: State, depth: Depth) -> Any:
    """Return the deviation between a search of `depth` and the one that may replace it, in 1/64 disc."""


def _register(size: int, anti: bool) -> None:
    deviations = np.array(
        [
            _deviation(COEFFICIENTS[size, anti], depth, discs) if depth >= 2 else 0
            for depth in range(_DEPTHS)
            for discs in range(size * size + 1)
        ],
        np.int64,
    )
    deepest, row = np.int64(_DEPTHS - 1), np.int64(size * size + 1)

    @implements(_shallow_error, STATES[size, anti])
    def error_of_class(state: State, depth: Depth) -> Any:
        return deviations[min(depth, deepest) * row + count_squares(state.own | state.opp)]


for _size, _anti in STATES:
    _register(_size, _anti)


@implements(interface.probcut_error, Reversi8)
def _probcut_error(state: Reversi8, depth: Depth, context: Context) -> Any:
    style = load(context, STYLE)
    if style in (PATTERNS, NETWORK):
        if style == PATTERNS and depth < _PATTERNS_PROBCUT_FROM:
            return INFINITY
        return _TRUSTED_SHARE * middle_error(state, depth) // np.int64(100)
    if style == MOBILITY:
        if depth < _MOBILITY_PROBCUT_FROM:
            return INFINITY
        return _MOBILITY_ERROR + _MOBILITY_ERROR_PER_DISC * count_squares(state.own | state.opp)
    if style != EXACT:
        return INFINITY
    if depth < interface.plies_left(state):
        return _SHALLOW_SHARE * middle_error(state, depth) // (np.int64(100) * UNIT) + np.int64(1)
    return exact_error(state, depth, np.int64(load(context, SELECTIVITY))) // UNIT + np.int64(1)


@inlined
def middle_error(state: Reversi8, depth: Depth) -> Any:
    """Return the assumed error of the search that replaces one of `depth`, in 1/64 disc."""
    return _MIDGAME_MARGIN * _shallow_error(state, depth) // np.int64(100)


@inlined
def exact_error(state: Reversi8, depth: Depth, selectivity: Any) -> Any:
    """Return the assumed error for searches to the end, by selectivity: 0, 1, …"""
    return EXACT_MARGINS[selectivity] * _shallow_error(state, depth) // np.int64(100)


@of_every_board(interface.probcut_error, but=Reversi8)
def _probcut_error_elsewhere(state: State, depth: Depth, context: Context) -> Any:
    if depth < _PATTERNS_PROBCUT_FROM:
        return INFINITY
    style, error = load(context, STYLE), _shallow_error(state, depth)
    if style in (PATTERNS, NETWORK):
        return _TRUSTED_SHARE_ELSEWHERE * error // np.int64(100)
    if style != EXACT:
        return INFINITY
    if depth < interface.plies_left(state):
        return _TRUSTED_SHARE_ELSEWHERE * error // np.int64(100) // UNIT + np.int64(1)
    margin = _exact_margin(state, np.int64(load(context, SELECTIVITY)))
    return margin * error // np.int64(100) // UNIT + np.int64(1)


@optional
def _exact_margin(state: State, selectivity: Any) -> Any:
    """The margin of a search to the end on a board other than 8 × 8."""
    return _EXACT_MARGINS_ELSEWHERE[selectivity]


@implements(_exact_margin, Reversi6)
def _exact_margin_on_6(state: Reversi6, selectivity: Any) -> Any:
    return _EXACT_MARGIN_ON_6


@implements(interface.guides_probcut, Reversi8)
def _guides_probcut(state: Reversi8, context: Context) -> Any:
    return load(context, STYLE) == NETWORK


@implements(interface.late_reduction, Reversi8)
def _late_reduction(state: Reversi8, depth: Depth, index: Any, context: Context) -> Any:
    late = index >= _LATE_FROM and depth >= _LATE_FROM_DEPTH
    return np.int64(late and load(context, STYLE) == NETWORK)


@of_every_board(interface.unselective_to_depth)
def _unselective_to_depth(state: Reversi8, context: Context) -> Any:
    return _EXACT_UNSELECTIVE_TO if load(context, STYLE) == EXACT else np.int64(-1)


@of_every_board(interface.certainties)
def _certainties(state: State) -> tuple[float, ...]:
    known = {Reversi6: _CERTAINTIES_ON_6, Reversi8: CERTAINTIES}
    return known.get(type(state), _CERTAINTIES_ELSEWHERE)


@of_every_board(interface.solves_directly, but_pairs=True)
def _solves_directly(state: State, left: Any, context: Context) -> Any:
    return left <= TABLE_TO and load(context, STYLE) == EXACT


@of_every_board(interface.solve_endgame, but_pairs=True)
def _solve_endgame(state: State, alpha: Score, beta: Score, ply: Ply, context: Context) -> Any:
    board, left = board_type(state), interface.plies_left(state)
    if left >= TABLE_FROM:
        return solve_with_table(board, state.own, state.opp, alpha, beta, left, context)
    return solve_last(board, state.own, state.opp, alpha, beta, context)


@of_every_board(interface.upper_bound, but_pairs=True)
def _upper_bound(state: State, alpha: Score, left: Any, context: Context) -> Any:
    if load(context, STYLE) != EXACT:
        return INFINITY
    return stability_bound(board_type(state), state.own, state.opp, alpha, left, context)
