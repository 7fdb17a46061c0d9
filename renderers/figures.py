"""Names, bars and curves shared by several pictures."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Final, Literal, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from renderers import lettering, paint
from renderers.lettering import Weight
from renderers.themes import Colour, Theme

PROVISIONAL: Final = "?"
"""Suffix of a provisional rating."""

ResultWords: TypeAlias = tuple[str, str, str]
"""Words for wins, draws and losses; "" for a result that cannot occur."""

OF_GAMES: Final[ResultWords] = ("won", "drawn", "lost")
OF_PUZZLES: Final[ResultWords] = ("solved", "", "failed")

_SMOOTHING: Final = 4


def rating_text(rating: int, provisional: bool) -> str:
    """Return a rating such as "1623", or "1500?" while it is provisional."""
    return f"{rating}{PROVISIONAL if provisional else ''}"


def results_in_words(counts: tuple[int, int, int], words: ResultWords) -> str:
    """Return a text such as "3 won, 0 drawn, 2 lost"."""
    return ", ".join(f"{count} {word}" for count, word in zip(counts, words, strict=True) if word)


def games_text(number: int) -> str:
    """Return "1 game", "12 games" and so on."""
    return f"{number} {'game' if number == 1 else 'games'}"


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
) -> None:
    """Draw a bar of games won, drawn and lost, each at least a dot; an empty groove without games."""
    bar(image, left, left + width, top, height, theme.groove)
    kinds = sum(1 for count in counts if count)
    room = width - 3 * (kinds - 1) - height * kinds
    for count, colour in zip(counts, (theme.won, theme.drawn, theme.lost), strict=True):
        if count:
            right = left + height + room * count / sum(counts)
            bar(image, left, right, top, height, colour)
            left = right + 3


def largest_font(
    labels: Sequence[str], room: float, sizes: Sequence[int], weight: Weight = "Bold"
) -> ImageFont.FreeTypeFont:
    """Return the font in the first size in which every label fits in `room` pixels, else in the last."""
    fonts = [lettering.font(size, weight) for size in sizes]
    fitting = (font for font in fonts if all(font.getlength(text) <= room for text in labels))
    return next(fitting, fonts[-1])


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
    paint.fill(image, paint.polygon_mask(image.size, [*upper, *reversed(lower)]), colour, opacity)


PERSON_WIDTH: Final = 24
"""Width in pixels of the figure drawn for a name the font cannot write."""


def draw_name(
    image: Image.Image,
    theme: Theme,
    name: str,
    place: tuple[float, float],
    room: float,
    sizes: Sequence[int],
    *,
    colour: Colour | None = None,
    anchor: Literal["lm", "rm"] = "lm",
) -> None:
    """Write a name in the largest of `sizes` that fits in `room` pixels, or cut it off.

    `place` is the middle of its left or right end, depending on `anchor`. A name that the font cannot write
    becomes the figure of a person.
    """
    name = lettering.writable(name)
    if name:
        font = largest_font([name], room, sizes)
        name = lettering.shortened(name, font, room)
        ImageDraw.Draw(image).text(place, name, colour or theme.text, font, anchor=anchor)
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
