"""The table behind rankings: its size, the columns it may have, and rows that look different."""

from __future__ import annotations

import pytest

from renderers import figures, table
from renderers.table import MAX_ROWS, Column, TableRow
from renderers.themes import CLASSIC, THEMES
from tests.cases import for_each
from tests.renderers.helpers import near, pixels_of

COLUMNS = [*(Column(word, 76, 60) for word in ("games", "puzzles", "daily")), Column("points", 92, 80)]
ROWS = [
    TableRow(number, f"Player {number}", ("12", "–", str(19 - number), str(31 - number)))
    for number in range(1, 11)
]


def height(rows: list[TableRow]) -> int:
    return int(pixels_of(table.draw(rows, COLUMNS)).shape[0])


@pytest.mark.first(1)
@pytest.mark.parametrize("theme", THEMES)
def test_a_page_in_every_theme(theme: str) -> None:
    assert pixels_of(table.draw(ROWS, COLUMNS, theme=THEMES[theme])).shape[1] == 640


def test_a_row_that_is_set_apart_takes_more_room() -> None:
    last = TableRow(1230, "\N{CJK UNIFIED IDEOGRAPH-5927}", ("1", "–", "–", "1"), is_asker=True)
    assert height([*ROWS, last._replace(apart=True)]) > height([*ROWS, last])


def test_ranks_are_left_out_wherever_a_row_is_set_apart() -> None:
    # The asker is above the page: their row is first, and the page is apart.
    first, second, *others = ROWS
    assert height([first, second._replace(apart=True), *others]) == height(
        [*ROWS[:-1], ROWS[-1]._replace(apart=True)]
    )


def test_only_the_askers_row_has_their_colour() -> None:
    own = [ROWS[0]._replace(is_asker=True), *ROWS[1:]]
    plain, theirs = (near(pixels_of(table.draw(rows, COLUMNS)), CLASSIC.asker, 0) for rows in (ROWS, own))
    assert theirs > 10_000 > plain


def test_the_first_three_have_medals_where_there_are_medals() -> None:
    gold = figures.MEDALS[1][0]
    plain, decorated = (
        near(pixels_of(table.draw([row._replace(medals=medals) for row in ROWS], COLUMNS)), gold, 40)
        for medals in (False, True)
    )
    assert decorated > 200 > plain


@for_each("number", [0, MAX_ROWS + 1])
def test_other_numbers_of_rows_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match="1 to 40 rows"):
        table.draw([ROWS[0]] * number, COLUMNS)


def test_long_words_and_great_numbers_fit() -> None:
    row = TableRow(123_456, "W" * 80, ("999999", "999999", "999999", "1234567"))
    words = ("Einzelpartien", "Knobelaufgaben", "Tagesrätsel", "Gesamtpunkte")
    columns = [Column(word, 76, 64) for word in words]
    assert pixels_of(table.draw([row], columns)).shape[1] == 640
