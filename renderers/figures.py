"""Names, bars and curves shared by several pictures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from languages import count, gettext, ngettext, npgettext, pgettext, pgettext_noop
from languages.numbers import enumerated, joined, percent
from renderers import paint, writing
from renderers.palette import Palette
from renderers.themes import WIDTH, Colour, Theme
from renderers.writing import Anchor

PROVISIONAL: Final = "?"
"""Suffix of a provisional rating."""


class ResultWords(NamedTuple):
    """Words for wins, draws and losses, to be translated; "" for a result that cannot occur.

    `headings` have the context "heading", `counted` the context `things`.
    """

    headings: tuple[str, str, str]
    things: str
    counted: tuple[str, str, str]


OF_GAMES: Final = ResultWords(
    (
        # Translators: above a column of numbers that has room for about eight letters.
        pgettext_noop("heading", "won"),
        # Translators: above a column of numbers that has room for about eight letters.
        pgettext_noop("heading", "drawn"),
        # Translators: above a column of numbers that has room for about eight letters.
        pgettext_noop("heading", "lost"),
    ),
    "games",
    ("{number} won", "{number} drawn", "{number} lost"),
)
OF_PUZZLES: Final = ResultWords(
    (
        # Translators: puzzles; above a column of numbers that has room for about eight letters.
        pgettext_noop("heading", "solved"),
        "",
        # Translators: puzzles; above a column of numbers that has room for about eight letters.
        pgettext_noop("heading", "failed"),
    ),
    "puzzles",
    ("{number} solved", "", "{number} failed"),
)

_SMOOTHING: Final = 4
_RIM: Final = 2
"""Width of the edge of a hollow bar, pixels."""


def rating_text(rating: int, provisional: bool) -> str:
    """Return a rating such as "1623", or "1500?" while it is provisional."""
    return f"{rating}{PROVISIONAL if provisional else ''}"


def results_in_words(counts: tuple[int, int, int], words: ResultWords) -> str:
    """Return a text such as "3 won, 0 drawn, 2 lost"."""
    return enumerated(
        # The words are those of `bot.ranks.stats.words`.
        [
            npgettext(words.things, text, text, number)
            for text, number in zip(words.counted, counts, strict=True)
            if text
        ]
    )


def games_text(number: int) -> str:
    """Return "1 game", "12 games" and so on."""
    return ngettext("{number} game", "{number} games", number)


def bar(image: Image.Image, left: float, right: float, top: int, height: int, colour: Colour) -> None:
    """Draw a rounded bar; nothing below one pixel of width."""
    if right - left < 1.0:
        return
    size = (round(right - left), height)
    image.paste(colour, (round(left), top), paint.box_mask(size, (0, 0, *size), min(size) / 2))


def results_bar(
    image: Image.Image,
    theme: Theme,
    left: float,
    top: int,
    width: float,
    height: int,
    counts: tuple[int, int, int],
    *,
    versus: bool = False,
) -> None:
    """Draw a bar of games won, drawn and lost, each at least a dot; an empty groove without games.

    The games lost are hollow, so that a bar is as full as the share beside it; with `versus` they are games
    that the other player won.
    """
    bar(image, left, left + width, top, height, theme.groove)
    kinds = sum(1 for games in counts if games)
    room = width - 3 * (kinds - 1) - height * kinds
    for games, colour in zip(counts, theme.shares, strict=True):
        if games:
            right = left + height + room * games / sum(counts)
            bar(image, left, right, top, height, colour)
            if colour == theme.lost and not versus:
                bar(image, left + _RIM, right - _RIM, top + _RIM, height - 2 * _RIM, theme.groove)
            left = right + 3


def curve(
    image: Image.Image, points: Sequence[tuple[float, float]], colour: Colour, thickness: float = 3.0
) -> None:
    """Draw a smooth line through points in pixels."""
    scale = _SMOOTHING
    large = Image.new("L", (image.width * scale, image.height * scale))
    scaled = [(x * scale, y * scale) for x, y in points]
    pen = ImageDraw.Draw(large)
    pen.line(scaled, 255, round(thickness * scale), joint="curve")
    reach = thickness * scale / 2
    for x, y in (scaled[0], scaled[-1]):
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), 255)
    paint.fill(image, large.reduce(scale), colour)


def dashes(
    image: Image.Image,
    points: Sequence[tuple[float, float]],
    colour: Colour,
    thickness: float = 3.0,
    dash: float = 9.0,
    gap: float = 6.0,
) -> None:
    """Draw a smooth dashed line through points; all lengths in pixels."""
    scale = _SMOOTHING
    large = Image.new("L", (image.width * scale, image.height * scale))
    pen = ImageDraw.Draw(large)
    walked = 0.0
    for (x1, y1), (x2, y2) in pairwise(points):
        length = hypot(x2 - x1, y2 - y1)
        at = 0.0
        while at < length:
            phase = (walked + at) % (dash + gap)
            step = min(length - at, (dash if phase < dash else dash + gap) - phase)
            if phase < dash:
                ends = [
                    ((x1 + (x2 - x1) * way / length) * scale, (y1 + (y2 - y1) * way / length) * scale)
                    for way in (at, at + step)
                ]
                pen.line(ends, 255, round(thickness * scale))
            at += max(step, 1e-6)
        walked += length
    paint.fill(image, large.reduce(scale), colour)


def band(
    image: Image.Image,
    upper: Sequence[tuple[float, float]],
    lower: Sequence[tuple[float, float]],
    colour: Colour,
    opacity: float = 0.22,
) -> None:
    """Fill the area between two lines given by points in pixels, both from left to right."""
    # Translucent, so that a coarse edge is not seen.
    mask = paint.polygon_mask(image.size, [*upper, *reversed(lower)], scale=2)
    paint.fill(image, mask, colour, opacity)


MEDALS: Final[dict[int, tuple[Colour, Colour, Colour]]] = {
    1: ((255, 218, 110), (226, 154, 26), (64, 40, 0)),
    2: ((236, 241, 248), (158, 170, 190), (34, 40, 52)),
    3: ((240, 176, 124), (176, 100, 50), (54, 24, 4)),
}
"""By rank: the medal's colours at the top and bottom, and of its number."""


def draw_medal(image: Image.Image, middle: tuple[float, float], radius: float, rank: int) -> Colour:
    """Draw a medal on an RGBA image; return the colour of its number."""
    above, below, ink = MEDALS[rank]
    shadow = paint.circle_mask(image.size, (middle[0], middle[1] + radius / 12), radius)
    paint.fill(image, shadow, (12, 14, 19), 0.5)
    metal = paint.vertical_gradient(image.size, above, below)
    image.paste(metal, (0, 0), paint.circle_mask(image.size, middle, radius))
    ring = paint.ring_mask(image.size, middle, radius * 0.854, max(1.0, radius / 16))
    paint.fill(image, ring, ink, 0.35)
    return ink


PANEL_MARGIN: Final = 20
PANEL_GAP: Final = 14
"""Space around panels below each other, and between them."""
PANEL_WIDTH: Final = WIDTH - 2 * PANEL_MARGIN

PERSON_WIDTH: Final = 24
"""Width in pixels of the figure drawn for a name that the fonts cannot write."""


def draw_name(
    image: Image.Image,
    theme: Theme,
    name: str,
    place: tuple[float, float],
    room: float,
    sizes: tuple[int, int],
    *,
    colour: Colour | None = None,
    anchor: Anchor = "lm",
) -> None:
    """Write a name in `room` pixels, or cut it off; `sizes` are its largest and smallest font size.

    `place` is the middle of its left or right end, depending on `anchor`. A name that is not `drawable`
    becomes the figure of a person.
    """
    if known := writing.drawable(name):
        largest, smallest = sizes
        ink = colour or theme.text
        writing.write(image, place, known, largest, room, ink, anchor=anchor, smallest=smallest)
        return
    left, middle = place
    if anchor == "rm":
        left -= PERSON_WIDTH
    ink = colour or theme.muted
    paint.dot(image, (left + PERSON_WIDTH / 2, middle - 6), 6.0, ink)
    shoulders = (left + 1, middle + 2, left + PERSON_WIDTH - 1, middle + 24)
    mask = paint.box_mask(image.size, shoulders, 11.0)
    mask.paste(0, (0, round(middle) + 13, *image.size))
    paint.fill(image, mask, ink)


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
    title: str
    rows: Sequence[ResultRow]


def draw_sections(theme: Theme, sections: Sequence[Section], *, versus: bool = False) -> Image.Image:
    """Return a panel with sections on the frame's colour.

    The figures are points in percent and games, or with `versus` the wins of both sides."""
    height = sum(_TITLE + _ROW * len(section.rows) for section in sections) + _BELOW
    image = panel(theme, (PANEL_WIDTH, height))
    right, top = PANEL_WIDTH - _LEFT, 0
    for number, section in enumerate(sections):
        middle = top + _TITLE / 2 + 4
        if number:
            image.paste(theme.panel_edge, (_LEFT, top + 3, right, top + 4))
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
        centre = (left + _MARK / 2, middle)
        paint.dot(image, centre, _MARK / 2, theme.muted)
        paint.dot(image, centre, _MARK / 2 - 1.5, row.disc)
        left += _MARK + 10
    room = _LABEL - left
    writing.write(image, (left, middle), row.label, _TEXT, room, theme.text, weight="SemiBold", height=_ROW)
    bar_left, bar_width, bar_height = _BAR
    right = image.width - _LEFT
    counts = (row.wins, row.draws, row.losses)
    if not versus:
        results_bar(image, theme, bar_left, middle - bar_height // 2, bar_width, bar_height, counts)
        share = percent(row.share) if row.games else "–"
        writing.write(image, (_SHARE, middle), share, _TEXT, 68, theme.text, anchor="rm")
        games = count(row.games)
        writing.write(image, (right, middle), games, _TEXT, 76, theme.muted, anchor="rm", weight="SemiBold")
        return
    width = right - 52 - bar_left - 52
    results_bar(image, theme, bar_left + 52, middle - bar_height // 2, width, bar_height, counts, versus=True)
    for x, number, colour in ((bar_left + 40, row.wins, theme.won), (right, row.losses, theme.lost)):
        writing.write(image, (x, middle), str(number), _TEXT, 46, colour, anchor="rm")


def panel(theme: Theme, size: tuple[int, int]) -> Image.Image:
    """Return an empty panel on the frame's colour."""
    return _panel(theme, size).copy()


def below_each_other(theme: Theme, top: int, panels: Sequence[Image.Image]) -> Image.Image:
    """Return a picture of panels below `top` pixels for a title."""
    height = top + sum(panel.height + PANEL_GAP for panel in panels) - PANEL_GAP + PANEL_MARGIN
    picture = paint.frame((WIDTH, height), theme)
    for panel in panels:
        picture.paste(panel, (PANEL_MARGIN, top))
        top += panel.height + PANEL_GAP
    return picture


def png_of_panels(picture: Image.Image, theme: Theme, *exact: Colour) -> bytes:
    specimen = picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.NEAREST)
    exact = (theme.text, theme.muted, theme.panel, theme.groove, *theme.shares, *exact)
    palette = Palette(theme, [specimen], exact)
    return palette.png(palette.map(picture))


@lru_cache(maxsize=16)
def _panel(theme: Theme, size: tuple[int, int]) -> Image.Image:
    image = Image.new("RGBA", size, (*theme.frame, 255))
    paint.panel(image, theme, 20)
    return image


def in_words(sections: Sequence[Section]) -> str:
    return joined(
        # Translators: a title and the rows below it.
        gettext("{title}: {rows}.", title=section.title, rows=enumerated([*map(_row_in_words, section.rows)]))
        for section in sections
    )


def _row_in_words(row: ResultRow) -> str:
    return f"{row.label} {row.wins}–{row.draws}–{row.losses}"
