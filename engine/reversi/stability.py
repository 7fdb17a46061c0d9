"""Discs that can never be flipped again, on one-word boards: a lower bound, cheap enough for the search.

A disc is stable when on each of its four axes the line is full, a neighbour is stable, or it is at the edge
of the board. On 8 × 8 more is known of the edges: their stable discs are in a table over all fillings of
eight squares.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from engine.jit.bits import Square, Word, load_byte
from engine.jit.compiling import compiled, inlined

_LEFT = np.uint64(0x0101010101010101)
_GATHER = np.uint64(0x0102040810204080)
_INNER = np.uint64(0x007E7E7E7E7E7E00)
_BYTE = np.uint64(0xFF)
_ZERO = np.uint64(0)
_ONE, _SEVEN, _EIGHT, _NINE = np.uint64(1), np.uint64(7), np.uint64(8), np.uint64(9)
_TOP = np.uint64(56)

#: The squares of column a for each byte, bit 0 in the first row.
_COLUMN = np.array(
    [sum(1 << 8 * row for row in range(8) if byte >> row & 1) for byte in range(256)], np.uint64
)


@inlined
def _turned_on_edge(own: Any, opp: Any, square: Square) -> Any:
    """Return the discs of `opp` flipped along an edge of eight squares by a disc of `own` on `square`."""
    turned = np.int64(0)
    for step in (-1, 1):
        line, at = np.int64(0), square + step
        while 0 <= at < 8 and opp >> at & 1:
            line |= 1 << at
            at += step
        if 0 <= at < 8 and own >> at & 1:
            turned |= line
    return turned


@compiled
def _fill_edges(table: Any) -> None:
    """Return the stable discs of `own` for each pair of bytes, at index 256 * own + opp, fuller edges
    first.
    """
    for discs in range(255, -1, -1):
        own = discs
        while own >= 0:
            if own & discs == own:
                opp = discs ^ own
                stable = own
                for square in range(8):
                    if not discs >> square & 1:
                        mine = _turned_on_edge(own, opp, square)
                        theirs = _turned_on_edge(opp, own, square)
                        stable &= table[256 * (own | mine | 1 << square) + (opp & ~mine)]
                        stable &= table[256 * (own & ~theirs) + (opp | theirs | 1 << square)]
                table[256 * own + opp] = stable
            own -= 1


@functools.cache
def edge_table() -> np.ndarray[Any, Any]:
    """Return the stable squares of an edge: 65,536 bytes, index 256 * own discs + opposing discs, computed
    once.
    """
    table = np.zeros(65536, np.uint8)
    _fill_edges(table)
    return table


@inlined
def _full_rows(discs: Word) -> Word:
    full = discs & discs >> np.uint64(4)
    full &= full >> np.uint64(2)
    return (full & full >> _ONE & _LEFT) * _BYTE


@inlined
def _full_columns(discs: Word) -> Word:
    full = discs & (discs >> np.uint64(32) | discs << np.uint64(32))
    full &= full >> np.uint64(16) | full << np.uint64(48)
    return full & (full >> _EIGHT | full << _TOP)


@inlined
def _full_rising(discs: Word) -> Word:
    """Squares on full diagonals with neighbours 7 apart; each half looks one way, edges count as full."""
    down = discs & (np.uint64(0xFF01010101010101) | discs >> _SEVEN)
    up = discs & (np.uint64(0x80808080808080FF) | discs << _SEVEN)
    down &= np.uint64(0xFFFF030303030303) | down >> np.uint64(14)
    up &= np.uint64(0xC0C0C0C0C0C0FFFF) | up << np.uint64(14)
    down &= np.uint64(0xFFFFFFFF0F0F0F0F) | down >> np.uint64(28)
    up &= np.uint64(0xF0F0F0F0FFFFFFFF) | up << np.uint64(28)
    return down & up


@inlined
def _full_falling(discs: Word) -> Word:
    """Return the full diagonals whose neighbours are 9 apart."""
    down = discs & (np.uint64(0xFF80808080808080) | discs >> _NINE)
    up = discs & (np.uint64(0x01010101010101FF) | discs << _NINE)
    down &= np.uint64(0xFFFFC0C0C0C0C0C0) | down >> np.uint64(18)
    up &= np.uint64(0x030303030303FFFF) | up << np.uint64(18)
    down &= np.uint64(0xFFFFFFFFF0F0F0F0) | down >> np.uint64(36)
    up &= np.uint64(0x0F0F0F0FFFFFFFFF) | up << np.uint64(36)
    return down & up


@inlined
def _stable_edges(own: Word, opp: Word, edges: Any) -> Word:
    top = np.uint64(load_byte(edges, np.int64((own & _BYTE) << _EIGHT | opp & _BYTE)))
    bottom = np.uint64(load_byte(edges, np.int64(own >> _TOP << _EIGHT | opp >> _TOP)))
    own_a, opp_a = (own & _LEFT) * _GATHER >> _TOP, (opp & _LEFT) * _GATHER >> _TOP
    left = load_byte(edges, np.int64(own_a << _EIGHT | opp_a))
    own_h = (own >> _SEVEN & _LEFT) * _GATHER >> _TOP
    opp_h = (opp >> _SEVEN & _LEFT) * _GATHER >> _TOP
    right = load_byte(edges, np.int64(own_h << _EIGHT | opp_h))
    return top | bottom << _TOP | _COLUMN[left] | _COLUMN[right] << _SEVEN


@inlined
def stable_discs(own: Word, opp: Word, edges: Any) -> Word:
    """Return some of the discs of `own` on 8 × 8 that can never be flipped.

    `edges` is the address of `edge_table()`.
    """
    return _grown(_stable_edges(own, opp, edges), own & _INNER, own | opp)


@inlined
def stable_discs_inside(own: Word, opp: Word, board: Word) -> Word:
    """Return stable discs on a smaller board in a word, without a table; `board` are all its squares."""
    return _grown(~board, own, own | opp | ~board) & board


@inlined
def _grown(stable: Word, own: Word, discs: Word) -> Word:
    """Extend the `stable` squares by those of `own` that they and full lines of `discs` make stable."""
    rows, columns = _full_rows(discs), _full_columns(discs)
    rising, falling = _full_rising(discs), _full_falling(discs)
    stable |= rows & columns & rising & falling & own
    while True:
        across = stable >> _ONE | stable << _ONE | rows
        down = stable >> _EIGHT | stable << _EIGHT | columns
        one = stable >> _SEVEN | stable << _SEVEN | rising
        other = stable >> _NINE | stable << _NINE | falling
        more = across & down & one & other & own & ~stable
        if more == _ZERO:
            return stable
        stable |= more
