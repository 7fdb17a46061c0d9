"""A fixed palette of at most 256 colours: pictures are made of tiles that were mapped to it once.

A board drawn so is a matter of copying bytes, and its PNG is a third of an RGB one.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from PIL import Image

from renderers import png, shades
from renderers.theme import Colour, Theme

_EDGE_STEPS: Final = 7
"""Palette entries between transparent and opaque, for the frame's rounded corners."""

_CUT: Final = 144
"""Colours chosen. Fewer make longer runs and smaller files, more make gradients smoother."""


class Palette:
    """One transparent colour, a few translucent ones of the theme's edge, the rest opaque.

    `specimens` are RGB images that hold, in about the right proportion, what will be drawn; `exact` are
    colours that must not be approximated. `cut` is how many more are chosen, at most. `colours` are red,
    green and blue of all of them, the transparent one first.
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
        opaque = np.concatenate([fixed, shades.choose(specimens, room, fixed)])
        self._opaque = shades.oklab(opaque)
        self._first = 1 + _EDGE_STEPS
        edge = [list(theme.frame_edge)] * _EDGE_STEPS
        colours = [[0, 0, 0], *edge, *opaque.tolist()]
        self.colours: Final = bytes(channel for colour in colours for channel in colour)
        steps = [round(255 * step / (_EDGE_STEPS + 1)) for step in range(1, _EDGE_STEPS + 1)]
        self._alphas = bytes([0, *steps])

    def map(self, image: Image.Image) -> Image.Image:
        """A "P" image of the same size, every pixel its nearest palette entry (exact, no dithering)."""
        pixels = np.asarray(image.convert("RGBA")).astype(np.int32)
        packed = (pixels[..., 0] << 16) | (pixels[..., 1] << 8) | pixels[..., 2]
        distinct = np.unique(packed)
        # Four times as fast as the inverse that `unique` gives.
        positions = np.searchsorted(distinct, packed)
        rgb = np.stack([distinct >> 16, (distinct >> 8) & 255, distinct & 255], axis=1)
        entries = shades.nearest(shades.oklab(rgb), self._opaque) + self._first
        indices = entries.astype(np.uint8)[positions]
        alpha = pixels[..., 3]
        step = np.rint(alpha * (_EDGE_STEPS + 1) / 255.0).astype(np.uint8)
        indices = np.where(step > _EDGE_STEPS, indices, step).astype(np.uint8)
        mapped = Image.frombytes("P", image.size, indices.tobytes())
        mapped.putpalette(self.colours)
        return mapped

    def map_again(self, image: Image.Image, before: Image.Image, mapped: Image.Image) -> Image.Image:
        """What `map` makes of an image, sooner: `mapped` is what it made of one `before`, much like it.

        Both are RGB, or both RGBA.
        """
        pixels = np.asarray(image)
        changed = (pixels != np.asarray(before)).any(axis=2)
        indices = np.array(mapped)
        indices[changed] = np.asarray(self.map(Image.fromarray(pixels[changed][None])))[0]
        again = mapped.copy()
        again.frombytes(indices.tobytes())
        return again

    def rgba(self, image: Image.Image) -> Image.Image:
        """The RGBA image that a "P" image made by `map` stands for."""
        marked = image.copy()
        marked.info["transparency"] = self._alphas
        return marked.convert("RGBA")

    def png(self, image: Image.Image) -> bytes:
        """The bytes of a PNG file of a "P" image made by `map`."""
        return png.encode(image, self.colours, self._alphas)
