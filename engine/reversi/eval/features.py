"""The evaluation of the style "mobility" on 8 × 8: ten features of a position, weighted by stage.

The weights are fitted to the results of games (`research.training.fit_features`); values are in 1/64 disc.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.bits import Word, popcount
from engine.jit.compiling import inlined
from engine.reversi.flips import legal_squares
from engine.reversi.squares import CORNERS, with_neighbours
from engine.reversi.stability import stable_discs

FEATURES = (
    "moves",
    "moves into corners",
    "empty squares next to opposing discs",
    "stable discs",
    "corners",
    "squares diagonal to an empty corner",
    "edge squares next to an empty corner",
    "other edge squares",
    "discs",
    "to move with an odd number of empty squares",
)
#: Empty squares per stage: stage = empties // STAGE_EMPTIES.
STAGE_EMPTIES = 6
STAGES = 64 // STAGE_EMPTIES + 1

#: By `research.training.fit_features`: one row per stage, last stage first.
WEIGHTS = (
    (244, 58, -87, 76, 35, -28, -48, -27, -1, 69),
    (211, 144, -57, 79, 124, -44, -41, -37, -1, -2),
    (174, 285, -31, 84, 259, -70, -38, -31, -12, -30),
    (132, 321, -3, 80, 433, -168, -29, -16, -20, -29),
    (99, 392, 15, 87, 575, -238, -23, 6, -29, -39),
    (80, 312, 29, 97, 744, -426, -48, 28, -27, -26),
    (62, 242, 25, 200, 550, -626, -67, 55, -32, -27),
    (43, 279, 24, 339, 497, -710, -111, 60, -30, -25),
    (8, 185, 15, 385, 238, -690, -311, 116, -12, -67),
    (8, 185, 15, 385, 238, -690, -311, 116, -12, -67),
    (8, 185, 15, 385, 238, -690, -311, 116, -12, -67),
)

_EDGES = np.uint64(0xFF818181818181FF)
_TABLE = np.array(WEIGHTS, np.int64).reshape(-1)


@inlined
def _beside_corners(corners: Word) -> tuple[Word, Word]:
    """The squares diagonal to some of the corners, and those next to them on the edges."""
    around = with_neighbours(corners) & ~corners
    edge = around & _EDGES
    return around & ~edge, edge


@inlined
def features(own: Word, opp: Word, edges: Any) -> Any:
    """The features in the order of FEATURES, each for the side to move minus the same for the other side."""
    empties = ~(own | opp)
    moves, replies = legal_squares(own, opp), legal_squares(opp, own)
    diagonal, near = _beside_corners(CORNERS & empties)
    rest = _EDGES & ~near & ~CORNERS
    return (
        popcount(moves) - popcount(replies),
        popcount(moves & CORNERS) - popcount(replies & CORNERS),
        popcount(with_neighbours(opp) & empties) - popcount(with_neighbours(own) & empties),
        popcount(stable_discs(own, opp, edges)) - popcount(stable_discs(opp, own, edges)),
        popcount(own & CORNERS) - popcount(opp & CORNERS),
        popcount(own & diagonal) - popcount(opp & diagonal),
        popcount(own & near) - popcount(opp & near),
        popcount(own & rest) - popcount(opp & rest),
        popcount(own) - popcount(opp),
        (popcount(empties) & np.int64(1)) * np.int64(2) - np.int64(1),
    )


@inlined
def feature_value(own: Word, opp: Word, edges: Any) -> Any:
    """The evaluation for the side to move, in 1/64 disc."""
    stage = (np.int64(64) - popcount(own | opp)) // np.int64(STAGE_EMPTIES)
    start = stage * np.int64(10)
    total = np.int64(0)
    found = features(own, opp, edges)
    for index in range(10):
        total += found[index] * _TABLE[start + np.int64(index)]
    return max(np.int64(-4096), min(np.int64(4096), total))
