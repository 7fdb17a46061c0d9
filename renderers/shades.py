"""The colours that a palette needs: chosen so that what is drawn with them looks the same.

Distances are those in Oklab, Björn Ottosson's space, in which equal steps look equal. In RGB a dark grey and
an olive are neighbours, and a highlight on a black disc becomes a speck.
"""

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image

_Floats = npt.NDArray[np.float32]
Rgb = npt.NDArray[np.int32]
"""Colours in 0..255, shape (n, 3)."""

_SAMPLE: Final = 1_000_000
"""About as many pixels are looked at: a board's sheets show each shade on every square."""

_RARE: Final = 0.5
"""A shade counts by this power of its pixels, so that a small highlight gets a colour of its own."""

_ROUNDS: Final = 4

_LINEAR: Final = np.array(
    [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in np.arange(256) / 255.0], np.float32
)
_TO_CONES: Final = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    np.float32,
)
_TO_LAB: Final = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ],
    np.float32,
)


def oklab(colours: npt.NDArray[np.integer]) -> _Floats:
    """Convert sRGB colours to lightness, green-red and blue-yellow; the last axis holds the channels."""
    return _dot(np.cbrt(_dot(_LINEAR[colours], _TO_CONES)), _TO_LAB)


def nearest(lab: _Floats, entries: _Floats) -> npt.NDArray[np.intp]:
    """Return the index of the nearest entry for each colour, both in Oklab."""
    # |c - e|² without the term that is the same for every entry e, halved and turned round.
    closeness = _dot(lab, entries)
    closeness -= (entries**2).sum(axis=1) / 2
    found: npt.NDArray[np.intp] = closeness.argmax(axis=1)
    return found


def _dot(left: _Floats, right: _Floats) -> _Floats:
    """Return the scalar products of triples, without the threads of BLAS: waking them takes longer."""
    product = left[..., :1] * right[:, 0]
    product += left[..., 1:2] * right[:, 1]
    product += left[..., 2:] * right[:, 2]
    return product


def choose(specimens: Iterable[Image.Image], number: int, fixed: Rgb) -> Rgb:
    """Return at most `number` colours that with the `fixed` ones come closest to those of the specimens."""
    shades, counts = _counted([np.asarray(image.convert("RGB")).reshape(-1, 3) for image in specimens])
    lab, weights = oklab(shades), (counts**_RARE).astype(np.float32)
    given = oklab(fixed)
    entries = np.concatenate([given, _far_apart(lab, weights, given, number)])
    first = len(given)
    for _ in range(_ROUNDS):
        members = nearest(lab, entries)
        entries[first:] = _means(lab, weights, members, entries)[first:]
    members = nearest(lab, entries)
    used = np.bincount(members, minlength=len(entries)) > 0
    used[:first] = False
    return np.rint(_means(shades, weights, members, entries)[used]).astype(np.int32)


def _counted(images: list[npt.NDArray[np.uint8]]) -> tuple[Rgb, npt.NDArray[np.intp]]:
    """Count the different colours of a sample of all pixels."""
    # No board's width is a multiple of an odd step: each row shows other parts of the squares.
    step = sum(map(len, images)) // _SAMPLE | 1
    pixels = np.concatenate([image[::step] for image in images]).astype(np.int32)
    packed, counts = np.unique(pixels @ np.array([1 << 16, 1 << 8, 1], np.int32), return_counts=True)
    return np.stack([packed >> 16, packed >> 8 & 255, packed & 255], axis=1), counts


def _far_apart(lab: _Floats, weights: _Floats, given: _Floats, number: int) -> _Floats:
    """Take one colour after the other, always the one that those taken serve worst."""
    error = np.full(len(lab), np.inf, np.float32)
    for entry in given:
        error = np.minimum(error, ((lab - entry) ** 2).sum(axis=1))
    taken: list[_Floats] = []
    while len(taken) < number and error.max() > 0:
        entry = lab[(weights * error).argmax()]
        taken.append(entry)
        error = np.minimum(error, ((lab - entry) ** 2).sum(axis=1))
    return np.array(taken, np.float32).reshape(-1, 3)


def _means(
    values: _Floats | Rgb, weights: _Floats, members: npt.NDArray[np.intp], entries: _Floats
) -> _Floats:
    """Return the weighted mean of each entry's members; the entry itself where it has none."""
    size = len(entries)
    total = np.bincount(members, weights, size)
    sums = [np.bincount(members, weights * values[:, channel], size) for channel in range(3)]
    filled = total[:, None] > 0
    means: _Floats = np.where(filled, np.stack(sums, axis=1) / np.maximum(total[:, None], 1e-9), entries)
    return means
