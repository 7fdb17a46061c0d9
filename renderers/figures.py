"""Names, bars and curves shared by several pictures."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from languages import ngettext, npgettext, pgettext_noop
from languages.numbers import enumerated
from renderers import lettering, paint, writing
from renderers.themes import Colour, Theme
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
    width = round(right - left)
    box = (0.0, 0.0, float(width), float(height))
    image.paste(colour, (round(left), top), paint.box_mask((width, height), box, min(height, width) / 2))


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
    for games, colour in zip(counts, (theme.won, theme.drawn, theme.lost), strict=True):
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
    if known := lettering.drawable(name):
        largest, smallest = sizes
        ink = colour or theme.text
        writing.write(image, place, known, largest, room, ink, anchor=anchor, smallest=smallest)
        return
    left, middle = place
    if anchor == "rm":
        left -= PERSON_WIDTH
    ink = colour or theme.muted
    paint.fill(image, paint.circle_mask(image.size, (left + PERSON_WIDTH / 2, middle - 6), 6.0), ink)
    shoulders = (left + 1, middle + 2, left + PERSON_WIDTH - 1, middle + 24)
    mask = paint.box_mask(image.size, shoulders, 11.0)
    mask.paste(0, (0, round(middle) + 13, *image.size))
    paint.fill(image, mask, ink)
