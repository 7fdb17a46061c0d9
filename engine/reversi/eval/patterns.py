"""The patterns of the learned Reversi evaluation on 8 × 8: which squares, which of them share weights.

A *pattern* is a list of squares; its *index* is the number whose digit i to the base 3 says what is on its
square i: 0 empty, 1 a disc of the side to move, 2 the other side's. A *class* is a pattern with all its
images under the eight symmetries of the board: they use the same table of weights. Where a symmetry maps a
pattern onto itself, the indices that it exchanges have the same weight too (`folded`).
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

#: Squares of one pattern of each class, by name; at most ten, so that an index has 16 bits.
CLASSES: dict[str, str] = {
    "corner 3x3": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "corner 2x5": "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "corner arms": "a5 a4 a3 a2 a1 b2 b1 c1 d1 e1",
    "edge and X": "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "edge block": "a1 c1 d1 c2 d2 e2 f2 e1 f1 h1",
    "row 2": "a2 b2 c2 d2 e2 f2 g2 h2",
    "row 3": "a3 b3 c3 d3 e3 f3 g3 h3",
    "row 4": "a4 b4 c4 d4 e4 f4 g4 h4",
    "diagonal 8": "a1 b2 c3 d4 e5 f6 g7 h8",
    "diagonal 7": "a2 b3 c4 d5 e6 f7 g8",
    "diagonal 6": "a3 b4 c5 d6 e7 f8",
    "diagonal 5": "a4 b5 c6 d7 e8",
    "diagonal 4": "a5 b6 c7 d8",
}
#: Places for indices in one vector; those after the last pattern stay 0.
LANES = 64
#: Numbers of moves have tables of so many entries; more moves count as the last.
MOVES = 32
#: A stage of the game is so many discs.
STAGE_DISCS = 4
STAGES = 60 // STAGE_DISCS + 1


class Pattern(NamedTuple):
    """One pattern: the number of its class, and its squares, least digit first."""

    class_number: int
    squares: tuple[int, ...]


def _square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def _image(square: int, symmetry: int) -> int:
    """The square that one of the eight symmetries makes of a square."""
    x, y = square % 8, square // 8
    if symmetry & 1:
        x = 7 - x
    if symmetry & 2:
        y = 7 - y
    if symmetry & 4:
        x, y = y, x
    return 8 * y + x


def _class_squares() -> list[tuple[int, ...]]:
    return [tuple(_square(name) for name in names.split()) for names in CLASSES.values()]


def _patterns() -> tuple[Pattern, ...]:
    found = []
    for class_number, squares in enumerate(_class_squares()):
        seen = set()
        for symmetry in range(8):
            image = tuple(_image(square, symmetry) for square in squares)
            if frozenset(image) not in seen:
                seen.add(frozenset(image))
                found.append(Pattern(class_number, image))
    return tuple(found)


PATTERNS = _patterns()
assert len(PATTERNS) <= LANES
#: Number of indices of each class, and where its table starts in the table of a stage: after a constant for
#: each number of discs in it and the tables of both sides' moves.
SIZES = tuple(3 ** len(squares) for squares in _class_squares())
HEAD = 64 + 2 * MOVES
STARTS = tuple(HEAD + sum(SIZES[:class_number]) for class_number in range(len(SIZES)))
OWN_MOVES, OPP_MOVES = 64, 64 + MOVES
#: Weights of a stage, rounded up to whole cache lines.
STAGE_WEIGHTS = -(-(HEAD + sum(SIZES)) // 32) * 32


def stage_of(discs: int) -> int:
    """The stage of a position with so many discs."""
    return (discs - 4) // STAGE_DISCS


def digits() -> np.ndarray[Any, Any]:
    """What each square adds to each pattern's index: 64 × LANES, uint16."""
    table = np.zeros((64, LANES), np.uint16)
    for lane, pattern in enumerate(PATTERNS):
        for digit, square in enumerate(pattern.squares):
            table[square, lane] = 3**digit
    return table


def nibbles() -> np.ndarray[Any, Any]:
    """What four neighbouring squares add, for each filling of them by one colour: 16 × 16 × LANES."""
    table = np.zeros((16, 16, LANES), np.uint16)
    single = digits()
    for group in range(16):
        for filling in range(16):
            for bit in range(4):
                if filling >> bit & 1:
                    table[group, filling] += single[4 * group + bit]
    return table


@functools.cache
def folded() -> tuple[np.ndarray[Any, Any], int]:
    """For each entry of a stage's table the number of the weight it shares; how many weights there are."""
    shared = np.zeros(STAGE_WEIGHTS, np.int64)
    shared[:HEAD] = np.arange(HEAD)
    count = HEAD
    for class_number, squares in enumerate(_class_squares()):
        index = np.arange(SIZES[class_number])
        least = index.copy()
        for symmetry in range(1, 8):
            image = [_image(square, symmetry) for square in squares]
            if set(image) == set(squares):
                turned = np.zeros_like(index)
                for digit, square in enumerate(image):
                    turned += index // 3**digit % 3 * 3 ** squares.index(square)
                least = np.minimum(least, turned)
        _, numbers = np.unique(least, return_inverse=True)
        shared[STARTS[class_number] : STARTS[class_number] + SIZES[class_number]] = count + numbers
        count += int(numbers.max()) + 1
    return shared, count
