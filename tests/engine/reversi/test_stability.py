"""Discs called stable never turn, under any play."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from engine.jit.compiling import compiled
from engine.reversi.stability import edge_table, stable_discs, stable_discs_inside
from engine.reversi.states import board_bits
from tests.cases import for_each
from tests.engine.positions import random_endgame

#: The squares of 6 × 6 in a word.
SMALL_BOARD = np.uint64(board_bits(6))


@compiled
def stable(own: Any, opp: Any, edges: Any) -> Any:
    return stable_discs(own, opp, edges)


@compiled
def stable_inside(own: Any, opp: Any, board: Any) -> Any:
    return stable_discs_inside(own, opp, board)


@for_each("size", [8, 6])
@for_each("seed", range(0, 30, 2))
def test_stable_discs_stay_to_the_end_of_any_game(seed: int, size: int) -> None:
    position = random_endgame(seed, 24 - seed // 2, size)
    own, opp = position.state()
    edges = np.int64(edge_table().ctypes.data)
    pair = [
        int(stable(mine, theirs, edges) if size == 8 else stable_inside(mine, theirs, SMALL_BOARD))
        for mine, theirs in ((own, opp), (opp, own))
    ]
    for game in range(8):
        draw, end = random.Random(game), position
        while moves := end.legal_moves():
            end = end.play(draw.choice(moves))
            now = [int(discs) for discs in end.state()][:: 1 if end.turn == position.turn else -1]
            assert [discs & kept for discs, kept in zip(now, pair, strict=True)] == pair


def test_stable_discs_of_6_by_6_are_found_on_edges_and_inside() -> None:
    board = int(SMALL_BOARD)
    assert int(stable_inside(SMALL_BOARD, np.uint64(0), SMALL_BOARD)) == board
    # b2 of the word is a1: a corner, its neighbours on both edges, and the disc between them.
    triangle = 1 << 9 | 1 << 10 | 1 << 11 | 1 << 17 | 1 << 18 | 1 << 25
    assert int(stable_inside(np.uint64(triangle), np.uint64(1 << 12), SMALL_BOARD)) == triangle
    assert int(stable_inside(np.uint64(1 << 18), np.uint64(0), SMALL_BOARD)) == 0
    # A full edge of both colours is stable for each.
    edge = 0x7E << 8
    mine = edge & 0x5A << 8
    assert int(stable_inside(np.uint64(mine), np.uint64(edge ^ mine), SMALL_BOARD)) == mine


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
