"""A better move on the board: a ring where it would have gone, and an arrow that leads there."""

from __future__ import annotations

import pytest

from engine import connect4, reversi
from renderers import connect4 as connect4_board
from renderers import reversi as reversi_board
from renderers.look import USUAL
from renderers.pointer import Better
from tests.renderers.helpers import after, near, pixels_of


def white_at(png: bytes, middle: tuple[float, float], reach: float) -> int:
    """How many pixels around a place have the pointer's colour."""
    left, top = (round(place - reach) for place in middle)
    size = round(2 * reach)
    return near(pixels_of(png)[top : top + size, left : left + size], (255, 255, 255), 3)


def test_the_better_square_of_reversi_has_a_ring_and_an_arrow() -> None:
    position = reversi.start().play("f5").play("d6")
    plain = reversi_board.draw(position, after("d6"), hints=False)
    marked = reversi_board.draw(position, after("d6"), hints=False, better=Better("f6", "+2.5"))
    grid = reversi_board.art_of(8, 8, USUAL).grid
    better, between = grid.middle(grid.index("f6")), grid.middle(grid.index("e6"))
    assert white_at(plain, better, 34) == 0
    assert white_at(marked, better, 34) > 300
    assert white_at(plain, between, 20) == 0
    assert white_at(marked, between, 20) > 50
    assert len(marked) < 66_000


def test_the_better_column_of_connect_4_is_shown_where_its_disc_would_lie() -> None:
    position = connect4.parse("4411")
    marked = connect4_board.draw(position, after("1"), hints=False, better=Better("4", "win in 12"))
    grid = connect4_board.art_of(7, 6, 4, USUAL).grid
    # Two discs lie in the column already: the third row from the bottom.
    landing = grid.middle(3 * 7 + 3)
    assert white_at(marked, landing, 34) > 300
    assert white_at(marked, grid.middle(2 * 7 + 3), 34) == 0


def test_there_is_no_arrow_without_a_move_before() -> None:
    marked = reversi_board.draw(reversi.start(), hints=False, better=Better("f5", "0"))
    grid = reversi_board.art_of(8, 8, USUAL).grid
    assert white_at(marked, grid.middle(grid.index("f5")), 34) > 300


def test_a_square_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no square"):
        reversi_board.draw(reversi.start(), better=Better("z9", "0"))
