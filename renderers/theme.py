"""What all pictures have in common: colours, side names and the bundled font.

Colours are (red, green, blue) in 0..255. Every distinction that matters is also one of lightness or
of shape, so that colour-blind people see it; none of it hangs on the colour of Discord's page.
"""

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from PIL import ImageFont

Colour = tuple[int, int, int]

WIDTH: Final = 640
"""Width of every picture, pixels. A phone shows it about 350 px wide, a desktop about 550."""

FRAME: Final[Colour] = (31, 36, 47)
FRAME_EDGE: Final[Colour] = (58, 66, 83)
FRAME_RADIUS: Final = 26

PANEL: Final[Colour] = (43, 50, 65)
PANEL_EDGE: Final[Colour] = (62, 71, 90)
BAR_EDGE: Final[Colour] = (104, 116, 140)

TEXT: Final[Colour] = (244, 246, 250)
MUTED: Final[Colour] = (186, 196, 213)

ACCENT: Final[Colour] = (255, 190, 61)
"""Whose turn it is, the last move, the asker's row."""
ACCENT_TEXT: Final[Colour] = (38, 28, 6)

BLACK_DISC: Final[Colour] = (38, 42, 52)
WHITE_DISC: Final[Colour] = (240, 236, 226)


@lru_cache(maxsize=1)
def _font_files() -> dict[str, bytes]:
    folder = files("renderers").joinpath("fonts")
    return {weight: folder.joinpath(f"Inter-{weight}.otf").read_bytes() for weight in ("Bold", "SemiBold")}


@lru_cache(maxsize=64)
def font(size: int, weight: str = "Bold") -> ImageFont.FreeTypeFont:
    """Inter at `size` pixels in the weight "Bold" or "SemiBold" (KeyError for any other)."""
    # The basic layout engine gives the same pixels with and without the optional libraqm.
    return ImageFont.truetype(BytesIO(_font_files()[weight]), size, layout_engine=ImageFont.Layout.BASIC)
