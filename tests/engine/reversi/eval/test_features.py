"""The features of the hand-made evaluation: signs, symmetry, and what they count."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from engine import reversi
from engine.jit.compiling import compiled
from engine.reversi.eval.features import FEATURES, STAGES, WEIGHTS, feature_value, features
from engine.reversi.stability import edge_table
from tests.cases import for_each
from tests.engine.positions import random_endgame


@compiled
def measured(own: Any, opp: Any, edges: Any) -> Any:
    return features(own, opp, edges)


@compiled
def evaluated(own: Any, opp: Any, edges: Any) -> Any:
    return feature_value(own, opp, edges)


def features_of(black: int, white: int) -> dict[str, int]:
    edges = np.int64(edge_table().ctypes.data)
    return dict(zip(FEATURES, measured(np.uint64(black), np.uint64(white), edges), strict=True))


@for_each("seed", range(0, 10, 2))
def test_features_are_antisymmetric_and_those_of_a_turned_board(seed: int) -> None:
    position = random_endgame(seed, 10 + 4 * seed)
    ours = features_of(position.black, position.white)
    theirs = features_of(position.white, position.black)
    for name in FEATURES[:-1]:
        assert ours[name] == -theirs[name]
    assert ours[FEATURES[-1]] == theirs[FEATURES[-1]] == (1 if sum(position.counts()) % 2 else -1)
    assert ours["discs"] == position.counts()[0] - position.counts()[1]

    def turned(discs: int) -> int:
        return sum(1 << 8 * (square % 8) + 7 - square // 8 for square in range(64) if discs >> square & 1)

    assert features_of(turned(position.black), turned(position.white)) == ours


def test_corners_and_their_neighbours_are_told_apart() -> None:
    corner, diagonal, near, edge = 1, 1 << 9, 1 << 1, 1 << 3
    assert features_of(corner, 0)["corners"] == 1
    assert features_of(diagonal, 0)["squares diagonal to an empty corner"] == 1
    assert features_of(diagonal | corner, 0)["squares diagonal to an empty corner"] == 0
    assert features_of(near, 0)["edge squares next to an empty corner"] == 1
    assert features_of(near | corner, 0)["edge squares next to an empty corner"] == 0
    assert features_of(edge, 0)["other edge squares"] == 1


def test_the_start_has_equal_sides_and_every_phase_has_weights() -> None:
    start = reversi.start()
    assert all(value == 0 for value in list(features_of(start.black, start.white).values())[:-1])
    assert len(WEIGHTS) == STAGES
    assert all(len(row) == len(FEATURES) and any(row) for row in WEIGHTS)


def test_the_estimate_is_bounded() -> None:
    edges = np.int64(edge_table().ctypes.data)
    draw = random.Random(1)
    for _ in range(200):
        black = draw.getrandbits(64)
        white = draw.getrandbits(64) & ~black
        assert -4096 <= evaluated(np.uint64(black), np.uint64(white), edges) <= 4096
