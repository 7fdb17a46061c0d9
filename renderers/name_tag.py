"""The name of a player in a picture, or a figure of a person where the font cannot write it."""

from collections.abc import Sequence
from typing import Final, Literal

from PIL import Image, ImageDraw

from renderers import figures, lettering, paint
from renderers.theme import Colour, Theme

FIGURE: Final = 24
"""Width of the figure, pixels."""


def draw(
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
    """Write a name in the largest of `sizes` that fits in `room` pixels, or else cut it off.

    `place` is the middle of its left or right end, as `anchor` says.
    """
    name = lettering.writable(name)
    if name:
        font = figures.largest_font([name], room, sizes)
        name = lettering.shortened(name, font, room)
        ImageDraw.Draw(image).text(place, name, colour or theme.text, font, anchor=anchor)
        return
    left, middle = place
    if anchor == "rm":
        left -= FIGURE
    ink = colour or theme.muted
    paint.fill(image, paint.circle_mask(image.size, (left + FIGURE / 2, middle - 6), 6.0), ink)
    shoulders = (left + 1, middle + 2, left + FIGURE - 1, middle + 24)
    mask = paint.box_mask(image.size, shoulders, 11.0)
    mask.paste(0, (0, round(middle) + 13, *image.size))
    paint.fill(image, mask, ink)
