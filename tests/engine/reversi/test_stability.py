"""Discs called stable never turn, whatever both sides play."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from engine import reversi
from engine.jit.compiling import compiled
from engine.reversi.stability import edge_table, stable_discs
from tests.engine.positions import random_endgame


@compiled
def stable(own: Any, opp: Any, edges: Any) -> Any:
    return stable_discs(own, opp, edges)


def stable_of(position: reversi.Position, side: int) -> int:
    discs = [position.black, position.white]
    edges = np.int64(edge_table().ctypes.data)
    return int(stable(np.uint64(discs[side]), np.uint64(discs[1 - side]), edges))


@pytest.mark.parametrize("seed", range(30))
def test_stable_discs_stay_to_the_end_of_any_game(seed: int) -> None:
    position = random_endgame(seed, 24 - seed // 2)
    pooled = [stable_of(position, side) for side in (0, 1)]
    for game in range(20):
        draw, end = random.Random(game), position
        while moves := end.legal_moves():
            end = end.play(draw.choice(moves))
            assert pooled[0] & end.black == pooled[0]
            assert pooled[1] & end.white == pooled[1]


def test_stable_discs_are_found_on_edges_and_inside() -> None:
    edges = np.int64(edge_table().ctypes.data)
    full = 0xFFFFFFFFFFFFFFFF
    every = stable(np.uint64(full), np.uint64(0), edges)
    assert int(every) == full
    # A corner, its two edges' neighbours, and the disc between them, which all four lines hold.
    triangle = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 8 | 1 << 9 | 1 << 16
    found = stable(np.uint64(triangle), np.uint64(1 << 3), edges)
    assert int(found) == triangle
    lonely = stable(np.uint64(1 << 9), np.uint64(0), edges)
    assert int(lonely) == 0
