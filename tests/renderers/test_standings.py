"""Standings: rows of any number, names of any script, medals at the end."""

from __future__ import annotations

import numpy as np
import pytest

from languages import LANGUAGES, speaking
from renderers import table
from renderers.table import MAX_ROWS, StandingRow
from renderers.themes import CLASSIC
from tests.cases import for_each
from tests.renderers.helpers import LARGEST, changed, near, pixels_of
from tests.renderers.ledger import texts_in

HEADINGS = ("BH", "SB")
GOLD = (255, 218, 110)


def rows(number: int, name: str = "Ann") -> list[StandingRow]:
    return [
        StandingRow(place, name, (number - place) / 2 + 0.5, 3, 1, 2, (12.5, 9.25))
        for place in range(1, number + 1)
    ]


@for_each("number", [1, 13, MAX_ROWS])
def test_every_number_of_rows_is_drawn_640_pixels_wide(number: int) -> None:
    png = table.draw_standings_table(rows(number), HEADINGS)
    assert pixels_of(png).shape[1] == 640
    assert len(png) <= LARGEST
    assert png == table.draw_standings_table(rows(number), HEADINGS)


def test_other_numbers_of_rows_and_tie_breaks_are_refused() -> None:
    for number in (0, MAX_ROWS + 1):
        with pytest.raises(ValueError, match="1 to 40 rows"):
            table.draw_standings_table(rows(number), HEADINGS)
    with pytest.raises(ValueError, match="at most 2"):
        table.draw_standings_table(rows(1), ("a", "b", "c"))


def test_figures_are_below_their_headings() -> None:
    row = StandingRow(1, "Ann", 4.5, 3, 1, 2, (12.5, 9.25))
    texts = texts_in(lambda: table.draw_standings_table([row], HEADINGS))
    assert texts["Ann"][2] < texts["3–1–2"][0] < texts["12.5"][0] < texts["9.25"][0] < texts["4.5"][0]
    for heading, value in zip(HEADINGS, ("12.5", "9.25"), strict=True):
        assert texts[heading][2] == pytest.approx(texts[value][2], abs=3)
        assert texts[heading][3] < texts[value][1]


def test_medals_are_for_final_standings_with_points() -> None:
    before = pixels_of(table.draw_standings_table(rows(3), HEADINGS))
    after = pixels_of(table.draw_standings_table(rows(3), HEADINGS, final=True))
    assert near(before[60:120, 30:90], GOLD, 40) == 0
    assert near(after[60:120, 30:90], GOLD, 40) > 200
    columns = np.flatnonzero(changed(before, after).any(axis=0))
    assert columns.max() < 96
    row = StandingRow(1, "Ann", 0, 0, 0, 0, ())
    assert near(pixels_of(table.draw_standings_table([row], (), final=True)), GOLD, 40) == 0


def test_who_left_is_paler() -> None:
    there, left = (
        pixels_of(table.draw_standings_table([StandingRow(1, "Ann", 1, 1, 0, 0, (), has_left=one)], ()))
        for one in (False, True)
    )
    assert near(there[60:120], CLASSIC.text, 12) > 3 * near(left[60:120], CLASSIC.text, 12)


def test_names_that_cannot_be_written_become_a_figure() -> None:
    pictures = [
        table.draw_standings_table([StandingRow(1, name, 1, 1, 0, 0, ())], ())
        for name in ("مريم", "🐙", "竜王", "Ann")
    ]
    assert pictures[0] == pictures[1]
    assert len(set(pictures)) == 3


def test_the_description_has_points_and_results() -> None:
    text = table.describe_standings_table(
        [StandingRow(1, "Ann", 3.5, 3, 1, 0, ()), StandingRow(2, "Ben", 1, 1, 0, 3, ())]
    )
    assert (
        text
        == "Standings. 1. Ann: score 3.5, 3 won, 1 drawn, 0 lost. 2. Ben: score 1, 1 won, 0 drawn, 3 lost."
    )


def test_a_long_description_says_how_many_are_left_out() -> None:
    text = table.describe_standings_table(rows(MAX_ROWS, "N" * 60))
    assert len(text) <= 1000
    told = text.count("score")
    assert text.endswith(f"And {MAX_ROWS - told} more players.")
    with speaking(LANGUAGES["de"]):
        assert "3,5" in table.describe_standings_table(rows(7))
