"""Which Reversi moves people overlook."""

from __future__ import annotations

from engine import reversi
from engine.reversi.registration import hard_to_see
from tests.cases import for_each


def test_a_move_that_turns_one_disc_is_quiet() -> None:
    assert hard_to_see(reversi.start(), "d3")


@for_each(
    ("before", "move", "turned", "hard"),
    [
        # A line of three, and nothing else.
        ("d3 c3 b3 d6", "d7", ("d4", "d5", "d6"), True),
        # A line of two ends near the move.
        ("f5 f4", "d3", ("d4", "e4"), False),
        # One short line is enough to see a move.
        ("c4 e3 f4 g5 f5", "c5", ("d4", "d5", "e5", "f5"), False),
    ],
)
def test_lines_that_end_far_away_are_hard_to_see(
    before: str, move: str, turned: tuple[str, ...], hard: bool
) -> None:
    position = reversi.start()
    for played in before.split():
        position = position.play(played)
    assert position.flips(move) == turned
    assert hard_to_see(position, move) is hard


def test_a_pass_is_not_hard_to_see() -> None:
    assert not hard_to_see(reversi.start(), "pass")
