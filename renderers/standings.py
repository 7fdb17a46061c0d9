"""The standings of a tournament as a picture and in words."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from languages import count, gettext, ngettext, pgettext
from languages.numbers import figure, joined
from renderers import figures, paint, result_rows, writing
from renderers.palette import Palette
from renderers.themes import CLASSIC, WIDTH, Theme
from renderers.writing import Anchor

MAX_ROWS: Final = 40
MAX_TIE_BREAKS: Final = 2
MAX_DESCRIPTION: Final = 1000
"""Maximum characters of a description in English."""


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


_MARGIN: Final = 20
_PANEL: Final = WIDTH - 2 * _MARGIN
_HEADING: Final = 44
_BELOW: Final = 8
_STEPS: Final = ((12, 50), (24, 44), (MAX_ROWS, 38))
"""Up to how many rows the rows are how high, pixels."""
_RANK: Final = 40
"""Middle of the ranks."""
_NAME: Final = 76
_RIGHT: Final = _PANEL - 22
_POINTS: Final = 66
_TIE_BREAK: Final = 71
_GAMES: Final = 92
"""Widths of the columns."""


class _Columns(NamedTuple):
    """Right edges of the points and tie-breaks, middle of the games, and room for the names."""

    points: float
    tie_breaks: tuple[float, ...]
    games: float
    name_room: float


def _columns(tie_breaks: int) -> _Columns:
    edge = _RIGHT - _POINTS
    edges = tuple(edge - number * _TIE_BREAK for number in range(tie_breaks))
    left = edge - tie_breaks * _TIE_BREAK - _GAMES
    return _Columns(_RIGHT, edges[::-1], left + _GAMES / 2, left - _NAME - 4)


def draw(
    rows: Sequence[StandingRow], tie_breaks: Sequence[str], *, final: bool = False, theme: Theme = CLASSIC
) -> bytes:
    """Return a PNG of 1 to 40 rows, 640 pixels wide; `tie_breaks` are the headings of their columns.

    The first three have medals when the standings are `final`. Raises ValueError for another number of rows,
    or more than two tie-breaks.
    """
    _check(rows, tie_breaks)
    step = next(step for most, step in _STEPS if len(rows) <= most)
    base, mapped = _base(theme, len(rows), step)
    picture = base.copy()
    columns = _columns(len(tie_breaks))
    _draw_headings(picture, theme, columns, tie_breaks)
    for number, row in enumerate(rows):
        _draw_row(picture, theme, columns, row, _MARGIN + _HEADING + number * step, step, final)
    palette = _palette(theme)
    return palette.png(palette.map_again(picture, base, mapped))


@lru_cache(maxsize=4)
def _base(theme: Theme, rows: int, step: int) -> tuple[Image.Image, Image.Image]:
    """Return an empty table, in RGBA and mapped to the palette."""
    panel = result_rows.panel(theme, (_PANEL, _HEADING + rows * step + _BELOW))
    for number in range(rows):
        top = _HEADING + number * step
        panel.paste(theme.panel_edge, (_NAME if number else 20, top, _RIGHT, top + 1))
    picture = paint.frame((WIDTH, panel.height + 2 * _MARGIN), theme)
    picture.paste(panel, (_MARGIN, _MARGIN))
    return picture, _palette(theme).map(picture)


def _draw_headings(image: Image.Image, theme: Theme, columns: _Columns, tie_breaks: Sequence[str]) -> None:
    line = _MARGIN + _HEADING / 2 + 1
    rank, player, games, points = headings_of_columns()
    headings: list[tuple[float, str, float, Anchor]] = [
        (_RANK, rank, 40, "mm"),
        (_NAME, player, columns.name_room, "lm"),
        (columns.games, games, _GAMES - 8, "mm"),
        *(
            (edge, word, _TIE_BREAK - 10, "rm")
            for edge, word in zip(columns.tie_breaks, tie_breaks, strict=True)
        ),
        (columns.points, points, _POINTS - 6, "rm"),
    ]
    for x, word, room, anchor in headings:
        place = (_MARGIN + x, line)
        writing.write(image, place, word, 19, room, theme.muted, anchor=anchor, weight="SemiBold")


def headings_of_columns() -> tuple[str, str, str, str]:
    """Return the headings of rank, player, results and points."""
    # Translators: above a column with the points of each player in a tournament; room for six letters.
    points = pgettext("standings", "points")
    return pgettext("heading", "#"), pgettext("heading", "player"), results(*_letters()), points


def _letters() -> tuple[str, str, str]:
    return pgettext("result", "W"), pgettext("result", "D"), pgettext("result", "L")


def results(wins: str, draws: str, losses: str) -> str:
    """Return the numbers of won, drawn and lost games."""
    return f"{wins}–{draws}–{losses}"


def _draw_row(
    image: Image.Image, theme: Theme, columns: _Columns, row: StandingRow, top: int, step: int, final: bool
) -> None:
    """Draw a row of `step` pixels below `top`."""
    # Shapes take time for all pixels of their image.
    box = (_MARGIN, top + 1, _MARGIN + _PANEL, top + step)
    tile = image.crop(box)
    middle = step / 2
    size = 24 if step > 40 else 22
    ink = rank_ink = theme.muted
    if not row.has_left:
        ink = theme.text
    if final and row.rank in figures.MEDALS and row.points > 0:
        rank_ink = figures.draw_medal(tile, (_RANK, middle - 0.5), middle - 4, row.rank)
    writing.write(tile, (_RANK, middle), count(row.rank), 21, 38, rank_ink, anchor="mm")
    place: tuple[float, float] = (_NAME, middle)
    sizes = (size, size - 4)
    figures.draw_name(tile, theme, row.name, place, columns.name_room, sizes, colour=ink)
    cells: list[tuple[float, str, float, Anchor]] = [
        (columns.games, results(*map(count, (row.wins, row.draws, row.losses))), _GAMES - 8, "mm"),
        *(
            (edge, "–" if value is None else figure(value), _TIE_BREAK - 10, "rm")
            for edge, value in zip(columns.tie_breaks, row.tie_breaks, strict=True)
        ),
    ]
    for x, text, room, anchor in cells:
        place = (x, middle)
        writing.write(tile, place, text, size - 3, room, theme.muted, anchor=anchor, weight="SemiBold")
    points, place = figure(row.points), (columns.points, middle)
    writing.write(tile, place, points, size + 1, _POINTS - 6, ink, anchor="rm")
    image.paste(tile, box[:2])


@lru_cache(maxsize=8)
def _palette(theme: Theme) -> Palette:
    image = result_rows.panel(theme, (WIDTH, 5 * 44))
    columns = _columns(2)
    for number in range(5):
        row = StandingRow(number + 1, "Ames", 12.5 - number, 3, 2, 1, (12.5, 8.25), has_left=number == 4)
        _draw_row(image, theme, columns, row, number * 44, 44, final=True)
    specimen = paint.frame((WIDTH, 6 * 44), theme)
    specimen.paste(image, (0, 22))
    return Palette(theme, [specimen], (theme.text, theme.muted, theme.panel, theme.panel_edge))


def describe(rows: Sequence[StandingRow]) -> str:
    """Describe the rows, in English in at most 1000 characters, the last ones left out if need be."""
    # Translators: begins the description of a picture.
    lines = [gettext("Standings.")]
    for number, row in enumerate(rows):
        line = _in_words(row)
        rest = len(rows) - number
        # Translators: ends a list of players that is too long for a description.
        more = ngettext("And {number} more player.", "And {number} more players.", rest)
        if len(joined([*lines, line, more])) > MAX_DESCRIPTION:
            lines.append(more)
            break
        lines.append(line)
    return joined(lines)


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


def _check(rows: Sequence[StandingRow], tie_breaks: Sequence[str]) -> None:
    if not 1 <= len(rows) <= MAX_ROWS:
        raise ValueError(f"a picture of standings has 1 to {MAX_ROWS} rows, not {len(rows)}")
    if len(tie_breaks) > MAX_TIE_BREAKS:
        raise ValueError(f"a picture of standings has at most {MAX_TIE_BREAKS} tie-breaks")
