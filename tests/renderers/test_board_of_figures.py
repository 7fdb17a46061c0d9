"""The picture of a board: its size, the columns it may have, and rows that are set apart."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from renderers.board_of_figures import FigureRow, draw
from renderers.themes import THEMES

ROWS = [FigureRow(number, f"Player {number}", 31 - number, (12, 0, 19 - number)) for number in range(1, 11)]
HEADINGS = ("games", "puzzles", "daily")


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


@pytest.mark.parametrize("theme", THEMES)
def test_a_page_in_every_theme(theme: str) -> None:
    picture = opened(draw(ROWS, HEADINGS, "points", theme=THEMES[theme]))
    assert picture.width == 640
    assert picture.mode == "P"


def test_a_row_that_is_set_apart_takes_more_room() -> None:
    last = FigureRow(1230, "\N{CJK UNIFIED IDEOGRAPH-5927}", 1, (1, 0, 0), is_asker=True)
    next_to = opened(draw([*ROWS, last], HEADINGS, "points"))
    apart = opened(draw([*ROWS, last._replace(apart=True)], HEADINGS, "points"))
    assert apart.height > next_to.height


def test_the_askers_row_looks_different() -> None:
    own = [ROWS[0]._replace(is_asker=True), *ROWS[1:]]
    assert draw(own, HEADINGS, "points") != draw(ROWS, HEADINGS, "points")


@pytest.mark.parametrize("number", [0, 12])
def test_other_numbers_of_rows_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="1 to 11 rows"):
        draw([ROWS[0]] * number, HEADINGS, "points")


def test_long_words_and_great_numbers_fit() -> None:
    row = FigureRow(123_456, "W" * 80, 1_234_567, (999_999, 999_999, 999_999))
    assert (
        opened(draw([row], ("Einzelpartien", "Knobelaufgaben", "Tagesrätsel"), "Gesamtpunkte")).width == 640
    )
