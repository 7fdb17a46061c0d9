"""Sprites of Reversi squares: discs with their marks, and hints."""

from typing import Final, Literal

from PIL import Image

from renderers import paint, surfaces, writing
from renderers.themes import Theme

Mark = Literal["", "-last", "-flipped", "-before", "-before-flipped"]

MARKS: Final[tuple[Mark, ...]] = ("", "-last", "-flipped", "-before", "-before-flipped")

_TURNING: Final = 0.66
"""Apparent width of a disc half turned, in cells."""
_THICKNESS: Final = 0.2
"""Apparent width of a disc on its edge, in cells."""


def mark(last: bool, before: bool, flipped: bool) -> Mark:
    """Return the mark of a disc that was played last or before, or turned by the last moves."""
    if last:
        return "-last"
    if before:
        return "-before-flipped" if flipped else "-before"
    return "-flipped" if flipped else ""


def _under_move(theme: Theme, cell: int, *, last: bool) -> Image.Image:
    """Return the square of a move: outlined, and filled for the last one."""
    layer = Image.new("RGBA", (cell, cell))
    box = (2.0, 2.0, cell - 2.0, cell - 2.0)
    if last:
        paint.fill(layer, paint.box_mask(layer.size, box, cell * 0.11), theme.reversi.last, 0.82)
    paint.fill(layer, paint.outline_mask(layer.size, box, cell * 0.11, 3.0), theme.reversi.last)
    return layer


def with_disc(theme: Theme, cell: int, side: int, mark: Mark) -> Image.Image:
    sprite = Image.new("RGBA", (cell, cell))
    if mark in ("-last", "-before", "-before-flipped"):
        sprite = _under_move(theme, cell, last=mark == "-last")
    sprite.alpha_composite(surfaces.disc(theme.reversi.discs[side], _diameter(cell), cell, theme.finish))
    middle = (cell / 2.0, cell / 2.0 - round(cell * 0.012))
    if mark in ("-last", "-before"):
        paint.fill(sprite, paint.circle_mask(sprite.size, middle, cell * 0.115), theme.reversi.marks[side])
    elif mark in ("-flipped", "-before-flipped"):
        paint.fill(
            sprite, paint.ring_mask(sprite.size, middle, cell * 0.165, cell * 0.05), theme.reversi.marks[side]
        )
    return sprite


def turning(theme: Theme, cell: int, side: int) -> Image.Image:
    """Return the sprite of a disc seen aslant while it turns."""
    flat = surfaces.disc(theme.reversi.discs[side], _diameter(cell), cell, theme.finish)
    width = round(cell * _TURNING)
    sprite = Image.new("RGBA", (cell, cell))
    sprite.alpha_composite(flat.resize((width, cell), Image.Resampling.LANCZOS), ((cell - width) // 2, 0))
    return sprite


def edgewise(theme: Theme, cell: int) -> Image.Image:
    """Return the sprite of a disc on its edge."""
    sprite = Image.new("RGBA", (cell, cell))
    middle, half = cell / 2.0, cell * _THICKNESS / 2.0
    top, bottom = middle - _diameter(cell) / 2.0, middle + _diameter(cell) / 2.0
    for side, (left, right) in enumerate(((middle - half, middle), (middle, middle + half))):
        box = (left, top, right, bottom)
        paint.fill(sprite, paint.box_mask(sprite.size, box, half * 0.4), theme.reversi.discs[side])
    return sprite


def _diameter(cell: int) -> int:
    return round(cell * 0.42) * 2


def hint(theme: Theme, cell: int, side: int, name: str) -> Image.Image:
    """Return the sprite of a legal move of `side`: a flat disc with the square's name."""
    sprite = Image.new("RGBA", (cell, cell))
    middle = (cell / 2.0, cell / 2.0)
    shade, opacity, ink = theme.reversi.hints[side]
    paint.fill(sprite, paint.circle_mask(sprite.size, middle, cell * 0.34), shade, opacity)
    paint.fill(sprite, paint.ring_mask(sprite.size, middle, cell * 0.34, cell * 0.035), shade)
    size = round(cell * (0.35 if len(name) < 3 else 0.27))
    writing.write(sprite, middle, name, size, cell * 0.66, ink, anchor="mm")
    return sprite


def ghost(theme: Theme, cell: int, side: int) -> Image.Image:
    """Return the sprite of a square where `side` is about to play: a faint disc in a ring, with a plus."""
    sprite = surfaces.disc(theme.reversi.discs[side], _diameter(cell), cell, theme.finish).copy()
    sprite.putalpha(paint.faded(sprite.getchannel("A"), 0.55))
    middle = (cell / 2.0, cell / 2.0)
    ring = paint.ring_mask(sprite.size, middle, cell * 0.43, cell * 0.05)
    paint.fill(sprite, ring, theme.reversi.last)
    arm, thickness = cell * 0.16, cell * 0.035
    for across, down in ((arm, thickness), (thickness, arm)):
        box = (middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down)
        paint.fill(sprite, paint.box_mask(sprite.size, box, thickness), theme.reversi.last)
    return sprite
