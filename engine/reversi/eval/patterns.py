"""The patterns of the learned Reversi evaluations: which squares, which of them share weights.

A *pattern* is a list of squares; its *index* is the number whose digit i to the base 3 says what is on its
square i: 0 empty, 1 a disc of the side to move, 2 the other side's. A *class* is a pattern with all its
images under the eight symmetries of the board: they use the same table of weights. Where a symmetry maps a
pattern onto itself, the indices that it exchanges have the same weight too (`PatternSet.folded`).

Every board has its own set; 8 × 8, on which most games are played, has the largest.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from engine.reversi.boards import SYMMETRIES, bit_of, image_of
from engine.reversi.states import STATES

#: Places for indices in one vector; those after the last pattern stay 0.
LANES = 64
#: Entries of the tables of move counts; more moves count as the last.
MOVES = 32


class Pattern(NamedTuple):
    """One pattern: the number of its class, and its squares (row by row from 0 = a1), least digit first."""

    class_number: int
    squares: tuple[int, ...]


class PatternSet:
    """The patterns of a board, and the layout of their weights in the table of a game stage.

    A table starts with a constant for each number of discs and the tables of both sides' moves. `sizes` are
    the numbers of indices of the classes, `starts` the offsets of their parts.
    """

    def __init__(self, size: int, classes: dict[str, str], stage_discs: int) -> None:
        """Create a set: `classes` has the squares of one pattern of each class, at most ten, so that an index
        has 16 bits.

        `stage_discs` is the length of a stage.
        """
        self.size = size
        self.classes = classes
        self.stage_discs = stage_discs
        self.squares = size * size
        self.stages = (self.squares - 4) // stage_discs + 1
        self._class_squares = [
            tuple(self._square(name) for name in names.split()) for names in classes.values()
        ]
        self.patterns = self._all_patterns()
        self.sizes = tuple(3 ** len(squares) for squares in self._class_squares)
        self.own_moves, self.opp_moves = self.squares, self.squares + MOVES
        self.head = self.squares + 2 * MOVES
        self.starts = tuple(self.head + sum(self.sizes[:number]) for number in range(len(self.sizes)))
        #: Weights of a stage, rounded up to whole cache lines.
        self.stage_weights: int = -(-(self.head + sum(self.sizes)) // 32) * 32
        #: Offset of each lane's weights.
        self.lane_starts = tuple(self.starts[pattern.class_number] for pattern in self.patterns)
        assert len(self.patterns) <= LANES
        assert max(self.sizes) < 1 << 16

    def stage_of(self, discs: int) -> int:
        """Return the stage of a position by its number of discs."""
        return (discs - 4) // self.stage_discs

    @property
    def groups(self) -> tuple[int, ...]:
        """The groups of four neighbouring bits of the core's state that hold squares."""
        bits = (bit_of(self.size, x, y) for y in range(self.size) for x in range(self.size))
        return tuple(sorted({bit // 4 for bit in bits}))

    def nibbles(self) -> np.ndarray[Any, Any]:
        """Return what four neighbouring bits of the core's state add to each pattern's index, for each
        filling of them by one colour: groups × 16 × LANES, uint16.
        """
        groups = self.groups[-1] + 1
        single = np.zeros((4 * groups, LANES), np.uint16)
        for lane, pattern in enumerate(self.patterns):
            for digit, square in enumerate(pattern.squares):
                single[bit_of(self.size, square % self.size, square // self.size), lane] = 3**digit
        table = np.zeros((groups, 16, LANES), np.uint16)
        for group in range(groups):
            for filling in range(16):
                for bit in range(4):
                    if filling >> bit & 1:
                        table[group, filling] += single[4 * group + bit]
        return table

    @functools.cache  # noqa: B019 - there are a few sets, and they live as long as the program
    def folded(self) -> tuple[np.ndarray[Any, Any], int]:
        """The number of each table entry's weight in a stage, and the number of weights."""
        shared = np.zeros(self.stage_weights, np.int64)
        shared[: self.head] = np.arange(self.head)
        count = self.head
        for start, size, squares in zip(self.starts, self.sizes, self._class_squares, strict=True):
            index = np.arange(size)
            least = index.copy()
            for symmetry in SYMMETRIES[1:]:
                image = [image_of(square, symmetry, self.size) for square in squares]
                if set(image) == set(squares):
                    turned = np.zeros_like(index)
                    for digit, square in enumerate(image):
                        turned += index // 3**digit % 3 * 3 ** squares.index(square)
                    least = np.minimum(least, turned)
            _, numbers = np.unique(least, return_inverse=True)
            shared[start : start + size] = count + numbers
            count += int(numbers.max()) + 1
        return shared, count

    def _square(self, name: str) -> int:
        return "abcdefghij".index(name[0]) + self.size * (int(name[1:]) - 1)

    def _all_patterns(self) -> tuple[Pattern, ...]:
        found = []
        for class_number, squares in enumerate(self._class_squares):
            seen = set()
            for symmetry in SYMMETRIES:
                image = tuple(image_of(square, symmetry, self.size) for square in squares)
                if frozenset(image) not in seen:
                    seen.add(frozenset(image))
                    found.append(Pattern(class_number, image))
        return tuple(found)


_BOARD_6 = {
    "corner 3x3": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "corner 2x4": "a1 b1 c1 d1 a2 b2 c2 d2",
    "edge and X": "b2 a1 b1 c1 d1 e1 f1 e2",
    "row 2": "a2 b2 c2 d2 e2 f2",
    "row 3": "a3 b3 c3 d3 e3 f3",
    "diagonal 6": "a1 b2 c3 d4 e5 f6",
    "diagonal 5": "a2 b3 c4 d5 e6",
    "diagonal 4": "a3 b4 c5 d6",
}
_BOARD_8 = {
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
_ANTI_8 = {name: squares for name, squares in _BOARD_8.items() if name not in ("corner arms", "edge block")}
_BOARD_10 = {
    "corner 3x3": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "corner 2x4": "a1 b1 c1 d1 a2 b2 c2 d2",
    "edge": "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1",
    "edge end and X": "b2 a1 b1 c1 d1 e1 f1",
    "row 2": "b2 c2 d2 e2 f2 g2 h2 i2",
    "row 3": "b3 c3 d3 e3 f3 g3 h3 i3",
    "row 4": "b4 c4 d4 e4 f4 g4 h4 i4",
    "row 5": "b5 c5 d5 e5 f5 g5 h5 i5",
    "diagonal 10": "b2 c3 d4 e5 f6 g7 h8 i9",
    "diagonal 9": "a2 b3 c4 d5 e6 f7 g8 h9 i10",
    "diagonal 8": "a3 b4 c5 d6 e7 f8 g9 h10",
    "diagonal 7": "a4 b5 c6 d7 e8 f9 g10",
    "diagonal 6": "a5 b6 c7 d8 e9 f10",
}

#: The patterns of each board, by size and whether the fewest discs win.
PATTERN_SETS = {
    (6, False): PatternSet(6, _BOARD_6, 4),
    (6, True): PatternSet(6, _BOARD_6, 4),
    (8, False): PatternSet(8, _BOARD_8, 4),
    (8, True): PatternSet(8, _ANTI_8, 4),
    (10, False): PatternSet(10, _BOARD_10, 8),
    (10, True): PatternSet(10, _BOARD_10, 8),
}
assert PATTERN_SETS.keys() == STATES.keys()

#: Patterns of 8 × 8, also read by its network.
USUAL = PATTERN_SETS[8, False]
CLASSES, PATTERNS, SIZES, STARTS = USUAL.classes, USUAL.patterns, USUAL.sizes, USUAL.starts
HEAD, OWN_MOVES, OPP_MOVES = USUAL.head, USUAL.own_moves, USUAL.opp_moves
STAGE_DISCS, STAGES, folded = USUAL.stage_discs, USUAL.stages, USUAL.folded
