"""Anti-aliased shapes on RGBA images, drawn with coverage computed from distances.

They are used when parts of pictures are created, not for each board.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

from renderers.themes import FRAME_RADIUS, Colour, Theme

Box: TypeAlias = tuple[float, float, float, float]
"""left, top, right, bottom in pixels, right and bottom exclusive."""

Window: TypeAlias = tuple[int, int, int, int]
"""The same in whole pixels."""

FloatArray: TypeAlias = npt.NDArray[np.float64]


def mask_of(coverage: FloatArray) -> Image.Image:
    """Return an "L" image from coverage in 0..1 (values outside are clipped)."""
    return Image.fromarray(np.rint(np.clip(coverage, 0.0, 1.0) * 255.0).astype(np.uint8))


def _distance_to_box(window: Window, box: Box, radius: float) -> FloatArray:
    """Return signed distances to a rounded box, negative inside, of the pixels in a window, row by row."""
    left, top, right, bottom = box
    x = np.abs(np.arange(window[0], window[2]) + 0.5 - (left + right) / 2.0) - ((right - left) / 2.0 - radius)
    y = np.abs(np.arange(window[1], window[3]) + 0.5 - (top + bottom) / 2.0) - ((bottom - top) / 2.0 - radius)
    distance: FloatArray = np.maximum(x, y[:, None])
    # Beyond the corners of the inner box, the nearest point is a corner.
    distance[np.ix_(y > 0.0, x > 0.0)] = np.hypot(x[x > 0.0], y[y > 0.0][:, None])
    return distance - radius


def _window(size: tuple[int, int], box: Box) -> Window:
    """Return the part of an image that a box may cover: most boxes are small, and pictures large."""
    left, top = max(0, floor(box[0]) - 1), max(0, floor(box[1]) - 1)
    return left, top, max(left, min(size[0], ceil(box[2]) + 1)), max(top, min(size[1], ceil(box[3]) + 1))


def _placed(size: tuple[int, int], window: Window, coverage: FloatArray) -> Image.Image:
    mask = Image.new("L", size)
    if coverage.size:
        mask.paste(mask_of(coverage), window[:2])
    return mask


def box_mask(size: tuple[int, int], box: Box, radius: float = 0.0) -> Image.Image:
    """Return the coverage of a filled rounded box on an image of `size`."""
    window = _window(size, box)
    return _placed(size, window, 0.5 - _distance_to_box(window, box, radius))


def outline_mask(size: tuple[int, int], box: Box, radius: float, thickness: float) -> Image.Image:
    """Return the coverage of a rounded box's outline, `thickness` pixels wide and inside the box."""
    window = _window(size, box)
    distance = _distance_to_box(window, box, radius)
    return _placed(size, window, np.minimum(0.5 - distance, distance + thickness + 0.5))


def circle_mask(size: tuple[int, int], centre: tuple[float, float], radius: float) -> Image.Image:
    """Return the coverage of a filled circle."""
    x, y = centre
    return box_mask(size, (x - radius, y - radius, x + radius, y + radius), radius)


def ring_mask(
    size: tuple[int, int], centre: tuple[float, float], radius: float, thickness: float
) -> Image.Image:
    """Return the coverage of a ring whose outer radius is `radius`."""
    x, y = centre
    return outline_mask(size, (x - radius, y - radius, x + radius, y + radius), radius, thickness)


def polygon_mask(
    size: tuple[int, int], points: Sequence[tuple[float, float]], *, scale: int = 8
) -> Image.Image:
    """Return the coverage of a filled polygon, by `scale`-fold supersampling."""
    large = Image.new("L", (size[0] * scale, size[1] * scale))
    ImageDraw.Draw(large).polygon([(x * scale, y * scale) for x, y in points], fill=255)
    return large.reduce(scale)


def faded(mask: Image.Image, opacity: float) -> Image.Image:
    """Return the mask with its coverage multiplied by `opacity` in 0..1."""
    return mask.point([round(value * opacity) for value in range(256)])


def blurred(mask: Image.Image, radius: float) -> Image.Image:
    """Return the mask, Gaussian-blurred: a soft shadow or glow."""
    return mask.filter(ImageFilter.GaussianBlur(radius))


def fill(image: Image.Image, mask: Image.Image, colour: Colour, opacity: float = 1.0) -> None:
    """Paint `colour` on an RGBA image wherever the mask covers it; the image's alpha grows accordingly."""
    covered = mask.getbbox()
    if covered is None:
        return
    mask = mask.crop(covered)
    layer = Image.new("RGBA", mask.size, (*colour, 0))
    layer.putalpha(mask if opacity >= 1.0 else faded(mask, opacity))
    image.alpha_composite(layer, covered[:2])


def vertical_gradient(size: tuple[int, int], top: Colour, bottom: Colour) -> Image.Image:
    """Return an opaque RGBA image with a gradient from top to bottom."""
    share = np.linspace(0.0, 1.0, size[1])[:, None, None]
    rows = np.array(top) * (1.0 - share) + np.array(bottom) * share
    pixels = np.broadcast_to(rows, (size[1], size[0], 3))
    return Image.fromarray(np.rint(pixels).astype(np.uint8)).convert("RGBA")


def frame(size: tuple[int, int], theme: Theme) -> Image.Image:
    """Return the frame of a picture: rounded transparent corners and a fine edge."""
    return _frame(size, theme).copy()


@lru_cache(maxsize=16)
def _frame(size: tuple[int, int], theme: Theme) -> Image.Image:
    image = Image.new("RGBA", size)
    whole = (0.0, 0.0, float(size[0]), float(size[1]))
    fill(image, box_mask(size, whole, FRAME_RADIUS), theme.frame_edge)
    inner = (2.0, 2.0, size[0] - 2.0, size[1] - 2.0)
    fill(image, box_mask(size, inner, FRAME_RADIUS - 2.0), theme.frame)
    return image


def without_translucence(image: Image.Image) -> Image.Image:
    """Return the RGBA image with every pixel either transparent or opaque."""
    hard = image.copy()
    hard.putalpha(image.getchannel("A").point([0] * 128 + [255] * 128))
    return hard


def panel(
    image: Image.Image,
    theme: Theme,
    box: Box,
    radius: float,
    colour: Colour | None = None,
    edge: Colour | None = None,
    thickness: float = 2.0,
) -> None:
    """Draw a rounded panel with an edge."""
    fill(image, box_mask(image.size, box, radius), colour or theme.panel)
    fill(image, outline_mask(image.size, box, radius, thickness), edge or theme.panel_edge)
