"""Boards in letters, and boards seen from the other side."""

from __future__ import annotations

import numpy as np
import pytest

from engine import reversi as rules
from renderers import connect4, reversi
from renderers.board import Grid
from renderers.themes import Look
from tests.renderers.helpers import (
    CONNECT4_GRID,
    REVERSI_GRID,
    Ending,
    MadeUp,
    Pixels,
    after,
    changed,
    pixels_of,
)

START = """\
  a b c d e f g h
1 . . . . . . . .
2 . . . . . . . .
3 . . . * . . . .
4 . . * W B . . .
5 . . . B W * . .
6 . . . . * . . .
7 . . . . . . . .
8 . . . . . . . .
B Black, W White, > last move, * possible
Moves: d3 c4 f5 e6"""

TURNED = """\
  h g f e d c b a
8 . . . . . . . .
7 . . . . . . . .
6 . . . . . . . .
5 . . . W B . . .
4 . . . B B . . .
3 . . . .>B . . .
2 . . . . . . . .
1 . . . . . . . .
B Black, W White, > last move"""


def test_a_reversi_board_in_letters() -> None:
    assert reversi.write(rules.start()) == START


def test_it_is_read_from_the_other_side_with_its_coordinates() -> None:
    played = rules.start().play("d3")
    assert reversi.write(played, after("d3"), hints=False, turned=True) == TURNED


def test_a_board_with_ten_rows_keeps_its_columns_below_each_other() -> None:
    lines = reversi.write(rules.start(10)).splitlines()
    assert lines[0] == "   a b c d e f g h i j"
    assert lines[1].startswith(" 1 . .")
    assert lines[10].startswith("10 . .")


def test_a_pass_marks_nothing_and_offers_nothing() -> None:
    position = MadeUp(8, 8, (0, 1, *[None] * 62), 1, ("pass",))
    written = reversi.write(position, after("pass"))
    assert "*" not in written
    assert "> " not in written.replace("> last move", "")
    assert "Moves" not in written


def test_a_connect_4_grid_in_letters() -> None:
    owners = (*[None] * 28, *[None, 1, *[None] * 5], *[None, 0, 0, 1, *[None] * 3])
    position = MadeUp(7, 6, owners, 1, tuple("1234567"))
    lines = connect4.write(position, after("2")).splitlines()
    assert lines[0] == "  1 2 3 4 5 6 7"
    assert lines[5:7] == ["5 .>Y . . . . .", "6 . R R Y . . ."]
    assert lines[7:] == ["R Red, Y Yellow, > last move", "Columns to play: 1 2 3 4 5 6 7"]
    turned = connect4.write(position, after("2"), turned=True).splitlines()
    assert turned[0] == "  7 6 5 4 3 2 1"
    assert turned[6] == "6 . . . Y R R ."


def test_a_wide_grid_keeps_its_columns_below_each_other_and_a_game_that_is_over_offers_nothing() -> None:
    position = MadeUp(12, 6, (None,) * 72, 0, (), Ending(0))
    lines = connect4.write(position).splitlines()
    assert lines[0] == "   1  2  3  4  5  6  7  8  9 10 11 12"
    assert lines[1] == "1" + "  ." * 12
    assert not lines[-1].startswith("Columns")


def test_a_turned_grid_puts_every_square_at_the_other_end() -> None:
    usual, turned = Grid(8, 6, 10, 0, 0), Grid(8, 6, 10, 0, 0, columns_turned=True, rows_turned=True)
    assert list(turned.corners()) == list(usual.corners())[::-1]
    assert turned.name(0) == usual.name(0)
    assert turned.index("h6") == usual.index("h6")


def alike(one: Pixels, other: Pixels) -> bool:
    """Return whether two parts of pictures look the same, up to a shade."""
    return float(np.abs(one - other).mean()) < 4


@pytest.mark.long
def test_a_turned_picture_shows_the_same_discs_at_the_other_end() -> None:
    position = MadeUp(8, 8, (0, 1, *[None] * 61, 0))
    usual, turned = (pixels_of(reversi.draw(position, look=Look(turned=side))) for side in (False, True))
    left, top, size = REVERSI_GRID.left, REVERSI_GRID.top, REVERSI_GRID.width
    squares = [picture[top : top + size, left : left + size] for picture in (usual, turned)]
    assert alike(squares[0][20:44, 20:44], squares[1][-44:-20, -44:-20])
    assert alike(squares[0][20:44, 80:104], squares[1][-44:-20, -104:-80])
    assert not alike(squares[0][20:44, 80:104], squares[1][20:44, 80:104])
    mirrored = MadeUp(7, 6, (*[None] * 35, 0, 1, *[None] * 5))
    usual, turned = (pixels_of(connect4.draw(mirrored, look=Look(turned=side))) for side in (False, True))
    assert changed(usual, turned)[CONNECT4_GRID.top :].any()
    cell, (first, top), (last, _) = CONNECT4_GRID.cell, CONNECT4_GRID.corner(35), CONNECT4_GRID.corner(41)
    row = slice(top, top + cell)
    assert alike(usual[row, first : first + cell], turned[row, last : last + cell])
