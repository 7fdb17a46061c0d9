"""Which Reversi moves people overlook."""

from __future__ import annotations

from engine import reversi
from engine.reversi.registration import hard_to_see
from tests.cases import for_each


@for_each(
    ("before", "move", "turned", "hard"),
    [
        # One disc is quiet, and a pass is seen.
        ("", "d3", ("d4",), True),
        ("", "pass", None, False),
        # A line of three, and nothing else.
        ("d3 c3 b3 d6", "d7", ("d4", "d5", "d6"), True),
        # A line of two ends near the move.
        ("f5 f4", "d3", ("d4", "e4"), False),
        # One short line is enough to see a move.
        ("c4 e3 f4 g5 f5", "c5", ("d4", "d5", "e5", "f5"), False),
    ],
)
def test_lines_that_end_far_away_are_hard_to_see(
    before: str, move: str, turned: tuple[str, ...] | None, hard: bool
) -> None:
    position = reversi.start()
    for played in before.split():
        position = position.play(played)
    assert turned is None or position.flips(move) == turned
    assert hard_to_see(position, move) is hard
