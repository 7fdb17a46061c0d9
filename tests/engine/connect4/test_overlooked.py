"""Which Connect 4 moves people overlook."""

from __future__ import annotations

from engine import connect4
from engine.connect4.registration import hard_to_see
from tests.cases import for_each


@for_each(
    ("moves", "move", "hard"),
    [
        # Upwards, and along the bottom.
        ("4141", "4", False),
        ("2737", "4", False),
        # d3 and f1 are the second player's, and so would be e2 between them.
        ("34564674", "5", True),
        # Far from everything.
        ("11", "7", False),
    ],
)
def test_a_line_across_is_easily_overlooked(moves: str, move: str, hard: bool) -> None:
    assert hard_to_see(connect4.parse(moves), move) is hard
