"""Anti-aliased shapes on RGBA images, and shaded surfaces: planks of wood, lit discs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from hashlib import blake2b
from math import ceil, floor
from threading import Lock
from typing import Any, Final, ParamSpec, TypeAlias

import numpy as np
import numpy.typing as npt
from cachetools import LRUCache
from PIL import Image, ImageDraw, ImageFilter

from languages import current
from renderers.themes import FRAME_RADIUS, Colour, Finish, Theme

Box: TypeAlias = tuple[float, float, float, float]
"""left, top, right, bottom in pixels, right and bottom exclusive."""

Window: TypeAlias = tuple[int, int, int, int]
"""The same in whole pixels."""

FloatArray: TypeAlias = npt.NDArray[np.float64]


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
    """Return an "L" image with the coverage of a window in 0..1 (values outside are clipped)."""
    mask = Image.new("L", size)
    if coverage.size:
        pixels = np.rint(np.clip(coverage, 0.0, 1.0) * 255.0).astype(np.uint8)
        mask.paste(Image.fromarray(pixels), window[:2])
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


def dot(image: Image.Image, centre: tuple[float, float], radius: float, colour: Colour) -> None:
    """Paint a circle on an RGBA image, of which only the part around it is touched: dots are small."""
    x, y = centre
    window = _window(image.size, (x - radius, y - radius, x + radius, y + radius))
    tile = image.crop(window)
    fill(tile, circle_mask(tile.size, (x - window[0], y - window[1]), radius), colour)
    image.paste(tile, window[:2])


def scaled(colour: Colour, factor: float) -> Colour:
    """Return a darker colour, or a lighter one."""
    red, green, blue = (min(255, round(channel * factor)) for channel in colour)
    return red, green, blue


def vertical_gradient(size: tuple[int, int], top: Colour, bottom: Colour) -> Image.Image:
    """Return an opaque RGBA image with a gradient from top to bottom."""
    share: Any = np.linspace(0.0, 1.0, size[1])[:, None, None]
    rows = np.array(top) * (1.0 - share) + np.array(bottom) * share
    pixels = np.broadcast_to(rows, (size[1], size[0], 3))
    return Image.fromarray(np.rint(pixels).astype(np.uint8)).convert("RGBA")


def frame(size: tuple[int, int], theme: Theme) -> Image.Image:
    """Return the frame of a picture: rounded transparent corners and a fine edge."""
    return _frame(size, theme).copy()


@lru_cache(maxsize=16)
def _frame(size: tuple[int, int], theme: Theme) -> Image.Image:
    image = Image.new("RGBA", size)
    fill(image, box_mask(size, (0, 0, *size), FRAME_RADIUS), theme.frame_edge)
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
    radius: float,
    colour: Colour | None = None,
    edge: Colour | None = None,
    thickness: float = 2.0,
    *,
    box: Box | None = None,
) -> None:
    """Draw a rounded panel on an image, as large as the image unless a box is given."""
    box = box or (0, 0, *image.size)
    fill(image, box_mask(image.size, box, radius), colour or theme.panel)
    fill(image, outline_mask(image.size, box, radius, thickness), edge or theme.panel_edge)


_STEPS: Final = 8
"""Shades of a plank; fewer make smaller files."""


@lru_cache(maxsize=32)
def grain(width: int, height: int, seed: int, period: float) -> FloatArray:
    """Return the lightness of wood at every pixel, from -1 (late growth) to 1; shape (height, width).

    The grain runs from left to right; `period` is the distance between lines of growth in pixels.
    """
    random = np.random.default_rng(seed)
    x, y = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    phases = random.uniform(0.0, 2.0 * np.pi, 3)
    bend = period * (
        0.9 * np.sin(x / (period * 21.0) + phases[0]) + 0.35 * np.sin(x / (period * 7.0) + phases[1])
    )
    # Some years are good and some are bad.
    years = np.cumsum(random.uniform(0.45, 1.55, 4 + int(2.5 * height / period)))
    across = np.interp((y + bend) / period + 2.0, years, np.arange(len(years), dtype=np.float64))
    age = across % 1.0
    growth = 0.55 - 1.5 * age**4 - 0.35 * np.clip(1.0 - age / 0.06, 0.0, 1.0)
    fibres = _stretched(random.normal(0.0, 0.16, (height, 2 + width // 22)), width)
    pores = _stretched((random.random((height, 2 + width // 9)) < 0.03).astype(np.float64), width)
    light: FloatArray = np.clip(growth + fibres - 0.7 * pores, -1.0, 1.0)
    return light


def _stretched(rough: FloatArray, width: int) -> FloatArray:
    """Stretch rows of a few values to `width`."""
    places = np.linspace(0.0, rough.shape[1] - 1.0, width)
    known = np.arange(rough.shape[1], dtype=np.float64)
    return np.stack([np.interp(places, known, row) for row in rough])


def plank(size: tuple[int, int], colour: Colour, seed: int, *, period: float = 9.0) -> Image.Image:
    """Return an opaque RGBA image of wood whose mean colour is about `colour`."""
    light = grain(size[0], size[1], seed, period)
    light = np.round((light + 1.0) / 2.0 * _STEPS) / _STEPS * 2.0 - 1.0
    # Late growth is darker and redder.
    share = 0.17 * light[..., None] * np.array([0.85, 1.0, 1.15])
    pixels = np.clip(np.array(colour) * (1.0 + share), 0.0, 255.0)
    return Image.fromarray(np.rint(pixels).astype(np.uint8)).convert("RGBA")


_OVERSAMPLING: Final = 4
_LIGHT: Final = np.array([-0.42, -0.68, 0.60]) / np.linalg.norm([-0.42, -0.68, 0.60])
_HALFWAY: Final = (_LIGHT + np.array([0.0, 0.0, 1.0])) / np.linalg.norm(_LIGHT + np.array([0.0, 0.0, 1.0]))


def _smoothstep(low: float, high: float, value: FloatArray) -> FloatArray:
    share = np.clip((value - low) / (high - low), 0.0, 1.0)
    result: FloatArray = share * share * (3.0 - 2.0 * share)
    return result


def surface(colour: Colour, side: int, finish: Finish) -> Image.Image:
    """Return a disc from above without shadow, filling a square of `side` pixels."""
    if finish == "flat":
        return _flat(colour, side)
    size = side * _OVERSAMPLING
    axis = (np.arange(size) + 0.5) / size * 2.0 - 1.0
    x, y = np.meshgrid(axis, axis)
    radius = np.hypot(x, y)
    # The surface's slope outwards: a gently hollow face, a raised lip, a rounded rim.
    face = -0.20 * radius
    lip = -0.42 * np.exp(-(((radius - 0.75) / 0.065) ** 2))
    rim = 1.9 * _smoothstep(0.84, 1.0, radius) ** 1.5
    slope = (face + lip + rim) / np.maximum(radius, 1e-6)
    normal = np.stack([x * slope, y * slope, np.ones_like(x)], axis=-1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    diffuse = np.clip(normal @ _LIGHT, 0.0, 1.0)
    gloss = np.clip(normal @ _HALFWAY, 0.0, 1.0) ** 22
    light = sum(colour) > 384
    ambient, strength, shine = (0.62, 0.63, 16.0) if light else (0.43, 0.95, 60.0)
    own: FloatArray = np.array(colour, dtype=np.float64)
    if finish == "wooden":
        shine *= 0.45
        lines = grain(size, size, sum(colour), size / 11.0)
        own = own * (1.0 + (0.06 if light else 0.22) * lines[..., None])
    shaded = own * (ambient + strength * diffuse)[..., None] + shine * gloss[..., None]
    # Light on the edge away from the lamp separates a dark disc from its shadow.
    back = np.clip(x * 0.42 + y * 0.68, 0.0, 1.0) * _smoothstep(0.90, 0.97, radius)
    shaded += (10.0 if light else 46.0) * back[..., None]
    pixels = np.clip(shaded, 0.0, 255.0)
    coverage = np.clip((1.0 - radius) * size / 2.0 + 0.5, 0.0, 1.0) * 255.0
    rgba = np.concatenate([pixels, coverage[..., None]], axis=-1)
    return Image.fromarray(np.rint(rgba).astype(np.uint8)).reduce(_OVERSAMPLING)


def _flat(colour: Colour, side: int) -> Image.Image:
    """Return a disc of one colour, edged in black or white, whichever contrasts more."""
    image = Image.new("RGBA", (side, side))
    middle = (side / 2.0, side / 2.0)
    fill(image, circle_mask(image.size, middle, side / 2.0), colour)
    edge = (0, 0, 0) if sum(colour) > 384 else (255, 255, 255)
    fill(image, ring_mask(image.size, middle, side / 2.0, max(2.0, side * 0.045)), edge)
    return image


@lru_cache(maxsize=128)
def disc(colour: Colour, diameter: int, cell: int, finish: Finish = "glossy") -> Image.Image:
    """Return an RGBA sprite, `cell` pixels square: a disc in the middle with its shadow."""
    sprite = Image.new("RGBA", (cell, cell))
    middle = cell / 2.0
    radius = diameter / 2.0
    if finish == "flat":
        corner = (cell - diameter) // 2
        sprite.alpha_composite(surface(colour, diameter, finish), (corner, corner))
        return sprite
    shadow = circle_mask(sprite.size, (middle, middle + cell * 0.055), radius * 0.98)
    fill(sprite, blurred(shadow, cell * 0.045), (2, 18, 16), 0.62)
    edge = circle_mask(sprite.size, (middle, middle + cell * 0.03), radius)
    fill(sprite, edge, scaled(colour, 0.62))
    top = surface(colour, diameter, finish)
    offset = (cell - diameter) // 2
    sprite.alpha_composite(top, (offset, offset - round(cell * 0.012)))
    return sprite


MAX_BYTES: Final = 4 << 20
"""Maximum size of all files together: about a hundred."""

P = ParamSpec("P")

_files: Final[LRUCache[bytes, bytes]] = LRUCache(MAX_BYTES, getsizeof=len)
_lock: Final = Lock()


def kept(draw: Callable[P, bytes]) -> Callable[P, bytes]:
    """Have a function return the same file again for arguments with the same `repr` in the same language."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> bytes:
        shown = repr((draw.__module__, draw.__qualname__, current().code, args, kwargs))
        key = blake2b(shown.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        with _lock:
            known = _files.get(key)
        if known is None:
            known = draw(*args, **kwargs)
            with _lock:
                # A file larger than all room isn't kept.
                if len(known) <= MAX_BYTES:
                    _files[key] = known
        return known

    return drawn
