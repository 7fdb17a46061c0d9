"""The Connect 4 plate, its holes, and the discs in them."""

from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageChops

from renderers import discs, paint
from renderers.grid import Grid
from renderers.theme import Colour

COLOURS: Final[tuple[Colour, Colour]] = ((232, 64, 68), (255, 206, 68))
"""Red is the darker, yellow the lighter; besides, red carries a ring and yellow a star."""

DIMMED: Final[tuple[Colour, Colour]] = ((140, 46, 58), (190, 156, 80))
"""The same, stepping back from a winning line."""

PLATE_TOP: Final[Colour] = (62, 116, 240)
PLATE: Final[Colour] = (44, 92, 210)
PLATE_BOTTOM: Final[Colour] = (30, 66, 172)
MARK: Final[Colour] = (255, 255, 255)

_EMPTY_TOP: Final[Colour] = (15, 19, 38)
_EMPTY_BOTTOM: Final[Colour] = (27, 34, 58)
_RIM: Final = 0.435
_HOLE: Final = 0.395
"""Radii in cells: of the bevel around a hole, and of the hole."""

PLATE_MARGIN: Final = 10
"""Width of the plate around its outer holes' cells, pixels."""


def _scaled(colour: Colour, factor: float) -> Colour:
    red, green, blue = (min(255, round(channel * factor)) for channel in colour)
    return red, green, blue


def hole(cell: int) -> Image.Image:
    """An empty hole on a transparent square: bevelled edge, shadow from above inside."""
    image = Image.new("RGBA", (cell, cell))
    middle = (cell / 2, cell / 2)
    bevel = paint.vertical_gradient(image.size, (20, 48, 140), (110, 158, 255))
    image.paste(bevel, (0, 0), paint.circle_mask(image.size, middle, cell * _RIM))
    inside = paint.vertical_gradient(image.size, _EMPTY_TOP, _EMPTY_BOTTOM)
    image.paste(inside, (0, 0), paint.circle_mask(image.size, middle, cell * _HOLE))
    return image


def draw_plate(picture: Image.Image, grid: Grid) -> None:
    """Put the empty plate with all its holes on an RGBA picture."""
    size = (grid.width + 2 * PLATE_MARGIN, grid.height + 2 * PLATE_MARGIN)
    whole = (0.0, 0.0, float(size[0]), float(size[1]))
    plate = Image.new("RGBA", size)
    plate.paste(
        paint.vertical_gradient(size, PLATE_TOP, PLATE_BOTTOM), (0, 0), paint.box_mask(size, whole, 22)
    )
    light = paint.outline_mask(size, (0.0, 0.0, whole[2], whole[3] + 6), 22, 2.5)
    paint.fill(plate, ImageChops.multiply(light, plate.getchannel("A")), (255, 255, 255), 0.28)
    empty = hole(grid.cell)
    for x, y in grid.corners():
        plate.alpha_composite(empty, (x - grid.left + PLATE_MARGIN, y - grid.top + PLATE_MARGIN))
    picture.alpha_composite(plate, (grid.left - PLATE_MARGIN, grid.top - PLATE_MARGIN))


def _star(middle: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.46
        angle = corner * pi / 5 - pi / 2
        points.append((middle[0] + reach * cos(angle), middle[1] + reach * sin(angle)))
    return points


def emblem(size: tuple[int, int], side: int, middle: tuple[float, float], reach: float) -> Image.Image:
    """Coverage of a side's sign: a ring for the first, a star for the second."""
    if side == 0:
        return paint.ring_mask(size, middle, reach * 0.86, reach * 0.3)
    return paint.polygon_mask(size, _star(middle, reach))


def token(colour: Colour, side: int, diameter: int) -> Image.Image:
    """A disc from above with its side's sign pressed into it, `diameter` pixels square."""
    image = discs.surface(colour, diameter).copy()
    middle = diameter / 2
    reach = diameter * 0.27
    below = emblem(image.size, side, (middle, middle + diameter * 0.018), reach)
    paint.fill(image, below, _scaled(colour, 1.25), 0.55)
    paint.fill(image, emblem(image.size, side, (middle, middle), reach), _scaled(colour, 0.62), 0.9)
    return image


def with_disc(cell: int, side: int, mark: str) -> Image.Image:
    """A hole with a side's disc; `mark` holds any of "-last", "-won" and "-dim"."""
    image = hole(cell)
    middle = (cell / 2, cell / 2)
    diameter = round(cell * _HOLE) * 2
    corner = (cell - diameter) // 2
    colour = DIMMED[side] if "-dim" in mark else COLOURS[side]
    image.alpha_composite(token(colour, side, diameter), (corner, corner))
    inside = paint.circle_mask(image.size, middle, cell * _HOLE)
    lit = paint.circle_mask(image.size, (middle[0], middle[1] + cell * 0.07), cell * _HOLE)
    shade = ImageChops.multiply(inside, ImageChops.invert(paint.blurred(lit, cell * 0.03)))
    paint.fill(image, shade, (8, 10, 24), 0.5)
    if "-won" in mark:
        paint.fill(image, paint.ring_mask(image.size, middle, cell * 0.475, cell * 0.08), MARK)
    elif "-last" in mark:
        paint.fill(image, paint.ring_mask(image.size, middle, cell * 0.44, cell * 0.045), MARK)
    if "-last" in mark:
        paint.fill(image, paint.circle_mask(image.size, middle, cell * 0.095), MARK)
    return image
