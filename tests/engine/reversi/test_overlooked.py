"""Which Reversi moves people overlook."""

from __future__ import annotations

from engine import reversi
from engine.reversi.overlooked import hard_to_see


def position(*rows: str) -> reversi.Position:
    return reversi.parse("".join(rows) + " X")


def test_a_move_that_turns_one_disc_is_quiet() -> None:
    assert hard_to_see(reversi.start(), "d3")


def test_a_line_of_three_is_far_away_and_one_of_two_is_near() -> None:
    far = position("-OOOX---", *["--------"] * 7)
    near = position("-OOX----", *["--------"] * 7)
    assert hard_to_see(far, "a1")
    assert not hard_to_see(near, "a1")


def test_one_short_line_is_enough_to_see_a_move() -> None:
    both = position("-OOOX---", "OO------", "O-X-----", "X-------", *["--------"] * 4)
    assert both.flips("a1") == ("b1", "c1", "d1", "a2", "b2", "a3")
    assert not hard_to_see(both, "a1")


def test_a_pass_is_not_hard_to_see() -> None:
    assert not hard_to_see(reversi.start(), "pass")
