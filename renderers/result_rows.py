"""Rows of results as a part of larger pictures: a label, a bar of games won, drawn and lost, and figures."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from languages import count, gettext, pgettext
from languages.numbers import enumerated, joined, percent
from renderers import figures, paint, writing
from renderers.themes import Colour, Theme

_TITLE: Final = 44
_ROW: Final = 36
_BELOW: Final = 10
_LEFT: Final = 24
_LABEL: Final = 258
"""Right edge of the labels, pixels from the left of the panel."""
_BAR: Final = (270, 150, 14)
"""Left edge, width and height of the bars."""
_SHARE: Final = 494
"""Right edge of the first figures."""
_HEADINGS: Final = (116, 76)
"""Room for the headings of both columns of figures."""
_MARK: Final = 18
_TEXT: Final = 22


class ResultRow(NamedTuple):
    """Games won, drawn and lost under a label, with a disc of a side's colour if given."""

    label: str
    wins: int
    draws: int
    losses: int
    disc: Colour | None = None

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> int:
        """Points in percent, a draw counting half; 0 without games."""
        return round(100 * (self.wins + self.draws / 2) / self.games) if self.games else 0


class Section(NamedTuple):
    """Rows under a title."""

    title: str
    rows: Sequence[ResultRow]


def height(sections: Sequence[Section]) -> int:
    """Return the height of a panel with these sections in pixels."""
    return sum(_TITLE + _ROW * len(section.rows) for section in sections) + _BELOW


def draw_sections(
    theme: Theme, width: int, sections: Sequence[Section], *, versus: bool = False
) -> Image.Image:
    """Return a panel with sections on the frame's colour.

    The figures are points in percent and games, or with `versus` the wins of both sides."""
    image = panel(theme, (width, height(sections)))
    right, top = width - _LEFT, 0
    for number, section in enumerate(sections):
        middle = top + _TITLE / 2 + 4
        if number:
            image.paste(theme.panel_edge, (_LEFT, top + 3, width - _LEFT, top + 4))
        headed = number == 0 and not versus
        room = (_SHARE - _HEADINGS[0] - 12 if headed else right) - _LEFT
        writing.write(image, (_LEFT, middle), section.title, 20, room, theme.muted, weight="SemiBold")
        for x, heading, space in _headings(right) if headed else ():
            place = (x, middle)
            writing.write(image, place, heading, 20, space, theme.muted, anchor="rm", weight="SemiBold")
        top += _TITLE
        for row in section.rows:
            _draw_row(image, theme, row, top + _ROW // 2, versus=versus)
            top += _ROW
    return image


def _headings(right: float) -> list[tuple[float, str, float]]:
    """Return the right edge, heading and room of each column of figures."""
    # Translators: above a column with percentages of the points to be won.
    points = pgettext("heading", "points")
    # Translators: above a column with numbers of games; room for about eight letters.
    return [(_SHARE, points, _HEADINGS[0]), (right, pgettext("heading", "games"), _HEADINGS[1])]


def _draw_row(image: Image.Image, theme: Theme, row: ResultRow, middle: int, *, versus: bool) -> None:
    left = _LEFT
    if row.disc is not None:
        centre = (left + _MARK / 2, float(middle))
        box = (left - 2, middle - 12, left + _MARK + 2, middle + 12)
        tile = image.crop(box)
        centre = (centre[0] - box[0], centre[1] - box[1])
        paint.fill(tile, paint.circle_mask(tile.size, centre, _MARK / 2), theme.muted)
        paint.fill(tile, paint.circle_mask(tile.size, centre, _MARK / 2 - 1.5), row.disc)
        image.paste(tile, box[:2])
        left += _MARK + 10
    room = _LABEL - left
    writing.write(image, (left, middle), row.label, _TEXT, room, theme.text, weight="SemiBold", height=_ROW)
    bar_left, bar_width, bar_height = _BAR
    right = image.width - _LEFT
    counts = (row.wins, row.draws, row.losses)
    if not versus:
        figures.results_bar(image, theme, bar_left, middle - bar_height // 2, bar_width, bar_height, counts)
        share = percent(row.share) if row.games else "–"
        writing.write(image, (_SHARE, middle), share, _TEXT, 68, theme.text, anchor="rm")
        games = count(row.games)
        writing.write(image, (right, middle), games, _TEXT, 76, theme.muted, anchor="rm", weight="SemiBold")
        return
    width = right - 52 - bar_left - 52
    figures.results_bar(
        image, theme, bar_left + 52, middle - bar_height // 2, width, bar_height, counts, versus=True
    )
    for x, number, colour in ((bar_left + 40, row.wins, theme.won), (right, row.losses, theme.lost)):
        writing.write(image, (x, middle), str(number), _TEXT, 46, colour, anchor="rm")


def panel(theme: Theme, size: tuple[int, int]) -> Image.Image:
    """Return an empty panel on the frame's colour."""
    return _panel(theme, size).copy()


@lru_cache(maxsize=16)
def _panel(theme: Theme, size: tuple[int, int]) -> Image.Image:
    image = Image.new("RGBA", size, (*theme.frame, 255))
    paint.panel(image, theme, (0.0, 0.0, float(size[0]), float(size[1])), 20)
    return image


def in_words(sections: Sequence[Section]) -> str:
    """Describe the rows in words."""
    return joined(
        # Translators: a title and the rows below it.
        gettext("{title}: {rows}.", title=section.title, rows=enumerated([*map(_row_in_words, section.rows)]))
        for section in sections
    )


def _row_in_words(row: ResultRow) -> str:
    return f"{row.label} {row.wins}–{row.draws}–{row.losses}"
