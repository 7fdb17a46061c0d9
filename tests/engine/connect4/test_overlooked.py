"""Which Connect 4 moves people overlook."""

from __future__ import annotations

from engine import connect4
from engine.connect4.registration import hard_to_see


def test_a_line_upwards_or_along_the_bottom_is_seen() -> None:
    assert not hard_to_see(connect4.parse("4141"), "4")
    assert not hard_to_see(connect4.parse("2737"), "4")


def test_a_line_across_is_easily_overlooked() -> None:
    # d3 and f1 are the second player's, and so would be e2 between them.
    assert hard_to_see(connect4.parse("34564674"), "5")


def test_a_move_far_from_everything_is_not_called_hard() -> None:
    assert not hard_to_see(connect4.parse("11"), "7")
