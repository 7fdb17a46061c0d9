"""Pictures that show no game: the bot's avatar and the rules of Reversi."""

from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image

from languages import gettext
from renderers import paint, reversi
from renderers.board import Grid, draw_squares
from renderers.palette import png_of
from renderers.themes import CLASSIC, WIDTH, Theme

_SIDE: Final = 128


def draw_avatar() -> bytes:
    """Return the bot's avatar, a square PNG: a half black, half white disc on green."""
    size, colours = (_SIDE, _SIDE), CLASSIC.reversi
    middle = (_SIDE / 2.0, _SIDE / 2.0)
    picture = paint.vertical_gradient(size, *colours.squares)
    paint.fill(picture, paint.ring_mask(size, middle, _SIDE * 0.445, _SIDE * 0.03), colours.well, 0.55)
    diameter = round(_SIDE * 0.37) * 2
    disc = paint.disc(colours.discs[0], diameter, _SIDE)
    # The white side is right of and below the diagonal: a disc being flipped.
    turned = paint.polygon_mask(size, [(_SIDE, 0.0), (_SIDE, _SIDE), (0.0, _SIDE)])
    disc = Image.composite(paint.disc(colours.discs[1], diameter, _SIDE), disc, turned)
    picture.alpha_composite(disc)
    stream = BytesIO()
    picture.convert("RGB").save(stream, "PNG")
    return stream.getvalue()


_SIZE: Final = 4
_CELL: Final = 62
_TOP: Final = 34
_OUTER: Final = 30
_BLACK: Final = (0, 12)
_CAPTURED: Final = (5, 10, 13, 14)
_PLAYED: Final = 15


def _line(image: Image.Image, theme: Theme, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw a line in the colour of last moves."""
    width = 7.0
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5
    x, y = -down / length * width / 2, across / length * width / 2
    corners = [
        (start[0] + x, start[1] + y),
        (end[0] + x, end[1] + y),
        (end[0] - x, end[1] - y),
        (start[0] - x, start[1] - y),
    ]
    paint.fill(image, paint.polygon_mask(image.size, corners), theme.reversi.last)


def _place(image: Image.Image, grid: Grid, square: int, sprite: Image.Image) -> None:
    image.alpha_composite(sprite, grid.corner(square))


def _arrow(image: Image.Image, theme: Theme, x: float, y: float) -> None:
    """Draw an arrow to the right centred at (x, y)."""
    outline = [(-24, -7), (2, -7), (2, -21), (25, 0), (2, 21), (2, 7), (-24, 7)]
    points = [(x + across, y + down) for across, down in outline]
    paint.fill(image, paint.polygon_mask(image.size, points), theme.accent)


@lru_cache(maxsize=8)
def draw_reversi(theme: Theme = CLASSIC) -> bytes:
    """Return a PNG, 640 pixels wide: black plays in a corner and captures white discs in two lines."""
    board = _SIZE * _CELL
    image = paint.frame((WIDTH, 2 * _TOP + board), theme)
    before, after = (Grid(_SIZE, _SIZE, _CELL, left, _TOP) for left in (_OUTER, WIDTH - _OUTER - board))
    for grid in (before, after):
        draw_squares(image, grid, theme)
    for square in _BLACK:
        _line(image, theme, before.middle(_PLAYED), before.middle(square))
    for square in _BLACK:
        _place(image, before, square, reversi.with_disc(theme, _CELL, 0, ""))
        _place(image, after, square, reversi.with_disc(theme, _CELL, 0, ""))
    for square in _CAPTURED:
        _place(image, before, square, reversi.with_disc(theme, _CELL, 1, ""))
        _place(image, after, square, reversi.with_disc(theme, _CELL, 0, "-flipped"))
    _place(image, before, _PLAYED, reversi.ghost(theme, _CELL, 0))
    _place(image, after, _PLAYED, reversi.with_disc(theme, _CELL, 0, "-last"))
    _arrow(image, theme, WIDTH / 2, _TOP + board / 2)
    return png_of(image, theme, (theme.accent, theme.reversi.last))


def describe_reversi() -> str:
    """Describe the picture of the rules in words."""
    return gettext(
        "How discs are flipped. Before: Black is about to play in the corner of a small "
        "board; two white discs in a row and two white discs on a diagonal are between "
        "that corner and another black disc. After: all four white discs are flipped "
        "and are black."
    )
