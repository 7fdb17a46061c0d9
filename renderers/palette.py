"""Palettes of at most 256 colours, how they are chosen, and the PNG files of pictures that use them.

Pictures are made of tiles that were mapped to a palette once, so drawing a board copies bytes, and its PNG
is a third of an RGB one. Distances between colours are those in Oklab, in which equal steps look equal; in
RGB a dark grey and an olive are neighbours, and a highlight on a black disc becomes a speck.
"""

import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from isal import isal_zlib
from PIL import Image

from renderers.themes import Colour, Theme

_EDGE_STEPS: Final = 7
"""Palette entries between transparent and opaque, for the frame's rounded corners."""

_EDGE_STEP: Final = np.rint(np.arange(256) * (_EDGE_STEPS + 1) / 255.0).astype(np.uint8)
"""Each alpha's entry of the edge; beyond the last it is opaque."""

_FEW_PIXELS: Final = 1 << 18
"""Below, sorting the pixels is faster than a table of all colours."""

_LITTLE: Final[np.dtype[np.uint32]] = np.dtype("<u4")
_Packed = npt.NDArray[np.uint32]
_Indices = npt.NDArray[np.uint8]

_CUT: Final = 144
"""Maximum chosen colours: fewer make smaller files, more make smoother gradients."""


class Palette:
    """A palette: one transparent colour, a few translucent ones of the theme's edge, the rest opaque.

    `specimens` are RGB images with the expected colours in about the right proportion; `exact` colours are
    not approximated. At most `cut` more are chosen. `colours` holds red, green and blue of all entries, the
    transparent one first.
    """

    def __init__(
        self,
        theme: Theme,
        specimens: Iterable[Image.Image],
        exact: Sequence[Colour] = (),
        cut: int = _CUT,
    ) -> None:
        reserved = [*dict.fromkeys((theme.frame, theme.frame_edge, *exact))]
        room = min(cut, 256 - 1 - _EDGE_STEPS - len(reserved))
        fixed = np.array(reserved, dtype=np.int32)
        opaque = np.concatenate([fixed, choose(specimens, room, fixed)])
        self._opaque = oklab(opaque)
        self._first = 1 + _EDGE_STEPS
        edge = [list(theme.frame_edge)] * _EDGE_STEPS
        colours = [[0, 0, 0], *edge, *opaque.tolist()]
        self.colours: Final = bytes(channel for colour in colours for channel in colour)
        steps = [round(255 * step / (_EDGE_STEPS + 1)) for step in range(1, _EDGE_STEPS + 1)]
        self._alphas = bytes([0, *steps])

    def map(self, image: Image.Image) -> Image.Image:
        """Return a "P" image in which every pixel is its nearest palette entry (no dithering)."""
        return self.map_all([image])[0]

    def map_all(self, images: Iterable[Image.Image]) -> list[Image.Image]:
        """Return the same as `map` for each image, faster where they share most of their colours."""
        pixels = [np.asarray(image.convert("RGBA")) for image in images]
        # Blue, green and red, from the highest bits on.
        packed = [part.view(_LITTLE)[..., 0] & np.uint32(0xFFFFFF) for part in pixels]
        mapped = []
        for part, indices in zip(pixels, self._indices(packed), strict=True):
            step = _EDGE_STEP[part[..., 3]]
            whole = np.where(step > _EDGE_STEPS, indices, step)
            image = Image.frombytes("P", (part.shape[1], part.shape[0]), whole.tobytes())
            image.putpalette(self.colours)
            mapped.append(image)
        return mapped

    def _indices(self, packed: Sequence[_Packed]) -> list[_Indices]:
        """Return the palette entry nearest to each colour."""
        if sum(part.size for part in packed) < _FEW_PIXELS:
            distinct = _distinct(np.concatenate([part.ravel() for part in packed]))
            # Four times as fast as the inverse that `unique` gives.
            positions = [np.searchsorted(distinct, part) for part in packed]
            entries = self._nearest(distinct)
            return [entries[part] for part in positions]
        # A table of all colours costs the same for one image or a dozen.
        table = np.zeros(1 << 24, np.uint8)
        for part in packed:
            table[part] = 1
        colours = np.flatnonzero(table.view(bool)).astype(np.uint32)
        table[colours] = self._nearest(colours)
        return [table[part] for part in packed]

    def _nearest(self, packed: _Packed) -> _Indices:
        rgb = np.stack([packed & 255, (packed >> 8) & 255, packed >> 16], axis=1)
        return (nearest(oklab(rgb), self._opaque) + self._first).astype(np.uint8)

    def map_again(self, image: Image.Image, before: Image.Image, mapped: Image.Image) -> Image.Image:
        """Return the same as `map`, faster, for an image like `before`, which `map` turned into `mapped`.

        Both images are RGB, or both RGBA.
        """
        pixels = np.asarray(image)
        changed = (pixels != np.asarray(before)).any(axis=2)
        indices = np.array(mapped)
        indices[changed] = np.asarray(self.map(Image.fromarray(pixels[changed][None])))[0]
        again = mapped.copy()
        again.frombytes(indices.tobytes())
        return again

    def rgba(self, image: Image.Image) -> Image.Image:
        """Convert a "P" image created by `map` to RGBA."""
        marked = image.copy()
        marked.info["transparency"] = self._alphas
        return marked.convert("RGBA")

    def png(self, image: Image.Image) -> bytes:
        """Return the PNG file of a "P" image created by `map`."""
        return encode(image, self.colours, self._alphas)


def png_of(picture: Image.Image, theme: Theme, exact: Sequence[Colour], *, cut: int = _CUT) -> bytes:
    """Return the PNG file of an RGBA picture in a palette chosen for it alone.

    That takes about ten times as long as drawing a board.
    """
    palette = Palette(theme, [picture], exact, cut)
    return palette.png(palette.map(picture))


def _distinct(values: _Packed) -> _Packed:
    """Return the different values in order, like `numpy.unique`, which would load NumPy's masked arrays."""
    ordered = np.sort(values)
    first = np.ones(len(ordered), bool)
    first[1:] = ordered[1:] != ordered[:-1]
    distinct: _Packed = ordered[first]
    return distinct


_Floats = npt.NDArray[np.float32]
Rgb = npt.NDArray[np.int32]
"""Colours in 0..255, shape (n, 3)."""

_SAMPLE: Final = 1_000_000
"""Pixels sampled from all specimens, approximately: a board's sheets repeat each shade on every square."""

_RARE: Final = 0.5
"""Exponent of a shade's pixel count as its weight, so that small highlights get their own colours."""

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
    # |c - e|² without the term that is the same for every entry e, halved and negated.
    closeness = _dot(lab, entries)
    closeness -= (entries**2).sum(axis=1) / 2
    indices: npt.NDArray[np.intp] = closeness.argmax(axis=1)
    return indices


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
    """Choose colours one by one, always the one with the largest weighted error so far."""
    error = np.full(len(lab), np.inf, np.float32)
    channels = np.ascontiguousarray(lab.T)
    for entry in given:
        np.minimum(error, _distances(channels, entry), out=error)
    taken: list[_Floats] = []
    while len(taken) < number and error.max() > 0:
        entry = lab[(weights * error).argmax()]
        taken.append(entry)
        np.minimum(error, _distances(channels, entry), out=error)
    return np.array(taken, np.float32).reshape(-1, 3)


def _distances(channels: _Floats, entry: _Floats) -> _Floats:
    """Return the squared distances of colours from one; by channel, since sums of triples are slow."""
    total = np.zeros(channels.shape[1], np.float32)
    for channel, value in zip(channels, entry, strict=True):
        apart = channel - value
        total += apart * apart
    return total


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


def encode(image: Image.Image, colours: bytes, alphas: bytes) -> bytes:
    """Return the PNG file of a "P" image.

    `colours` are red, green and blue of all entries, `alphas` those of the first ones. igzip compresses in a
    fifth of the time of Pillow's zlib, to files as small.
    """
    width, height = image.size
    # Each row starts with its filter type, 0 for none: filters help photographs only.
    rows = np.zeros((height, width + 1), np.uint8)
    rows[:, 1:] = np.asarray(image)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            # 8 bits of colour type 3, indices into the palette.
            _chunk(b"IHDR", struct.pack(">2L5B", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", colours),
            _chunk(b"tRNS", alphas),
            # Level 3 takes twice the time for no gain, 0 makes files a tenth larger.
            _chunk(b"IDAT", isal_zlib.compress(rows, 2)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(name: bytes, content: bytes) -> bytes:
    """Return a chunk with its length and checksum."""
    check = zlib.crc32(content, zlib.crc32(name))
    return struct.pack(">L", len(content)) + name + content + struct.pack(">L", check)
