"""Overlays on boards: values on their squares, better ones lighter; an arrow to a better move."""

from __future__ import annotations

import numpy as np
import pytest

from engine import connect4 as grid_rules
from engine import reversi as board_rules
from renderers import connect4, overlays, reversi
from renderers.overlays import Better
from renderers.themes import CLASSIC, USUAL
from tests.cases import for_each
from tests.renderers.helpers import CONNECT4_GRID, REVERSI_GRID, after, near, pixels_of

VALUES = {"d3": ("+3.2", 1.0), "c4": ("+1.0", 0.7), "f5": ("−4.5", 0.3), "e6": ("−20", 0.0)}


@for_each("quality", [-0.01, 1.01, float("nan")])
def test_other_qualities_are_refused(quality: float) -> None:
    with pytest.raises(ValueError, match=r"0\.\.1"):
        overlays.colour_of(quality, CLASSIC)


def test_every_value_is_on_its_square_of_a_reversi_board() -> None:
    position = board_rules.start()
    pixels = pixels_of(reversi.draw(position, values=VALUES))
    assert (pixels[..., 3] == pixels_of(reversi.draw(position))[..., 3]).all()
    for move, (_, quality) in VALUES.items():
        row, column = divmod(board_rules.square_index(move), 8)
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


def test_a_full_column_has_no_value() -> None:
    position = grid_rules.parse("444444")
    with pytest.raises(ValueError, match="no room in a column '4'"):
        connect4.draw(position, values={"4": ("+1", 1.0)})


def test_the_description_has_the_values_best_first() -> None:
    text = reversi.describe(board_rules.start(), values=VALUES)
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
    position = board_rules.start().play("f5").play("d6")
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
    marked = reversi.draw(board_rules.start(), hints=False, better=Better("f5", "0"))
    grid = reversi.art_of(8, 8, USUAL).grid
    assert white_at(marked, grid.middle(grid.index("f5")), 34) > 300


def test_a_square_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no square"):
        reversi.draw(board_rules.start(), better=Better("z9", "0"))
