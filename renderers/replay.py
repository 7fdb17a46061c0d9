"""Whole games as animated GIFs.

A game with extra pictures for what happens between two positions makes a `Film` of them (`reversi_replay`,
`connect4_replay`); any other one is shown position by position (`still_film`). A frame of the file holds the
smallest box around the change, and all unchanged pixels in it are transparent, which compresses to almost
nothing.
"""

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

from renderers import strip
from renderers.board import TileBoard
from renderers.paint import without_translucence
from renderers.palette import Palette
from renderers.themes import WIDTH as USUAL_WIDTH
from renderers.themes import Theme

UNCHANGED: Final = 0
"""Index of the transparent colour, which leaves a pixel unchanged."""

TICK: Final = 10
"""Unit of durations, milliseconds."""

_BITS: Final = 8
_SCREEN: Final = struct.Struct("<6s2H3B")
_TABLE_OF_256: Final = 0x80 | 7 << 4 | 7
_FOR_EVER: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_CONTROL: Final = struct.Struct("<4sH2B")
_STAYS: Final = 1 << 2 | 1
"""Keep the frame for the next one; one colour is transparent."""
_PLACE: Final = struct.Struct("<B4HB")

Pixels = npt.NDArray[np.uint8]


class GifWriter:
    """Write a GIF that repeats forever."""

    def __init__(self, size: tuple[int, int], colours: bytes) -> None:
        """Begin a file; `colours` are red, green and blue of at most 256, the first one transparent."""
        self._size = size
        width, height = size
        head = _SCREEN.pack(b"GIF89a", width, height, _TABLE_OF_256, UNCHANGED, 0)
        self._parts = [head, colours.ljust(3 << _BITS, b"\0"), _FOR_EVER]
        self._before: Pixels | None = None
        self._waiting: tuple[Image.Image, tuple[int, int], int] | None = None

    def add(self, picture: Image.Image, milliseconds: int) -> None:
        """Add a "P" picture for a time; one equal to the previous picture only extends its time."""
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
        """Return the whole file; nothing can be added afterwards."""
        self._write_waiting()
        return b"".join([*self._parts, b"\x3b"])

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
            # Pillow's encoder writes all blocks of compressed pixels but the empty last one.
            image.tobytes("gif", "P", _BITS, 0),
            b"\0",
        ]


def _changed(before: Pixels | None, pixels: Pixels) -> tuple[Image.Image, tuple[int, int]] | None:
    """Return the changed part and its corner; None if the pictures are equal."""
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


WIDTH: Final = 480
"""Width of the pictures in pixels; still films may be narrower."""

START: Final = 900
STEP: Final = 440
PASS: Final = 900
END: Final = 4000
"""Display times of the first position, after a move, after a pass, and of the last one, milliseconds."""


class Frame(NamedTuple):
    """A picture and its display time; `ply` counts its moves, None between two positions."""

    picture: Image.Image
    """In the film's palette."""
    milliseconds: int
    ply: int | None = None


@dataclass(frozen=True)
class Film:
    """The frames of a game: "P" pictures of one `size` in `colours`, the first one transparent."""

    size: tuple[int, int]
    colours: bytes
    frames: Iterator[Frame]
    """Drawn lazily; can be iterated once."""


class Projection:
    """The file of a film, drawn in several passes."""

    def __init__(self, film: Callable[[], Film]) -> None:
        self._film = film
        self._begun: tuple[GifWriter, Iterator[Frame]] | None = None

    def resume(self, stopped: Callable[[], bool]) -> bytes | None:
        """Draw frames until all are done or `stopped()`; return the file when it is complete."""
        if self._begun is None:
            film = self._film()
            self._begun = GifWriter(film.size, film.colours), film.frames
        gif, frames = self._begun
        while not stopped():
            frame = next(frames, None)
            if frame is None:
                return gif.file()
            gif.add(frame.picture, frame.milliseconds)
        return None


def shown_for(ply: int, plies: int, *, passed: bool = False) -> int:
    """Return the display time of the position after `ply` moves, milliseconds."""
    if ply == plies:
        return END
    return START if ply == 0 else PASS if passed else STEP


def still_film(pictures: Sequence[Callable[[], bytes]], theme: Theme) -> Film:
    """Return a film of the pictures of all positions, given as functions that draw PNGs."""

    def still(number: int) -> Image.Image:
        return without_translucence(narrowed(pictures[number]()))

    samples = [still(number) for number in sorted({0, len(pictures) // 2, len(pictures) - 1})]
    palette = Palette(theme, samples, (theme.text, theme.muted, theme.accent), cut=200)

    def frames() -> Iterator[Frame]:
        before = samples[0]
        mapped = palette.map(before)
        yield Frame(mapped, shown_for(0, len(pictures) - 1), 0)
        for ply in range(1, len(pictures)):
            picture = still(ply)
            mapped = palette.map_again(picture, before, mapped)
            before = picture
            yield Frame(mapped, shown_for(ply, len(pictures) - 1), ply)

    return Film(samples[0].size, palette.colours, frames())


def narrowed(png: bytes) -> Image.Image:
    """Decode a picture and shrink it to the width of replays, RGBA."""
    with Image.open(BytesIO(png)) as image:
        picture = image.convert("RGBA")
    if picture.width > WIDTH:
        height = round(picture.height * WIDTH / picture.width)
        picture = picture.resize((WIDTH, height), Image.Resampling.LANCZOS)
    return picture


_SCALE: Final = WIDTH / USUAL_WIDTH

STRIP_HEIGHT: Final = round(strip.HEIGHT * _SCALE)
"""Height of the strip with its margins, pixels."""

_STRIP_CORNER: Final = (round(strip.WINDOW[0] * _SCALE), round(strip.WINDOW[1] * _SCALE))


class Scene:
    """A smaller board with the strip above it, as frames of a film."""

    def __init__(self, board: TileBoard, palette: Palette) -> None:
        self._board = board
        self._palette = palette
        self._strip: tuple[Image.Image, Image.Image] | None = None
        """In true colour and in the palette."""

    def put_strip(self, drawn: Image.Image) -> None:
        """Replace the strip by one drawn for the usual board."""
        size = (round(drawn.width * _SCALE), round(drawn.height * _SCALE))
        strip = drawn.resize(size, Image.Resampling.LANCZOS)
        if self._strip is None:
            self._strip = strip, self._palette.map(strip)
        else:
            self._strip = strip, self._palette.map_again(strip, *self._strip)

    def frame(self, states: Mapping[int, str], milliseconds: int, ply: int | None = None) -> Frame:
        """Return a frame with the squares in their states below the strip."""
        picture = self._board.compose(states)
        if self._strip is not None:
            picture.paste(self._strip[1], _STRIP_CORNER)
        return Frame(picture, milliseconds, ply)
