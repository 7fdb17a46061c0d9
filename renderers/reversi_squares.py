"""What can stand on a Reversi square: discs with their marks, and hints."""

from typing import Literal

from PIL import Image

from renderers import discs, paint
from renderers.theme import Theme

Mark = Literal["", "-last", "-flipped"]


def _under_last(theme: Theme, cell: int) -> Image.Image:
    """The square of the last move: filled and outlined in the accent's colour."""
    layer = Image.new("RGBA", (cell, cell))
    box = (2.0, 2.0, cell - 2.0, cell - 2.0)
    paint.fill(layer, paint.box_mask(layer.size, box, cell * 0.11), theme.reversi.last, 0.82)
    paint.fill(layer, paint.outline_mask(layer.size, box, cell * 0.11, 3.0), theme.reversi.last)
    return layer


def with_disc(theme: Theme, cell: int, side: int, mark: Mark) -> Image.Image:
    """A square's sprite: the disc with "-last", "-flipped" or no mark."""
    sprite = _under_last(theme, cell) if mark == "-last" else Image.new("RGBA", (cell, cell))
    diameter = round(cell * 0.42) * 2
    sprite.alpha_composite(discs.disc(theme.reversi.discs[side], diameter, cell, theme.finish))
    middle = (cell / 2.0, cell / 2.0 - round(cell * 0.012))
    if mark == "-last":
        paint.fill(sprite, paint.circle_mask(sprite.size, middle, cell * 0.115), theme.reversi.marks[side])
    elif mark == "-flipped":
        paint.fill(
            sprite, paint.ring_mask(sprite.size, middle, cell * 0.165, cell * 0.05), theme.reversi.marks[side]
        )
    return sprite


def hint(theme: Theme, cell: int, side: int, name: str) -> Image.Image:
    """A square's sprite where `side` may play: a flat disc in its shade with the square's name."""
    sprite = Image.new("RGBA", (cell, cell))
    middle = (cell / 2.0, cell / 2.0)
    shade, opacity, ink = theme.reversi.hints[side]
    paint.fill(sprite, paint.circle_mask(sprite.size, middle, cell * 0.34), shade, opacity)
    paint.fill(sprite, paint.ring_mask(sprite.size, middle, cell * 0.34, cell * 0.035), shade)
    paint.text(sprite, middle, name, round(cell * (0.35 if len(name) < 3 else 0.27)), ink)
    return sprite


def ghost(theme: Theme, cell: int, side: int) -> Image.Image:
    """A square's sprite where `side` is about to play: a faint disc in a ring, with a plus."""
    sprite = discs.disc(theme.reversi.discs[side], round(cell * 0.42) * 2, cell, theme.finish).copy()
    sprite.putalpha(paint.faded(sprite.getchannel("A"), 0.55))
    middle = (cell / 2.0, cell / 2.0)
    ring = paint.ring_mask(sprite.size, middle, cell * 0.43, cell * 0.05)
    paint.fill(sprite, ring, theme.reversi.last)
    arm, thickness = cell * 0.16, cell * 0.035
    for across, down in ((arm, thickness), (thickness, arm)):
        box = (middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down)
        paint.fill(sprite, paint.box_mask(sprite.size, box, thickness), theme.reversi.last)
    return sprite
