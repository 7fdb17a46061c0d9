"""The bot's own picture: a disc, half black and half white, on the board's green."""

from io import BytesIO
from typing import Final

from PIL import Image

from renderers import discs, paint
from renderers.themes import CLASSIC

_SIDE: Final = 128


def draw_avatar() -> bytes:
    """A square PNG, opaque, for Discord to cut a circle out of."""
    size, colours = (_SIDE, _SIDE), CLASSIC.reversi
    middle = (_SIDE / 2.0, _SIDE / 2.0)
    picture = paint.vertical_gradient(size, *colours.squares)
    paint.fill(picture, paint.ring_mask(size, middle, _SIDE * 0.445, _SIDE * 0.03), colours.well, 0.55)
    diameter = round(_SIDE * 0.37) * 2
    disc = discs.disc(colours.discs[0], diameter, _SIDE)
    # The white side lies right of and below a line from corner to corner: a disc that is being turned.
    turned = paint.polygon_mask(size, [(_SIDE, 0.0), (_SIDE, _SIDE), (0.0, _SIDE)])
    disc = Image.composite(discs.disc(colours.discs[1], diameter, _SIDE), disc, turned)
    picture.alpha_composite(disc)
    stream = BytesIO()
    picture.convert("RGB").save(stream, "PNG")
    return stream.getvalue()
