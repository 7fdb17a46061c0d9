"""The values of moves drawn on a board: every move's in figures and in a colour from poor to good."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from PIL import Image

from renderers import paint, typeface
from renderers.palette import Palette
from renderers.theme import Colour, Theme

Values: TypeAlias = Mapping[str, tuple[str, float]]
"""By move: its value in at most six characters or so, and its quality from 0 (the worst) to 1 (the best)."""

_PLACES: Final = (0.0, 0.35, 0.7, 1.0)
"""The qualities for which a theme has colours."""

_DARK_INK: Final[Colour] = (0, 0, 0)
_LIGHT_INK: Final[Colour] = (255, 255, 255)
_LUMINANCE: Final = np.array([0.2126, 0.7152, 0.0722])
"""What red, green and blue add to the relative luminance of WCAG 2."""
_MIDDLE: Final = 0.179
"""The luminance that is equally far from black and white."""
_SIZES: Final = (26, 24, 22, 20, 18, 16, 14, 12)
_INSET: Final = 0.055


class Chip(NamedTuple):
    """A value and where it stands: the corner and the side of its square, pixels."""

    corner: tuple[int, int]
    side: int
    text: str
    quality: float


def colour_of(quality: float, theme: Theme) -> Colour:
    """The colour for a quality in 0..1; ValueError outside."""
    if not 0.0 <= quality <= 1.0:
        raise ValueError(f"a quality is in 0..1, not {quality}")
    red, green, blue = (
        round(float(np.interp(quality, _PLACES, channel))) for channel in zip(*theme.values, strict=True)
    )
    return red, green, blue


def _size_for(chips: Sequence[Chip]) -> int:
    """The largest size of letters in which every chip's text fits."""
    fitting = (
        size
        for size in _SIZES
        if all(
            typeface.font(size).getlength(line) <= chip.side - 2 * _INSET * chip.side - 6
            for chip in chips
            for line in chip.text.split(" ", 1)
        )
    )
    return next(fitting, _SIZES[-1])


def _sprite(chip: Chip, size: int, theme: Theme) -> Image.Image:
    """A rounded tile with the value on it, two words in two lines; the best one has a white edge."""
    side = chip.side
    image = Image.new("RGBA", (side, side))
    inset = side * _INSET
    box = (inset, inset, side - inset, side - inset)
    radius = side * 0.16
    shadow = paint.box_mask(image.size, (box[0], box[1] + 2, box[2], box[3] + 2), radius)
    paint.fill(image, paint.blurred(shadow, side * 0.02), (4, 10, 16), 0.5)
    colour = colour_of(chip.quality, theme)
    best = chip.quality == 1.0
    paint.fill(image, paint.box_mask(image.size, box, radius), colour)
    edge = paint.outline_mask(image.size, box, radius, 3.5 if best else 2.0)
    paint.fill(image, edge, _LIGHT_INK if best else _darker(colour))
    lines = chip.text.split(" ", 1)
    ink = ink_on(colour)
    for number, line in enumerate(lines):
        y = side / 2 + (number - (len(lines) - 1) / 2) * size * 1.05
        paint.text(image, (side / 2, y), line, size, ink)
    return image


def ink_on(colour: Colour) -> Colour:
    """What can be read on a tile of a colour."""
    share = np.array(colour) / 255.0
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return _DARK_INK if linear @ _LUMINANCE > _MIDDLE else _LIGHT_INK


def _darker(colour: Colour) -> Colour:
    red, green, blue = (round(channel * 0.72) for channel in colour)
    return red, green, blue


def png(board: Image.Image, chips: Sequence[Chip], theme: Theme) -> bytes:
    """The PNG of a board's RGBA picture with the chips on it.

    Its colours are chosen for it alone, which takes some ten times as long as drawing a board.
    """
    picture = board.copy()
    size = _size_for(chips)
    for chip in chips:
        picture.alpha_composite(_sprite(chip, size, theme), chip.corner)
    palette = Palette(theme, [picture], (theme.text, theme.muted, theme.accent), cut=240)
    return palette.png(palette.map(picture))


def describe(values: Values) -> str:
    """The values in a sentence, the best move first; "" when there are none."""
    best_first = sorted(values.items(), key=lambda item: -item[1][1])
    told = ", ".join(f"{move} {text}" for move, (text, _) in best_first)
    return f"The computer's values, best first: {told}." if told else ""
