"""What can stand on a Reversi square: discs with their marks, and hints."""

from typing import Final, Literal

from PIL import Image

from renderers import discs, paint, theme
from renderers.theme import Colour

COLOURS: Final = (theme.BLACK_DISC, theme.WHITE_DISC)
LIGHT: Final[Colour] = (48, 158, 126)
"""The squares' colour in the row nearest to the light."""
DARK: Final[Colour] = (26, 116, 96)
WELL: Final[Colour] = (12, 52, 46)
DOT: Final[Colour] = (3, 20, 18)
LAST: Final[Colour] = (255, 214, 92)

_HINTS: Final[tuple[tuple[Colour, float, Colour], ...]] = (
    ((8, 34, 32), 0.5, (255, 255, 255)),
    ((236, 250, 244), 0.62, (6, 44, 37)),
)
"""Per side the hint's shade, how much it covers of the square, and the colour of the square's name."""

Mark = Literal["", "-last", "-flipped"]


def _under_last(cell: int) -> Image.Image:
    """The square of the last move: filled and outlined in the accent's colour."""
    layer = Image.new("RGBA", (cell, cell))
    box = (2.0, 2.0, cell - 2.0, cell - 2.0)
    paint.fill(layer, paint.box_mask(layer.size, box, cell * 0.11), LAST, 0.82)
    paint.fill(layer, paint.outline_mask(layer.size, box, cell * 0.11, 3.0), LAST)
    return layer


def with_disc(cell: int, side: int, mark: Mark) -> Image.Image:
    """A square's sprite: the disc with "-last", "-flipped" or no mark."""
    sprite = _under_last(cell) if mark == "-last" else Image.new("RGBA", (cell, cell))
    diameter = round(cell * 0.42) * 2
    sprite.alpha_composite(discs.disc(COLOURS[side], diameter, cell))
    middle = (cell / 2.0, cell / 2.0 - round(cell * 0.012))
    if mark == "-last":
        colour = theme.ACCENT if side == 0 else (226, 94, 24)
        paint.fill(sprite, paint.circle_mask(sprite.size, middle, cell * 0.115), colour)
    elif mark == "-flipped":
        colour = theme.ACCENT if side == 0 else (226, 94, 24)
        paint.fill(sprite, paint.ring_mask(sprite.size, middle, cell * 0.165, cell * 0.05), colour)
    return sprite


def hint(cell: int, side: int, name: str) -> Image.Image:
    """A square's sprite where `side` may play: a flat disc in its shade with the square's name."""
    sprite = Image.new("RGBA", (cell, cell))
    middle = (cell / 2.0, cell / 2.0)
    shade, opacity, ink = _HINTS[side]
    paint.fill(sprite, paint.circle_mask(sprite.size, middle, cell * 0.34), shade, opacity)
    paint.fill(sprite, paint.ring_mask(sprite.size, middle, cell * 0.34, cell * 0.035), shade)
    paint.text(sprite, middle, name, round(cell * (0.35 if len(name) < 3 else 0.27)), ink)
    return sprite


def ghost(cell: int, side: int) -> Image.Image:
    """A square's sprite where `side` is about to play: a faint disc in a ring, with a plus."""
    sprite = discs.disc(COLOURS[side], round(cell * 0.42) * 2, cell).copy()
    sprite.putalpha(paint.faded(sprite.getchannel("A"), 0.55))
    middle = (cell / 2.0, cell / 2.0)
    ring = paint.ring_mask(sprite.size, middle, cell * 0.43, cell * 0.05)
    paint.fill(sprite, ring, LAST)
    arm, thickness = cell * 0.16, cell * 0.035
    for across, down in ((arm, thickness), (thickness, arm)):
        box = (middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down)
        paint.fill(sprite, paint.box_mask(sprite.size, box, thickness), LAST)
    return sprite
