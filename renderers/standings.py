"""The standings of a tournament as a picture and in words."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from languages import count, gettext, pgettext
from languages.numbers import figure
from renderers import figures, table
from renderers.table import Column, TableRow
from renderers.themes import CLASSIC, Theme

MAX_TIE_BREAKS: Final = 2


class StandingRow(NamedTuple):
    """An entrant's row: rank, name, points, games, and as many tie-breaks as there are headings.

    A tie-break is None where it does not apply. `has_left` is for those who dropped out.
    """

    rank: int
    name: str
    points: float
    wins: int
    draws: int
    losses: int
    tie_breaks: Sequence[float | None] = ()
    has_left: bool = False


def draw(
    rows: Sequence[StandingRow], tie_breaks: Sequence[str], *, final: bool = False, theme: Theme = CLASSIC
) -> bytes:
    """Return a PNG of 1 to 40 rows, 640 pixels wide; `tie_breaks` are the headings of their columns.

    The first three have medals when the standings are `final`. Raises ValueError for another number of rows,
    or more than two tie-breaks.
    """
    if len(tie_breaks) > MAX_TIE_BREAKS:
        raise ValueError(f"a picture of standings has at most {MAX_TIE_BREAKS} tie-breaks")
    _, _, games, points = headings_of_columns()
    columns = [
        Column(games, 92, 84, centred=True),
        *(Column(word, 71, 61) for word in tie_breaks),
        Column(points, 66, 60),
    ]
    return table.draw([_table_row(row, final) for row in rows], columns, theme=theme)


def headings_of_columns() -> tuple[str, str, str, str]:
    """Return the headings of rank, player, results and points."""
    # Translators: above a column with the points of each player in a tournament; room for six letters.
    points = pgettext("standings", "points")
    return table.rank_heading(), table.player_heading(), results(*_letters()), points


def _letters() -> tuple[str, str, str]:
    return pgettext("result", "W"), pgettext("result", "D"), pgettext("result", "L")


def results(wins: str, draws: str, losses: str) -> str:
    """Return the numbers of won, drawn and lost games."""
    return f"{wins}–{draws}–{losses}"


def _table_row(row: StandingRow, final: bool) -> TableRow:
    tie_breaks = ["–" if value is None else figure(value) for value in row.tie_breaks]
    cells = (results(*map(count, (row.wins, row.draws, row.losses))), *tie_breaks, figure(row.points))
    return TableRow(row.rank, row.name, cells, final and row.points > 0, has_left=row.has_left)


def describe(rows: Sequence[StandingRow]) -> str:
    """Describe the rows, in English in at most 1000 characters, the last ones left out if need be."""
    # Translators: begins the description of a picture.
    return table.describe(gettext("Standings."), [*map(_in_words, rows)])


def _in_words(row: StandingRow) -> str:
    # Translators: a row of a tournament's standings; {points} is a number such as “3.5”, {results} such as
    # “3 won, 1 drawn, 1 lost”.
    return gettext(
        "{rank}. {name}: score {points}, {results}.",
        rank=row.rank,
        name=row.name,
        points=figure(row.points),
        results=figures.results_in_words((row.wins, row.draws, row.losses), figures.OF_GAMES),
    )
