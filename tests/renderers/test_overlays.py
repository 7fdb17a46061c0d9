"""Overlays on boards, boards in letters, and boards seen from the other side."""

from __future__ import annotations

import numpy as np
import pytest

from engine import connect4 as grid_rules
from engine import reversi as rules
from engine.search.position import Result
from renderers import connect4, overlays, reversi
from renderers.board import Grid
from renderers.overlays import Better
from renderers.themes import CLASSIC, USUAL, Look
from tests.cases import for_each
from tests.renderers.helpers import (
    CONNECT4_GRID,
    REVERSI_GRID,
    MadeUp,
    Pixels,
    after,
    changed,
    near,
    pixels_of,
)

VALUES = {"d3": ("+3.2", 1.0), "c4": ("+1.0", 0.7), "f5": ("−4.5", 0.3), "e6": ("−20", 0.0)}


@for_each("quality", [-0.01, 1.01, float("nan")])
def test_other_qualities_are_refused(quality: float) -> None:
    with pytest.raises(ValueError, match=r"0\.\.1"):
        overlays.colour_of(quality, CLASSIC)


def test_every_value_is_on_its_square_of_a_reversi_board() -> None:
    position = rules.start()
    pixels = pixels_of(reversi.draw(position, values=VALUES))
    assert (pixels[..., 3] == pixels_of(reversi.draw(position))[..., 3]).all()
    for move, (_, quality) in VALUES.items():
        row, column = divmod(rules.square_index(move), 8)
        x, y = REVERSI_GRID.corner(8 * row + column)
        chip = pixels[y : y + REVERSI_GRID.cell, x : x + REVERSI_GRID.cell]
        assert near(chip, overlays.colour_of(quality, CLASSIC), 12) > 1500
    others = pixels_of(reversi.draw(position, values={**VALUES, "d3": ("+9.9", 1.0)}))
    # The palettes differ a little all over.
    rows, columns = np.nonzero((np.abs(pixels - others) > 60).any(axis=-1))
    left, top = REVERSI_GRID.corner(REVERSI_GRID.index("d3"))
    assert top <= rows.min() <= rows.max() < top + REVERSI_GRID.cell
    assert left <= columns.min() <= columns.max() < left + REVERSI_GRID.cell


def test_a_value_is_where_the_disc_would_land() -> None:
    position = grid_rules.parse("4455")
    pixels = pixels_of(connect4.draw(position, values={"4": ("win in 7", 1.0), "1": ("−3", 0.2)}))
    for column, row, quality in ((3, 3, 1.0), (0, 5, 0.2)):
        x, y = CONNECT4_GRID.corner(7 * row + column)
        chip = pixels[y : y + CONNECT4_GRID.cell, x : x + CONNECT4_GRID.cell]
        assert near(chip, overlays.colour_of(quality, CLASSIC), 12) > 1500


def test_values_and_better_moves_need_room() -> None:
    with pytest.raises(ValueError, match="no room in a column '4'"):
        connect4.draw(grid_rules.parse("444444"), values={"4": ("+1", 1.0)})
    with pytest.raises(ValueError, match="no square"):
        reversi.draw(rules.start(), better=Better("z9", "0"))


def test_the_description_has_the_values_best_first() -> None:
    text = reversi.describe(rules.start(), values=VALUES)
    assert "The computer's values, best first: d3 +3.2, c4 +1.0, f5 −4.5, e6 −20." in text
    text = connect4.describe(grid_rules.start(), values={"4": ("+1", 1.0)})
    assert "best first: column 4 +1." in text
    assert overlays.describe_values({}) == ""


def white_at(png: bytes, middle: tuple[float, float], reach: float) -> int:
    """Count the pixels around a place in the pointer's colour."""
    left, top = (round(place - reach) for place in middle)
    size = round(2 * reach)
    return near(pixels_of(png)[top : top + size, left : left + size], (255, 255, 255), 3)


def test_the_better_square_of_reversi_has_a_ring_and_an_arrow() -> None:
    position = rules.start().play("f5").play("d6")
    plain = reversi.draw(position, after("d6"), hints=False)
    marked = reversi.draw(position, after("d6"), hints=False, better=Better("f6", "+2.5"))
    grid = reversi.art_of(8, 8, USUAL).grid
    better, between = grid.middle(grid.index("f6")), grid.middle(grid.index("e6"))
    assert white_at(plain, better, 34) == 0
    assert white_at(marked, better, 34) > 300
    assert white_at(plain, between, 20) == 0
    assert white_at(marked, between, 20) > 50
    assert len(marked) < 66_000


def test_the_better_column_of_connect_4_is_shown_where_its_disc_would_lie() -> None:
    position = grid_rules.parse("4411")
    marked = connect4.draw(position, after("1"), hints=False, better=Better("4", "win in 12"))
    grid = connect4.art_of(7, 6, 4, USUAL).grid
    # Two discs lie in the column already: the third row from the bottom.
    landing = grid.middle(3 * 7 + 3)
    assert white_at(marked, landing, 34) > 300
    assert white_at(marked, grid.middle(2 * 7 + 3), 34) == 0


def test_there_is_no_arrow_without_a_move_before() -> None:
    marked = reversi.draw(rules.start(), hints=False, better=Better("f5", "0"))
    grid = reversi.art_of(8, 8, USUAL).grid
    assert white_at(marked, grid.middle(grid.index("f5")), 34) > 300


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


def test_a_reversi_board_in_letters_from_both_sides() -> None:
    assert reversi.write(rules.start()) == START
    played = rules.start().play("d3")
    assert reversi.write(played, after("d3"), hints=False, turned=True) == TURNED
    # With ten rows, too, its columns are below each other.
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
    assert (lines[0], lines[5:7]) == ("  1 2 3 4 5 6 7", ["5 .>Y . . . . .", "6 . R R Y . . ."])
    assert lines[7:] == ["R Red, Y Yellow, > last move", "Columns to play: 1 2 3 4 5 6 7"]
    turned = connect4.write(position, after("2"), turned=True).splitlines()
    assert (turned[0], turned[6]) == ("  7 6 5 4 3 2 1", "6 . . . Y R R .")


def test_a_wide_grid_keeps_its_columns_below_each_other_and_a_game_that_is_over_offers_nothing() -> None:
    position = MadeUp(12, 6, (None,) * 72, 0, (), Result(0, 0))
    lines = connect4.write(position).splitlines()
    assert (lines[0], lines[1]) == ("   1  2  3  4  5  6  7  8  9 10 11 12", "1" + "  ." * 12)
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
