"""What all pictures have in common: their width, colours and font.

Colours are (red, green, blue) in 0..255. Every distinction that matters is also one of lightness or shape,
for colour-blind people, and none depends on the colour of Discord's page.
"""

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final, Literal

from PIL import ImageFont

Colour = tuple[int, int, int]
Weight = Literal["Bold", "SemiBold"]

WIDTH: Final = 640
"""Width of every picture, pixels. A phone shows it about 350 px wide, a desktop about 550."""

FRAME: Final[Colour] = (31, 36, 47)
FRAME_EDGE: Final[Colour] = (58, 66, 83)
FRAME_RADIUS: Final = 26

PANEL: Final[Colour] = (43, 50, 65)
PANEL_EDGE: Final[Colour] = (62, 71, 90)
GROOVE: Final[Colour] = (21, 25, 33)
"""What a bar runs in."""

TEXT: Final[Colour] = (244, 246, 250)
MUTED: Final[Colour] = (186, 196, 213)

ACCENT: Final[Colour] = (255, 190, 61)
"""Whose turn it is, the last move, the asker's row."""
ACCENT_TEXT: Final[Colour] = (38, 28, 6)

WON: Final[Colour] = (92, 172, 255)
DRAWN: Final[Colour] = (158, 168, 187)
LOST: Final[Colour] = (245, 142, 66)
"""Shares of results, always in this order; far apart in lightness as well."""

BLACK_DISC: Final[Colour] = (38, 42, 52)
WHITE_DISC: Final[Colour] = (240, 236, 226)


@lru_cache(maxsize=2)
def font_file(weight: Weight) -> bytes:
    """The OpenType file of the bundled font in one weight."""
    return files("renderers").joinpath("fonts", f"Inter-{weight}.otf").read_bytes()


@lru_cache(maxsize=64)
def font(size: int, weight: Weight = "Bold") -> ImageFont.FreeTypeFont:
    """Inter at `size` pixels."""
    # The basic layout engine gives the same pixels with and without the optional libraqm.
    return ImageFont.truetype(BytesIO(font_file(weight)), size, layout_engine=ImageFont.Layout.BASIC)
