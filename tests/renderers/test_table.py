"""The table behind rankings: its size, the columns it may have, and rows that look different."""

from __future__ import annotations

import pytest

from renderers import figures, table
from renderers.table import MAX_ROWS, Column, TableRow
from renderers.themes import CLASSIC
from tests.cases import for_each
from tests.renderers.helpers import near, pixels_of

COLUMNS = [*(Column(word, 76, 60) for word in ("games", "puzzles", "daily")), Column("points", 92, 80)]
ROWS = [
    TableRow(number, f"Player {number}", ("12", "–", str(19 - number), str(31 - number)))
    for number in range(1, 11)
]


def height(rows: list[TableRow]) -> int:
    return int(pixels_of(table.draw(rows, COLUMNS)).shape[0])


def test_a_row_that_is_set_apart_takes_more_room() -> None:
    last = TableRow(1230, "\N{CJK UNIFIED IDEOGRAPH-5927}", ("1", "–", "–", "1"), is_asker=True)
    assert height([*ROWS, last._replace(apart=True)]) > height([*ROWS, last])
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
