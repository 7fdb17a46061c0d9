"""GIF files of animated pictures with one palette, written frame by frame.

A frame holds the smallest box around what has changed since the one before, and in it nothing but what has
changed: everything else is transparent, which compresses to almost nothing.
"""

import struct
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image

UNCHANGED: Final = 0
"""The transparent colour: nothing in the first frame, what was there before in the others."""

TICK: Final = 10
"""Milliseconds: durations are multiples of it."""

_BITS: Final = 8
_SCREEN: Final = struct.Struct("<6s2H3B")
_TABLE_OF_256: Final = 0x80 | 7 << 4 | 7
_FOR_EVER: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_CONTROL: Final = struct.Struct("<4sH2B")
_STAYS: Final = 1 << 2 | 1
"""What a frame has drawn is left there for the next one; one of its colours is transparent."""
_PLACE: Final = struct.Struct("<B4HB")
_END: Final = b"\x3b"

Pixels = npt.NDArray[np.uint8]


class GifWriter:
    """Makes a GIF that is repeated for ever."""

    def __init__(self, size: tuple[int, int], colours: bytes) -> None:
        """`colours` are red, green and blue of at most 256, the first of which is transparent."""
        self._size = size
        width, height = size
        head = _SCREEN.pack(b"GIF89a", width, height, _TABLE_OF_256, UNCHANGED, 0)
        self._parts = [head, colours.ljust(3 << _BITS, b"\0"), _FOR_EVER]
        self._before: Pixels | None = None
        self._waiting: tuple[Image.Image, tuple[int, int], int] | None = None

    def add(self, picture: Image.Image, milliseconds: int) -> None:
        """Show a "P" picture for so long. One that equals the picture before it only lengthens its time."""
        pixels: Pixels = np.asarray(picture)
        if picture.size != self._size:
            raise ValueError(f"the frames have {self._size} pixels, not {picture.size}")
        drawn = _changed(self._before, pixels)
        self._before = pixels
        if drawn is None:
            assert self._waiting is not None
            image, corner, before = self._waiting
            self._waiting = (image, corner, before + milliseconds)
            return
        self._write_waiting()
        self._waiting = (*drawn, milliseconds)

    def file(self) -> bytes:
        """The whole file; nothing can be added after that."""
        self._write_waiting()
        return b"".join([*self._parts, _END])

    def _write_waiting(self) -> None:
        if self._waiting is None:
            return
        image, (left, top), milliseconds = self._waiting
        self._waiting = None
        control = b"\x21\xf9\x04" + bytes([_STAYS])
        self._parts += [
            _CONTROL.pack(control, round(milliseconds / TICK), UNCHANGED, 0),
            _PLACE.pack(0x2C, left, top, *image.size, 0),
            bytes([_BITS]),
            # Pillow's encoder makes the blocks of compressed pixels, but for the empty one that ends them.
            image.tobytes("gif", "P", _BITS, 0),
            b"\0",
        ]


def _changed(before: Pixels | None, pixels: Pixels) -> tuple[Image.Image, tuple[int, int]] | None:
    """What has to be drawn, and its corner; None if nothing has changed."""
    if before is None:
        return _picture(pixels), (0, 0)
    differs = before != pixels
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return None
    box = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    drawn = np.where(differs[box], pixels[box], np.uint8(UNCHANGED))
    return _picture(drawn), (int(columns[0]), int(rows[0]))


def _picture(pixels: Pixels) -> Image.Image:
    height, width = pixels.shape
    return Image.frombytes("P", (width, height), pixels.tobytes())
