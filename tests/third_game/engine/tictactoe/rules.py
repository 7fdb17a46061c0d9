"""The rules of tic-tac-toe for the search core."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from engine.jit.bits import Word, load, mix, popcount
from engine.jit.compiling import implements, inlined
from engine.search import interface
from engine.search.scores import STYLE

#: The number of the style "lines".
OPEN_LINES = np.uint64(1)

LINES = tuple(
    np.uint64(line)
    for line in (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
)
_NONE = np.uint64(0)
_ONE = np.uint64(1)
_BOARD = np.uint64(0b111111111)
_CENTRE = np.int64(4)


class TicTacToe(NamedTuple):
    """The marks of the side to move and of the other side, one bit a square."""

    own: Word
    opp: Word


@inlined
def _has_line(marks: Word) -> Any:
    found = False
    for line in LINES:
        found |= marks & line == line
    return found


@inlined
def _open_lines(opp: Word) -> Any:
    """Number of lines on which the other side has no mark."""
    count = np.int64(0)
    for line in LINES:
        if opp & line == _NONE:
            count += np.int64(1)
    return count


@implements(interface.legal, TicTacToe)
def _legal(state: TicTacToe) -> Word:
    return _NONE if _has_line(state.opp) else _BOARD & ~(state.own | state.opp)


@implements(interface.play, TicTacToe)
def _play(state: TicTacToe, square: Any) -> TicTacToe:
    return TicTacToe(state.opp, state.own | _ONE << np.uint64(square))


@implements(interface.passed, TicTacToe)
def _passed(state: TicTacToe) -> TicTacToe:
    return TicTacToe(state.opp, state.own)


@implements(interface.must_pass, TicTacToe)
def _must_pass(state: TicTacToe) -> Any:
    return False


@implements(interface.final, TicTacToe)
def _final(state: TicTacToe) -> Any:
    return np.int64(-1) if _has_line(state.opp) else np.int64(0)


@implements(interface.plies_left, TicTacToe)
def _plies_left(state: TicTacToe) -> Any:
    return np.int64(9) - popcount(state.own | state.opp)


@implements(interface.hash_key, TicTacToe)
def _hash_key(state: TicTacToe) -> tuple[Word, Word]:
    key = state.own << np.uint64(9) | state.opp
    return (
        mix(key ^ np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)),
        mix(key ^ np.uint64(0xA0761D6478BD642F), np.uint64(0xE7037ED1A0B428DB)),
    )


@implements(interface.evaluate, TicTacToe)
def _evaluate(state: TicTacToe, context: Any) -> Any:
    if load(context, STYLE) == OPEN_LINES:
        return _open_lines(state.opp) - _open_lines(state.own)
    return np.int64(0)


@implements(interface.terminal_value, TicTacToe)
def _terminal_value(state: TicTacToe, context: Any) -> Any:
    return interface.final(state)


@implements(interface.move_order_score, TicTacToe)
def _move_order_score(state: TicTacToe, square: Any, after: TicTacToe, context: Any) -> Any:
    return np.int64(1) if square == _CENTRE else np.int64(0)
