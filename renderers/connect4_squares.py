"""The Connect 4 plate, its holes, and the discs in them."""

from math import cos, pi, sin
from typing import Final, Literal

from PIL import Image, ImageChops

from renderers import paint, surfaces
from renderers.board import Grid
from renderers.themes import Colour, Theme

_RIM: Final = 0.435
_HOLE: Final = 0.395
"""Radii of the bevel around a hole and of the hole, in cells."""

Half = Literal["upper", "lower"]
"""The half of a cell that shows a disc falling midway between two cells."""

PLATE_MARGIN: Final = 10
"""Width of the plate around its outer holes' cells, pixels."""


def _scaled(colour: Colour, factor: float) -> Colour:
    red, green, blue = (min(255, round(channel * factor)) for channel in colour)
    return red, green, blue


def hole(theme: Theme, cell: int) -> Image.Image:
    """Return an empty hole on a transparent square: bevelled edge, shadow from above inside."""
    image = Image.new("RGBA", (cell, cell))
    middle = (cell / 2, cell / 2)
    bevel = paint.vertical_gradient(image.size, *theme.connect4.bevel)
    image.paste(bevel, (0, 0), paint.circle_mask(image.size, middle, cell * _RIM))
    inside = paint.vertical_gradient(image.size, *theme.connect4.hole)
    image.paste(inside, (0, 0), paint.circle_mask(image.size, middle, cell * _HOLE))
    return image


def draw_plate(picture: Image.Image, grid: Grid, theme: Theme) -> None:
    size = (grid.width + 2 * PLATE_MARGIN, grid.height + 2 * PLATE_MARGIN)
    whole = (0.0, 0.0, float(size[0]), float(size[1]))
    plate = Image.new("RGBA", size)
    top, middle, bottom = theme.connect4.plate
    if theme.finish == "wooden":
        board = surfaces.plank(size, middle, 3, period=15.0)
    else:
        board = paint.vertical_gradient(size, top, bottom)
    plate.paste(board, (0, 0), paint.box_mask(size, whole, 22))
    light = paint.outline_mask(size, (0.0, 0.0, whole[2], whole[3] + 6), 22, 2.5)
    paint.fill(plate, ImageChops.multiply(light, plate.getchannel("A")), (255, 255, 255), 0.28)
    empty = hole(theme, grid.cell)
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
    """Return the coverage of a side's sign: a ring for the first, a star for the second."""
    if side == 0:
        return paint.ring_mask(size, middle, reach * 0.86, reach * 0.3)
    return paint.polygon_mask(size, _star(middle, reach))


def token(theme: Theme, colour: Colour, side: int, diameter: int) -> Image.Image:
    """Return a disc from above with its side's sign pressed into it, `diameter` pixels square."""
    image = surfaces.surface(colour, diameter, theme.finish).copy()
    middle = diameter / 2
    reach = diameter * 0.27
    below = emblem(image.size, side, (middle, middle + diameter * 0.018), reach)
    paint.fill(image, below, _scaled(colour, 1.25), 0.55)
    paint.fill(image, emblem(image.size, side, (middle, middle), reach), _scaled(colour, 0.62), 0.9)
    return image


def with_disc(theme: Theme, cell: int, side: int, mark: str) -> Image.Image:
    """Return a hole with a side's disc; `mark` holds any of "-last", "-before", "-won" and "-dim"."""
    image = hole(theme, cell)
    middle = (cell / 2, cell / 2)
    diameter = round(cell * _HOLE) * 2
    corner = (cell - diameter) // 2
    colour = theme.connect4.dimmed[side] if "-dim" in mark else theme.connect4.discs[side]
    image.alpha_composite(token(theme, colour, side, diameter), (corner, corner))
    inside = paint.circle_mask(image.size, middle, cell * _HOLE)
    lit = paint.circle_mask(image.size, (middle[0], middle[1] + cell * 0.07), cell * _HOLE)
    shade = ImageChops.multiply(inside, ImageChops.invert(paint.blurred(lit, cell * 0.03)))
    paint.fill(image, shade, (8, 10, 24), 0.5)
    if "-won" in mark:
        paint.fill(image, paint.ring_mask(image.size, middle, cell * 0.475, cell * 0.08), theme.connect4.mark)
    elif "-last" in mark or "-before" in mark:
        paint.fill(image, paint.ring_mask(image.size, middle, cell * 0.44, cell * 0.045), theme.connect4.mark)
    if "-last" in mark:
        # A light dot would be invisible on the second side's light disc.
        dot = theme.connect4.mark if side == 0 else theme.connect4.hole[0]
        paint.fill(image, paint.circle_mask(image.size, middle, cell * 0.095), dot)
    return image


def with_falling_disc(theme: Theme, cell: int, side: int, half: Half) -> Image.Image:
    """Return a hole with the visible half of a disc that falls between two holes."""
    image = hole(theme, cell)
    diameter = round(cell * _HOLE) * 2
    corner = (cell - diameter) // 2
    disc = token(theme, theme.connect4.discs[side], side, diameter)
    layer = Image.new("RGBA", (cell, cell))
    layer.paste(disc, (corner, corner + (-cell // 2 if half == "upper" else cell // 2)))
    inside = paint.circle_mask(image.size, (cell / 2, cell / 2), cell * _HOLE)
    layer.putalpha(ImageChops.multiply(layer.getchannel("A"), inside))
    image.alpha_composite(layer)
    return image
