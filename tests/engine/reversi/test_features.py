"""What people see on a Reversi board, on boards of every size."""

from __future__ import annotations

import random

from engine import reversi
from engine.reversi import features
from tests.cases import for_each
from tests.engine.reasons.naive_reversi import Board, name, played_out


@for_each("size", [6, 8, 10])
def test_features_are_those_of_a_plain_board(size: int) -> None:
    for position in played_out(random.Random(size), size)[::7]:
        board = Board.of(position)
        assert sorted(map(sorted, board.regions())) == sorted(
            sorted(features.names(region, size))
            for region in features.regions(features.empty_squares(position), size)
        )
        for side in (0, 1):
            assert features.open_to(position, side) == board.open_to(side)
            safe = features.names(features.safe_discs(position, side), size)
            assert {*safe} == {*map(name, board.safe(side))}
    assert set(features.corners(size)) == board.corners


def test_regions_that_touch_at_corners_are_one() -> None:
    squares = sum(1 << reversi.square_index(name) for name in ("a1", "b2", "h1", "h8"))
    found = [features.names(region, 8) for region in features.regions(squares, 8)]
    assert found == [("a1", "b2"), ("h1",), ("h8",)]
