"""What people see on a Reversi board and what they overlook, and moves that are each other's images."""

from __future__ import annotations

import random

from engine import Limits, reversi, search
from engine.reversi import features
from engine.reversi.registration import hard_to_see, images
from tests.cases import for_each
from tests.engine.positions import after, random_endgame
from tests.engine.reasons.naive_reversi import Board, name, played_out
from tests.engine.reversi.eval import by_hand


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


@for_each("size", [6, 8, 10])
def test_all_first_moves_are_images_of_one(size: int) -> None:
    start = reversi.start(size)
    first, *others = start.legal_moves()
    assert images(start) == dict.fromkeys(others, first)


def test_images_of_a_move_reach_images_of_its_position() -> None:
    seen = 0
    starts = (reversi.start(), reversi.start(10, anti=True))
    for position in (*starts, *(random_endgame(seed, 55) for seed in range(30))):
        for image, move in images(position).items():
            seen += 1
            assert position.play(image) in by_hand.images(position.play(move))
    assert seen >= 5
    # Positions without symmetry have none.
    assert images(reversi.start().play("d3")) == images(random_endgame(1, 30)) == {}


def test_images_of_a_move_get_its_value() -> None:
    found = search(reversi.start(), Limits(None, depth=5))
    assert {candidate.move for candidate in found.candidates} == set(reversi.start().legal_moves())
    assert len({(candidate.score, candidate.bound) for candidate in found.candidates}) == 1


@for_each(("before", "move", "turned", "hard"), [
    # One disc is quiet, and a pass is seen.
    ("", "d3", ("d4",), True),
    ("", "pass", None, False),
    # A line of three, and nothing else.
    ("d3 c3 b3 d6", "d7", ("d4", "d5", "d6"), True),
    # A line of two ends near the move.
    ("f5 f4", "d3", ("d4", "e4"), False),
    # One short line is enough to see a move.
    ("c4 e3 f4 g5 f5", "c5", ("d4", "d5", "e5", "f5"), False),
])  # fmt: skip
def test_far_lines_are_overlooked(before: str, move: str, turned: tuple[str, ...] | None, hard: bool) -> None:
    position = after(before)
    assert turned is None or position.flips(move) == turned
    assert hard_to_see(position, move) is hard
