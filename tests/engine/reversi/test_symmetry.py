"""Moves of symmetric positions that are each other's images."""

from __future__ import annotations

from engine import Limits, reversi, search
from engine.reversi.registration import images
from tests.cases import for_each
from tests.engine.positions import random_endgame
from tests.engine.reversi.eval import by_hand


@for_each("size", [6, 8, 10])
def test_all_first_moves_are_images_of_one(size: int) -> None:
    start = reversi.start(size)
    first, *others = start.legal_moves()
    assert images(start) == dict.fromkeys(others, first)


def test_images_of_a_move_reach_images_of_its_position() -> None:
    seen = 0
    for position in (
        reversi.start(),
        reversi.start(10, anti=True),
        *(random_endgame(seed, 55) for seed in range(30)),
    ):
        for image, move in images(position).items():
            seen += 1
            assert position.play(image) in by_hand.images(position.play(move))
    assert seen >= 5


def test_positions_without_symmetry_have_no_images() -> None:
    assert images(reversi.start().play("d3")) == {}
    assert images(random_endgame(1, 30)) == {}


def test_images_of_a_move_get_its_value() -> None:
    found = search(reversi.start(), Limits(None, depth=5))
    assert {candidate.move for candidate in found.candidates} == set(reversi.start().legal_moves())
    assert len({(candidate.score, candidate.bound) for candidate in found.candidates}) == 1
