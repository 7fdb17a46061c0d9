"""Reversi on 8 × 8 as the search core sees it: two words, the side to move's discs first."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine import games
from engine.bits import Word, load, mix, popcount
from engine.box_words import GAME_TABLE, STYLE
from engine.compiling import inlined
from engine.games import implements
from engine.lanes import flipped_discs, legal_squares
from engine.reversi8_last import solve_last
from engine.scores import ENDED, ENDED_UNIT, INFINITY
from engine.stability import stable_discs

#: Number of the style that knows final scores only.
EXACT = np.uint64(0)
#: Number of the style that adds square values.
POSITIONAL = np.uint64(1)

#: Square values of the upper left quadrant, mirrored to the whole board (SEEDS S3).
QUADRANT = ((120, -20, 20, 5), (-20, -40, -5, -5), (20, -5, 15, 3), (5, -5, 3, 3))
SQUARE_VALUES = tuple(QUADRANT[min(y, 7 - y)][min(x, 7 - x)] for y in range(8) for x in range(8))

_WEIGHTS = tuple(np.int64(value) for value in sorted(set(SQUARE_VALUES)))
_MASKS = tuple(
    np.uint64(sum(1 << square for square in range(64) if SQUARE_VALUES[square] == weight))
    for weight in _WEIGHTS
)
_SQUARE_RANK = np.array(SQUARE_VALUES, np.int64)


class Reversi8(NamedTuple):
    """Discs of the side to move and of the other side, bit 0 = a1, bit 1 = b1, bit 8 = a2."""

    own: Word
    opp: Word


@implements(games.legal, Reversi8)
def _legal(state: Reversi8) -> Word:
    return legal_squares(state.own, state.opp)


@implements(games.play, Reversi8)
def _play(state: Reversi8, square: Any) -> Reversi8:
    flips = flipped_discs(state.own, state.opp, square)
    return Reversi8(state.opp ^ flips, state.own | flips | (np.uint64(1) << np.uint64(square)))


@implements(games.passed, Reversi8)
def _passed(state: Reversi8) -> Reversi8:
    return Reversi8(state.opp, state.own)


@implements(games.must_pass, Reversi8)
def _must_pass(state: Reversi8) -> Any:
    return legal_squares(state.opp, state.own) != np.uint64(0)


@inlined
def final_score(own_discs: Word, opp_discs: Word) -> Any:
    """Disc difference at the end, empty squares counted for the winner."""
    own, opp = popcount(own_discs), popcount(opp_discs)
    if own > opp:
        return np.int64(64) - np.int64(2) * opp
    if own < opp:
        return np.int64(2) * own - np.int64(64)
    return np.int64(0)


@inlined
def square_sum(discs: Word) -> Any:
    """Sum of the S3 values of the squares."""
    total = np.int64(0)
    for index in range(len(_MASKS)):
        total += _WEIGHTS[index] * popcount(discs & _MASKS[index])
    return total


@implements(games.final, Reversi8)
def _final(state: Reversi8) -> Any:
    return final_score(state.own, state.opp)


@implements(games.plies_left, Reversi8)
def _plies_left(state: Reversi8) -> Any:
    return np.int64(64) - popcount(state.own | state.opp)


@implements(games.fingerprint, Reversi8)
def _fingerprint(state: Reversi8) -> tuple[Word, Word]:
    return (
        mix(state.own ^ np.uint64(0x9E3779B97F4A7C15), state.opp ^ np.uint64(0xD1B54A32D192ED03)),
        mix(state.own ^ np.uint64(0xA0761D6478BD642F), state.opp ^ np.uint64(0xE7037ED1A0B428DB)),
    )


@implements(games.ended, Reversi8)
def _ended(state: Reversi8, box: Any) -> Any:
    score = final_score(state.own, state.opp)
    if load(box, STYLE) == EXACT:
        return score
    return score * ENDED_UNIT + np.sign(score) * ENDED


@implements(games.leaf, Reversi8)
def _leaf(state: Reversi8, box: Any) -> Any:
    if load(box, STYLE) == EXACT:
        return popcount(state.own) - popcount(state.opp)
    return square_sum(state.own) - square_sum(state.opp)


#: Positions with so many empty squares go to the code without table and ordering.
_LAST = np.int64(7)
#: Stable discs are counted when alpha reaches this, by empty squares: below, they hardly ever suffice.
_STABILITY_FROM = np.array(
    [min(62, 2 * empties - 4) if empties > 4 else 99 for empties in range(65)], np.int64
)
_CORNERS = np.uint64(0x8100000000000081)


@implements(games.rank, Reversi8)
def _rank(state: Reversi8, square: Any, after: Reversi8, box: Any) -> Any:
    replies = legal_squares(after.own, after.opp)
    return _SQUARE_RANK[square] - np.int64(16) * (popcount(replies) + popcount(replies & _CORNERS))


@implements(games.ends_directly, Reversi8)
def _ends_directly(state: Reversi8, left: Any) -> Any:
    return left <= _LAST


@implements(games.solve_end, Reversi8)
def _solve_end(state: Reversi8, alpha: Any, beta: Any, box: Any) -> Any:
    return solve_last(state.own, state.opp, alpha, beta, box)


@implements(games.upper_bound, Reversi8)
def _upper_bound(state: Reversi8, alpha: Any, left: Any, box: Any) -> Any:
    if alpha < _STABILITY_FROM[left]:
        return INFINITY
    edges = np.int64(load(box, GAME_TABLE))
    return np.int64(64) - np.int64(2) * popcount(stable_discs(state.opp, state.own, edges))
