"""A board of people with figures in columns, such as points of a week, as a picture."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from languages import count, pgettext
from renderers import figures, paint, result_rows, writing
from renderers.palette import Palette
from renderers.themes import CLASSIC, WIDTH, Theme

MAX_ROWS: Final = 11
MAX_PARTS: Final = 3


class FigureRow(NamedTuple):
    """A person's row: place, name, what their figure consists of, and the figure.

    `apart` is true if places are left out above it.
    """

    place: int
    name: str
    value: int
    parts: Sequence[int] = ()
    is_asker: bool = False
    apart: bool = False


_MARGIN: Final = 20
_PANEL: Final = WIDTH - 2 * _MARGIN
_HEADING: Final = 46
_STEP: Final = 50
_GAP: Final = 22
_BELOW: Final = 10
_RANK: Final = 44
"""Middle of the places."""
_NAME: Final = 84
_RIGHT: Final = _PANEL - 24
_VALUE: Final = 92
_PART: Final = 76
"""Widths of the columns."""


def draw(rows: Sequence[FigureRow], parts: Sequence[str], value: str, *, theme: Theme = CLASSIC) -> bytes:
    """Return a PNG of 1 to 11 rows, 640 pixels wide; `parts` and `value` are the headings of the columns.

    Raises ValueError for another number of rows, or more than three columns of parts.
    """
    if not 1 <= len(rows) <= MAX_ROWS or len(parts) > MAX_PARTS:
        raise ValueError(f"a board has 1 to {MAX_ROWS} rows, not {len(rows)}, and at most {MAX_PARTS} parts")
    height = _HEADING + len(rows) * _STEP + sum(_GAP for row in rows if row.apart) + _BELOW
    image = result_rows.panel(theme, (_PANEL, height))
    _draw_headings(image, theme, parts, value)
    top = _HEADING
    for row in rows:
        if row.apart:
            for x in (-16.0, 0.0, 16.0):
                middle = (_PANEL / 2 + x, top + _GAP / 2)
                paint.fill(image, paint.circle_mask(image.size, middle, 3.0), theme.muted)
            top += _GAP
        else:
            image.paste(theme.panel_edge, (20, top, _RIGHT, top + 1))
        _draw_row(image, theme, row, top)
        top += _STEP
    picture = paint.frame((WIDTH, height + 2 * _MARGIN), theme)
    picture.paste(image, (_MARGIN, _MARGIN))
    palette = _palette(theme)
    return palette.png(palette.map(picture))


def _draw_headings(image: Image.Image, theme: Theme, parts: Sequence[str], value: str) -> None:
    line = _HEADING / 2 + 1
    room = _edges(len(parts))[0] - _PART - _NAME if parts else _RIGHT - _VALUE - _NAME
    player, number = pgettext("heading", "player"), pgettext("heading", "#")
    writing.write(image, (_RANK, line), number, 19, 44, theme.muted, anchor="mm", weight="SemiBold")
    writing.write(image, (_NAME, line), player, 19, room, theme.muted, weight="SemiBold")
    size = writing.common_size([*parts, value], 19, _PART - 16, "SemiBold")
    for edge, word in zip((*_edges(len(parts)), _RIGHT), (*parts, value), strict=True):
        place = (edge, line)
        writing.write(image, place, word, size, _PART - 16, theme.muted, anchor="rm", weight="SemiBold")


def _edges(parts: int) -> tuple[int, ...]:
    """Return the right edges of the columns of parts."""
    return tuple(_RIGHT - _VALUE - number * _PART for number in range(parts))[::-1]


def _draw_row(image: Image.Image, theme: Theme, row: FigureRow, top: int) -> None:
    box = (0, top + 1, _PANEL, top + _STEP)
    tile = image.crop(box)
    middle = tile.height / 2
    if row.is_asker:
        lane = (10.0, 2.0, _PANEL - 10.0, tile.height - 2.0)
        paint.fill(tile, paint.box_mask(tile.size, lane, 12.0), theme.asker)
    ink = theme.muted
    if row.place in figures.MEDALS:
        ink = figures.draw_medal(tile, (_RANK, middle), middle - 4, row.place)
    writing.write(tile, (_RANK, middle), count(row.place), 22, 44, ink, anchor="mm")
    edges = _edges(len(row.parts))
    room = (edges[0] - _PART if edges else _RIGHT - _VALUE) - _NAME
    figures.draw_name(tile, theme, row.name, (_NAME, middle), room, (24, 19))
    for edge, part in zip(edges, row.parts, strict=True):
        text = count(part) if part else "–"
        place = (edge, middle)
        writing.write(tile, place, text, 21, _PART - 12, theme.muted, anchor="rm", weight="SemiBold")
    writing.write(tile, (_RIGHT, middle), count(row.value), 26, _VALUE - 12, theme.text, anchor="rm")
    image.paste(tile, box[:2])


@lru_cache(maxsize=8)
def _palette(theme: Theme) -> Palette:
    image = result_rows.panel(theme, (WIDTH, 5 * _STEP))
    for number in range(5):
        row = FigureRow(number + 1, "Ames", 31 - number, (12, 5, 14), is_asker=number == 3)
        _draw_row(image, theme, row, number * _STEP)
    specimen = paint.frame((WIDTH, 6 * _STEP), theme)
    specimen.paste(image, (0, _STEP // 2))
    exact = (theme.text, theme.muted, theme.panel, theme.panel_edge, theme.asker)
    return Palette(theme, [specimen], exact)
