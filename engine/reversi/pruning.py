"""Pruning in Reversi searches: ProbCut; on 8 × 8 also stable-disc bounds and a separate endgame search."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import load, popcount
from engine.jit.compiling import dispatched, implements
from engine.reversi.endgame import solve_last, stability_bound
from engine.reversi.eval.probcut import CERTAINTIES, exact_error, middle_error, shallow_error
from engine.reversi.evaluation import UNIT
from engine.reversi.states import STATES, Reversi6, Reversi8, board_type, of_every_board
from engine.reversi.styles import MOBILITY, NETWORK, PATTERNS
from engine.reversi.table_endgame import TABLE_FROM, TABLE_TO, solve_with_table
from engine.search import interface
from engine.search.interface import State
from engine.search.scores import EXACT, INFINITY, SELECTIVITY, STYLE, Context, Depth, Ply, Score

_SQUARES = np.int64(64)
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


@implements(interface.probcut_error, Reversi8)
def _probcut_error(state: Reversi8, depth: Depth, context: Context) -> Any:
    discs = popcount(state.own | state.opp)
    style = load(context, STYLE)
    if style in (PATTERNS, NETWORK):
        if style == PATTERNS and depth < _PATTERNS_PROBCUT_FROM:
            return INFINITY
        return _TRUSTED_SHARE * middle_error(depth, discs) // np.int64(100)
    if style == MOBILITY:
        if depth < _MOBILITY_PROBCUT_FROM:
            return INFINITY
        return _MOBILITY_ERROR + _MOBILITY_ERROR_PER_DISC * discs
    if style != EXACT:
        return INFINITY
    if depth < _SQUARES - discs:
        return _SHALLOW_SHARE * middle_error(depth, discs) // (np.int64(100) * UNIT) + np.int64(1)
    return exact_error(depth, discs, np.int64(load(context, SELECTIVITY))) // UNIT + np.int64(1)


@of_every_board(interface.probcut_error, but=Reversi8)
def _probcut_error_elsewhere(state: State, depth: Depth, context: Context) -> Any:
    if depth < _PATTERNS_PROBCUT_FROM:
        return INFINITY
    style, error = load(context, STYLE), shallow_error(state, depth)
    if style in (PATTERNS, NETWORK):
        return _TRUSTED_SHARE_ELSEWHERE * error // np.int64(100)
    if style != EXACT:
        return INFINITY
    if depth < interface.plies_left(state):
        return _TRUSTED_SHARE_ELSEWHERE * error // np.int64(100) // UNIT + np.int64(1)
    margin = _exact_margin(state, np.int64(load(context, SELECTIVITY)))
    return margin * error // np.int64(100) // UNIT + np.int64(1)


@dispatched
def _exact_margin(state: State, selectivity: Any) -> Any:
    """The margin of a search to the end on a board other than 8 × 8."""


@implements(_exact_margin, object)
def _exact_margin_elsewhere(state: State, selectivity: Any) -> Any:
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


@implements(interface.certainties, Reversi8)
def _certainties(state: Reversi8) -> tuple[float, ...]:
    return CERTAINTIES


@implements(interface.certainties, Reversi6)
def _certainties_on_6(state: Reversi6) -> tuple[float, ...]:
    return _CERTAINTIES_ON_6


for _other in (state for state in STATES.values() if state not in (Reversi6, Reversi8)):

    @implements(interface.certainties, _other)
    def _certainties_elsewhere(state: State) -> tuple[float, ...]:
        return _CERTAINTIES_ELSEWHERE


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
