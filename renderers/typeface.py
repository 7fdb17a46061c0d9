"""The font in which everything in the pictures is written."""

from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Literal

from PIL import ImageFont

Weight = Literal["Bold", "SemiBold"]


@lru_cache(maxsize=2)
def font_file(weight: Weight) -> bytes:
    """The OpenType file of the bundled font in one weight."""
    return files("renderers").joinpath("fonts", f"Inter-{weight}.otf").read_bytes()


@lru_cache(maxsize=64)
def font(size: int, weight: Weight = "Bold") -> ImageFont.FreeTypeFont:
    """Inter at `size` pixels."""
    # The basic layout engine gives the same pixels with and without the optional libraqm.
    return ImageFont.truetype(BytesIO(font_file(weight)), size, layout_engine=ImageFont.Layout.BASIC)
