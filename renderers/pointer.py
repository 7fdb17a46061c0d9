"""A better move pointed out on a board: a ring with its value, and an arrow that leads there."""

from math import atan2, cos, pi, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from renderers import paint, typeface
from renderers.palette import Palette
from renderers.theme import Colour, Theme

_INK: Final[Colour] = (255, 255, 255)
_EDGE: Final[Colour] = (16, 20, 28)
"""The same on every board: white with a dark edge can be told from all of them."""
_RING: Final = 0.45
_START: Final = 0.30
"""Radius of the ring, and how far from the middle of its square the arrow begins, in squares."""
_SMOOTHING: Final = 3
_SIZES: Final = (26, 24, 22, 20, 18, 16, 14)


class Better(NamedTuple):
    """A move that would have been better, and its value in at most two short words."""

    move: str
    value: str


class Pointer(NamedTuple):
    """Where the ring and the arrow stand, pixels: the middles of the squares of the two moves, and a square's
    side."""

    start: tuple[float, float] | None
    end: tuple[float, float]
    side: int
    value: str


def png(board: Image.Image, pointer: Pointer, theme: Theme) -> bytes:
    """The PNG of a board's RGBA picture with the pointer on it; its colours are chosen for it alone."""
    picture = board.copy()
    _draw(picture, pointer)
    palette = Palette(theme, [picture], (theme.text, theme.muted, theme.accent, _INK, _EDGE), cut=200)
    return palette.png(palette.map(picture))


def _draw(picture: Image.Image, pointer: Pointer) -> None:
    radius = _RING * pointer.side
    if pointer.start is not None:
        for colour, wider in ((_EDGE, 3.0), (_INK, 0.0)):
            paint.fill(picture, _arrow(picture.size, pointer.start, pointer, radius, wider), colour)
    paint.fill(picture, paint.circle_mask(picture.size, pointer.end, radius), _EDGE, 0.82)
    thickness = max(3.0, pointer.side * 0.06)
    paint.fill(picture, paint.ring_mask(picture.size, pointer.end, radius, thickness), _INK)
    _write(picture, pointer, 2 * (radius - thickness) - 4)


def _arrow(
    size: tuple[int, int], start: tuple[float, float], pointer: Pointer, radius: float, wider: float
) -> Image.Image:
    """Coverage of an arrow between the squares, `wider` by so many pixels on every side."""
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


def _write(picture: Image.Image, pointer: Pointer, room: float) -> None:
    """The value inside of the ring, two words in two lines."""
    first, _, rest = pointer.value.partition(" ")
    lines = [line for line in (first, rest) if line]
    size = next(
        (size for size in _SIZES if all(typeface.font(size).getlength(line) <= room for line in lines)),
        _SIZES[-1],
    )
    if len(lines) > 1:
        size = min(size, 18)
    for number, line in enumerate(lines):
        y = pointer.end[1] + (number - (len(lines) - 1) / 2) * size * 1.05
        paint.text(picture, (pointer.end[0], y), line, size, _INK)
