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
LAST: Final[Colour] = (255, 214, 92)

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
        colour = (214, 168, 84) if side == 0 else (196, 120, 56)
        paint.fill(sprite, paint.ring_mask(sprite.size, middle, cell * 0.125, cell * 0.042), colour, 0.9)
    return sprite


def hint(cell: int, side: int, name: str) -> Image.Image:
    """A square's sprite where `side` may play: a ring in its colour around the square's name."""
    sprite = Image.new("RGBA", (cell, cell))
    middle = (cell / 2.0, cell / 2.0)
    colour = (4, 26, 23) if side == 0 else (255, 255, 255)
    paint.fill(
        sprite, paint.circle_mask(sprite.size, middle, cell * 0.34), colour, 0.05 if side == 0 else 0.14
    )
    paint.fill(sprite, paint.ring_mask(sprite.size, middle, cell * 0.34, cell * 0.042), colour, 0.85)
    paint.text(sprite, middle, name, round(cell * (0.35 if len(name) < 3 else 0.27)), colour)
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
