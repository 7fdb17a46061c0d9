"""A table of people with their ranks and columns of figures as a picture, and in words; one of standings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from PIL import Image

from languages import count, gettext, ngettext, pgettext
from languages.numbers import figure, joined
from renderers import figures, paint, writing
from renderers.figures import PANEL_MARGIN, PANEL_WIDTH
from renderers.paint import kept
from renderers.palette import Palette
from renderers.themes import CLASSIC, WIDTH, Theme
from renderers.writing import Anchor

MAX_ROWS: Final = 40
MAX_DESCRIPTION: Final = 1000
"""Maximum characters of a description in English."""


class Column(NamedTuple):
    """A column of figures: its heading, its width, and the room for texts at its right end, pixels."""

    heading: str
    width: int
    room: int
    centred: bool = False


class TableRow(NamedTuple):
    """A person's row: rank, name, and a text for each column.

    With `medals`, the first three ranks are medals. `apart` is true if ranks are left out above the row,
    `has_left` for those who dropped out.
    """

    rank: int
    name: str
    cells: Sequence[str]
    medals: bool = False
    is_asker: bool = False
    has_left: bool = False
    apart: bool = False


_HEADING: Final = 44
_BELOW: Final = 8
_GAP: Final = 22
"""Room for three dots in the place of ranks left out."""
_STEPS: Final = ((12, 50), (24, 44), (MAX_ROWS, 38))
"""The most rows for each height of a row, in pixels."""
_RANK: Final = 40
"""Middle of the ranks."""
_RANK_ROOM: Final = 44
_NAME: Final = 76
_RIGHT: Final = PANEL_WIDTH - 22


class _Layout(NamedTuple):
    """Where a table's parts are: the rows' tops and height, the columns with anchors, the names' room."""

    tops: tuple[int, ...]
    step: int
    columns: tuple[tuple[float, Anchor, Column], ...]
    name_room: float


def _layout(rows: Sequence[TableRow], columns: Sequence[Column]) -> _Layout:
    step = next(step for most, step in _STEPS if len(rows) <= most)
    gaps = accumulate(_GAP if row.apart else 0 for row in rows)
    tops = tuple(_HEADING + number * step + gap for number, gap in enumerate(gaps))
    left = _RIGHT - sum(column.width for column in columns)
    name_room = left - _NAME - 4
    placed: list[tuple[float, Anchor, Column]] = []
    for column in columns:
        middle, right = left + column.width / 2, left + column.width
        placed.append((middle, "mm", column) if column.centred else (right, "rm", column))
        left += column.width
    return _Layout(tops, step, tuple(placed), name_room)


@kept
def draw(rows: Sequence[TableRow], columns: Sequence[Column], *, theme: Theme = CLASSIC) -> bytes:
    """Return a PNG of 1 to 40 rows, 640 pixels wide, whose last column sets the order.

    Raises ValueError for another number of rows.
    """
    if not 1 <= len(rows) <= MAX_ROWS:
        raise ValueError(f"a table has 1 to {MAX_ROWS} rows, not {len(rows)}")
    layout = _layout(rows, columns)
    base, mapped = _base(theme, layout.tops, layout.step)
    picture = base.copy()
    _draw_headings(picture, theme, layout)
    for row, top in zip(rows, layout.tops, strict=True):
        _draw_row(picture, theme, layout, row, (PANEL_MARGIN, PANEL_MARGIN + top))
    palette = _palette(theme)
    return palette.png(palette.map_again(picture, base, mapped))


@lru_cache(maxsize=8)
def _base(theme: Theme, tops: tuple[int, ...], step: int) -> tuple[Image.Image, Image.Image]:
    """Return an empty table, in RGBA and mapped to the palette."""
    panel = figures.panel(theme, (PANEL_WIDTH, tops[-1] + step + _BELOW))
    below = _HEADING
    for number, top in enumerate(tops):
        if top > below:
            for x in (-16.0, 0.0, 16.0):
                paint.dot(panel, (PANEL_WIDTH / 2 + x, top - _GAP / 2), 3.0, theme.muted)
        else:
            panel.paste(theme.panel_edge, (_NAME if number else 20, top, _RIGHT, top + 1))
        below = top + step
    picture = paint.frame((WIDTH, panel.height + 2 * PANEL_MARGIN), theme)
    picture.paste(panel, (PANEL_MARGIN, PANEL_MARGIN))
    return picture, _palette(theme).map(picture)


def _draw_headings(image: Image.Image, theme: Theme, layout: _Layout) -> None:
    line = PANEL_MARGIN + _HEADING / 2 + 1
    fitted = [writing.fit(each.heading, 19, each.room, "SemiBold") for _, _, each in layout.columns]
    size = min(each.size for each in fitted)
    headings: list[tuple[float, Anchor, str, float, int]] = [
        (_RANK, "mm", rank_heading(), _RANK_ROOM, 19),
        (_NAME, "lm", player_heading(), layout.name_room, 19),
        *((x, anchor, column.heading, column.room, size) for x, anchor, column in layout.columns),
    ]
    for x, anchor, word, room, largest in headings:
        place = (PANEL_MARGIN + x, line)
        writing.write(image, place, word, largest, room, theme.muted, anchor=anchor, weight="SemiBold")


def rank_heading() -> str:
    """Return the heading of the ranks, a single character."""
    return pgettext("heading", "#")


def player_heading() -> str:
    return pgettext("heading", "player")


def _draw_row(
    image: Image.Image, theme: Theme, layout: _Layout, row: TableRow, corner: tuple[int, int]
) -> None:
    """Draw a row below the line at `corner`."""
    # Shapes take time for all pixels of their image.
    tile = image.crop((corner[0], corner[1] + 1, corner[0] + PANEL_WIDTH, corner[1] + layout.step))
    if row.is_asker:
        lane = (10.0, 2.0, PANEL_WIDTH - 10.0, tile.height - 2.0)
        paint.fill(tile, paint.box_mask(tile.size, lane, 12.0), theme.asker)
    middle = layout.step / 2
    size = 24 if layout.step > 40 else 22
    ink = theme.muted
    if row.medals and row.rank in figures.MEDALS:
        ink = figures.draw_medal(tile, (_RANK, middle - 0.5), middle - 4, row.rank)
    writing.write(tile, (_RANK, middle), count(row.rank), 21, _RANK_ROOM, ink, anchor="mm")
    ink = theme.muted if row.has_left else theme.text
    sizes = (size, size - 4)
    figures.draw_name(tile, theme, row.name, (_NAME, middle), layout.name_room, sizes, colour=ink)
    *others, last = zip(layout.columns, row.cells, strict=True)
    for (x, anchor, column), text in others:
        place = (x, middle)
        writing.write(tile, place, text, size - 3, column.room, theme.muted, anchor=anchor, weight="SemiBold")
    (x, anchor, column), text = last
    writing.write(tile, (x, middle), text, size + 1, column.room, ink, anchor=anchor)
    image.paste(tile, (corner[0], corner[1] + 1))


@lru_cache(maxsize=8)
def _palette(theme: Theme) -> Palette:
    columns = [Column("", 80, 76)] * 3
    rows = [
        TableRow(number, "Ames", ("12", "8", "31"), True, number == 4, number == 5) for number in range(1, 6)
    ]
    layout = _layout(rows, columns)._replace(step=44)
    image = figures.panel(theme, (WIDTH, 5 * 44))
    for number, row in enumerate(rows):
        _draw_row(image, theme, layout, row, (0, number * 44))
    specimen = paint.frame((WIDTH, 6 * 44), theme)
    specimen.paste(image, (0, 22))
    return Palette(theme, [specimen], (theme.text, theme.muted, theme.panel, theme.panel_edge, theme.asker))


def describe(title: str, rows: Sequence[str]) -> str:
    """Describe a table by its rows; in English, rows beyond 1000 characters are left out."""
    lines = [title]
    for number, row in enumerate(rows):
        rest = len(rows) - number
        # Translators: ends a list of players that is too long for a description.
        more = ngettext("And {number} more player.", "And {number} more players.", rest)
        if len(joined([*lines, row, more])) > MAX_DESCRIPTION:
            lines.append(more)
            break
        lines.append(row)
    return joined(lines)


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


def draw_standings_table(
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
    return draw([_table_row(row, final) for row in rows], columns, theme=theme)


def headings_of_columns() -> tuple[str, str, str, str]:
    # Translators: above a column with the points of each player in a tournament; room for six letters.
    points = pgettext("standings", "points")
    return rank_heading(), player_heading(), results(*_letters()), points


def _letters() -> tuple[str, str, str]:
    return pgettext("result", "W"), pgettext("result", "D"), pgettext("result", "L")


def results(wins: str, draws: str, losses: str) -> str:
    """Return the numbers of won, drawn and lost games."""
    return f"{wins}–{draws}–{losses}"


def _table_row(row: StandingRow, final: bool) -> TableRow:
    tie_breaks = ["–" if value is None else figure(value) for value in row.tie_breaks]
    cells = (results(*map(count, (row.wins, row.draws, row.losses))), *tie_breaks, figure(row.points))
    return TableRow(row.rank, row.name, cells, final and row.points > 0, has_left=row.has_left)


def describe_standings_table(rows: Sequence[StandingRow]) -> str:
    """Describe the rows, in English in at most 1000 characters, the last ones left out if need be."""
    # Translators: begins the description of a picture.
    return describe(gettext("Standings."), [*map(_in_words, rows)])


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
