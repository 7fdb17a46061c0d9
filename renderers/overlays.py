"""Annotations on a board: the value of every move as a coloured tile, or an arrow to a better move."""

from collections.abc import Mapping, Sequence
from math import atan2, cos, pi, sin
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from PIL import Image, ImageDraw

from languages import gettext
from languages.numbers import enumerated
from renderers import paint, writing
from renderers.palette import png_of
from renderers.themes import Colour, Theme
from renderers.writing import Fitted

Values: TypeAlias = Mapping[str, tuple[str, float]]
"""Value of each move in about six characters, and its quality from 0 (worst) to 1 (best)."""

_PLACES: Final = (0.0, 0.35, 0.7, 1.0)
"""Qualities for which a theme has colours."""

_DARK_INK: Final[Colour] = (0, 0, 0)
_LIGHT_INK: Final[Colour] = (255, 255, 255)
_LUMINANCE: Final = np.array([0.2126, 0.7152, 0.0722])
"""Weights of red, green and blue in the relative luminance of WCAG 2."""
_MIDDLE: Final = 0.179
"""Luminance with the same contrast to black and to white."""
_CHIP_SIZES: Final = (26, 10)
"""Largest and smallest font size of a value."""
_INSET: Final = 0.055


class Chip(NamedTuple):
    """A value with the corner and the side of its square in pixels."""

    corner: tuple[int, int]
    side: int
    text: str
    quality: float


def colour_of(quality: float, theme: Theme) -> Colour:
    """Return the colour for a quality in 0..1; ValueError outside."""
    if not 0.0 <= quality <= 1.0:
        raise ValueError(f"a quality is in 0..1, not {quality}")
    red, green, blue = (
        round(float(np.interp(quality, _PLACES, channel))) for channel in zip(*theme.values, strict=True)
    )
    return red, green, blue


def _fitted(chip: Chip, size: int = _CHIP_SIZES[0]) -> Fitted:
    """Fit the text of a chip, in two lines if need be."""
    room = chip.side * (1 - 2 * _INSET) - 6
    return writing.fit(chip.text, size, room, smallest=_CHIP_SIZES[1], height=room)


def _sprite(chip: Chip, size: int, theme: Theme) -> Image.Image:
    """Return a rounded tile with the value, two words in two lines; the best one has a white edge."""
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
    paint.fill(image, edge, _LIGHT_INK if best else paint.scaled(colour, 0.72))
    writing.put(image, (side / 2, side / 2), _fitted(chip, size), ink_on(colour), "mm")
    return image


def ink_on(colour: Colour) -> Colour:
    """Return black or white, whichever is more readable on a colour."""
    share = np.array(colour) / 255.0
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return _DARK_INK if linear @ _LUMINANCE > _MIDDLE else _LIGHT_INK


def values_png(board: Image.Image, chips: Sequence[Chip], theme: Theme) -> bytes:
    """Return the PNG of a board's RGBA picture, on which the chips are drawn."""
    size = min((_fitted(chip).size for chip in chips), default=0)
    for chip in chips:
        board.alpha_composite(_sprite(chip, size, theme), chip.corner)
    return png_of(board, theme, (theme.text, theme.muted, theme.accent), cut=240)


def describe_values(values: Values) -> str:
    """Describe the values in a sentence, the best move first; "" without values."""
    best_first = sorted(values.items(), key=lambda item: -item[1][1])
    if not values:
        return ""
    # Translators: a move and its value, in a list: “d3 +4.5”.
    described = enumerated(
        [gettext("{move} {value}", move=move, value=text) for move, (text, _) in best_first]
    )
    return gettext("The computer's values, best first: {values}.", values=described)


_EDGE: Final[Colour] = (16, 20, 28)
"""White with a dark edge contrasts with every board."""
_RING: Final = 0.45
_START: Final = 0.30
"""Radius of the ring, and distance of the arrow's start from the middle of its square, in squares."""
_SMOOTHING: Final = 3
_RING_SIZES: Final = (26, 18, 10)
"""Largest font sizes of a value of one word and of several in a ring, and the smallest one."""


class Better(NamedTuple):
    """A better move and its value in at most two short words."""

    move: str
    value: str


class Pointer(NamedTuple):
    """An arrow and a ring: the middles of the squares of the two moves and the side of a square, pixels."""

    start: tuple[float, float] | None
    end: tuple[float, float]
    side: int
    value: str


def pointer_png(board: Image.Image, pointer: Pointer, theme: Theme) -> bytes:
    """Return the PNG of a board's RGBA picture, on which the pointer is drawn."""
    radius = _RING * pointer.side
    if pointer.start is not None:
        for colour, wider in ((_EDGE, 3.0), (_LIGHT_INK, 0.0)):
            paint.fill(board, _arrow(board.size, pointer.start, pointer, radius, wider), colour)
    paint.fill(board, paint.circle_mask(board.size, pointer.end, radius), _EDGE, 0.82)
    thickness = max(3.0, pointer.side * 0.06)
    paint.fill(board, paint.ring_mask(board.size, pointer.end, radius, thickness), _LIGHT_INK)
    # Two words are in two lines.
    one_line, two_lines, smallest = _RING_SIZES
    size, room = two_lines if " " in pointer.value else one_line, 2 * (radius - thickness) - 4
    fitted = writing.fit(pointer.value, size, room, smallest=smallest, height=room)
    writing.put(board, pointer.end, fitted, _LIGHT_INK, "mm")
    return png_of(board, theme, (theme.text, theme.muted, theme.accent, _LIGHT_INK, _EDGE), cut=200)


def _arrow(
    size: tuple[int, int], start: tuple[float, float], pointer: Pointer, radius: float, wider: float
) -> Image.Image:
    """Return the coverage of an arrow between the squares, `wider` pixels larger on every side."""
    (x, y), (end_x, end_y) = start, pointer.end
    angle = atan2(end_y - y, end_x - x)
    across, along = cos(angle), sin(angle)
    begin = (x + across * _START * pointer.side, y + along * _START * pointer.side)
    tip = (end_x - across * (radius + 1), end_y - along * (radius + 1))
    room = (tip[0] - begin[0]) * across + (tip[1] - begin[1]) * along
    head = min(pointer.side * 0.3, max(8.0, room * 0.7))
    neck = (tip[0] - across * head, tip[1] - along * head)
    large = Image.new("L", (size[0] * _SMOOTHING, size[1] * _SMOOTHING))
    pen = ImageDraw.Draw(large)
    width = pointer.side * 0.09 + 2 * wider
    pen.line([_scaled(begin), _scaled(neck)], 255, round(width * _SMOOTHING))
    reach = head * 0.62 + wider * 1.6
    left, right = angle + pi / 2, angle - pi / 2
    back = (neck[0] - across * wider, neck[1] - along * wider)
    corners = [
        (tip[0] + across * wider * 1.6, tip[1] + along * wider * 1.6),
        (back[0] + cos(left) * reach, back[1] + sin(left) * reach),
        (back[0] + cos(right) * reach, back[1] + sin(right) * reach),
    ]
    pen.polygon([_scaled(corner) for corner in corners], 255)
    return large.reduce(_SMOOTHING)


def _scaled(point: tuple[float, float]) -> tuple[float, float]:
    return point[0] * _SMOOTHING, point[1] * _SMOOTHING
