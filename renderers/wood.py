"""Wood, seen as a plank is sawn: dark lines of late growth, fine fibres, and here and there a pore."""

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image

from renderers.theme import Colour

FloatArray = npt.NDArray[np.float64]

_STEPS: Final = 8
"""So many shades a plank has: fewer make smaller pictures."""


@lru_cache(maxsize=32)
def grain(width: int, height: int, seed: int, period: float) -> FloatArray:
    """How light the wood is at every pixel, from -1 (late growth) to 1; shape (height, width).

    The grain runs from left to right; `period` are the pixels from one line of growth to the next.
    """
    lots = np.random.default_rng(seed)
    x, y = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    phases = lots.uniform(0.0, 2.0 * np.pi, 3)
    bend = period * (
        0.9 * np.sin(x / (period * 21.0) + phases[0]) + 0.35 * np.sin(x / (period * 7.0) + phases[1])
    )
    # Some years are good and some are bad.
    years = np.cumsum(lots.uniform(0.45, 1.55, 4 + int(2.5 * height / period)))
    across = np.interp((y + bend) / period + 2.0, years, np.arange(len(years), dtype=np.float64))
    age = across % 1.0
    growth = 0.55 - 1.5 * age**4 - 0.35 * np.clip(1.0 - age / 0.06, 0.0, 1.0)
    fibres = _stretched(lots.normal(0.0, 0.16, (height, 2 + width // 22)), width)
    pores = _stretched((lots.random((height, 2 + width // 9)) < 0.03).astype(np.float64), width)
    light: FloatArray = np.clip(growth + fibres - 0.7 * pores, -1.0, 1.0)
    return light


def _stretched(rough: FloatArray, width: int) -> FloatArray:
    """Rows of a few values drawn out to `width`."""
    places = np.linspace(0.0, rough.shape[1] - 1.0, width)
    known = np.arange(rough.shape[1], dtype=np.float64)
    return np.stack([np.interp(places, known, row) for row in rough])


def plank(size: tuple[int, int], colour: Colour, seed: int, *, period: float = 9.0) -> Image.Image:
    """An opaque RGBA image of wood whose colour is about `colour`."""
    light = grain(size[0], size[1], seed, period)
    light = np.round((light + 1.0) / 2.0 * _STEPS) / _STEPS * 2.0 - 1.0
    # Late growth is darker and redder.
    share = 0.17 * light[..., None] * np.array([0.85, 1.0, 1.15])
    pixels = np.clip(np.array(colour) * (1.0 + share), 0.0, 255.0)
    return Image.fromarray(np.rint(pixels).astype(np.uint8)).convert("RGBA")
