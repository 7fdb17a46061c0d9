"""Palettes show the colours drawn, without specks or bands, and their PNG files follow the specification."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from itertools import cycle
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image

from renderers import connect4, connect4_replay, reversi, reversi_replay
from renderers.board import ArtCache
from renderers.palette import Palette, encode, oklab
from renderers.themes import THEMES, Look
from tests.cases import for_each
from tests.renderers.helpers import pixels_of

SPOT = 3
"""Side of the smallest visible spot, pixels."""

VISIBLE = 0.026
"""Visible difference in Oklab at 200 %; highlights that became olive were 0.075 off."""

NARROW = 150
"""Width in pixels of a sheet's two left columns, which have all of its sprites."""

Pixels = npt.NDArray[np.float32]


class Recording(Palette):
    """A palette that records the images it maps."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self.drawn: list[Image.Image] = []
        super().__init__(*args, **options)

    def map_all(self, images: Iterable[Image.Image]) -> list[Image.Image]:
        drawn = list(images)
        self.drawn += drawn
        return super().map_all(drawn)


def spots(difference: Pixels) -> Pixels:
    """Return the mean difference in each square of `SPOT` pixels."""
    sums = np.pad(difference.cumsum(0).cumsum(1), ((1, 0), (1, 0), (0, 0)))
    across = sums[SPOT:, SPOT:] - sums[:-SPOT, SPOT:] - sums[SPOT:, :-SPOT] + sums[:-SPOT, :-SPOT]
    means: Pixels = across / SPOT**2
    return means


def worst_spot(palette: Palette, image: Image.Image) -> float:
    """Return the colour error of the worst spot of an image."""
    wanted = np.asarray(image.convert("RGBA"))
    opaque = wanted[..., 3:] == 255
    got = np.asarray(palette.rgba(Palette.map_all(palette, [image])[0]))[..., :3]
    difference = np.where(opaque, oklab(got) - oklab(wanted[..., :3]), 0)
    return float(np.linalg.norm(spots(difference), axis=-1).max())


def narrowed(image: Image.Image) -> Image.Image:
    return image.crop((0, 0, min(image.width, NARROW), image.height))


ROOMS: dict[str, tuple[ModuleType, ModuleType, tuple[int, ...]]] = {
    "reversi": (reversi, reversi_replay, (8, 8)),
    "connect4": (connect4, connect4_replay, (7, 6, 4)),
}
"""Each game's modules for boards and replays, and the size of its usual board."""


EACH_THEME_ONCE = [(game, theme) for game, theme in zip(cycle(ROOMS), THEMES, strict=False)]


@pytest.mark.first(1)
@pytest.mark.parametrize(("game", "theme"), EACH_THEME_ONCE)
def test_no_spot_of_a_board_is_off_in_colour(game: str, theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    boards, replays, size = ROOMS[game]
    for room in (boards, replays):
        monkeypatch.setattr(room, "_ARTS", ArtCache(room._make_art, 1))
    monkeypatch.setattr(boards, "Palette", Recording)
    palette = boards.art_of(*size, Look(THEMES[theme])).palette
    # A replay's tiles are smaller, in the same colours.
    replays._ARTS.get(*size, THEMES[theme], False)
    off = [worst_spot(palette, narrowed(image)) for image in palette.drawn]
    assert len(off) > 10
    assert max(off) < VISIBLE


_COLOURS = bytes(range(30)) + b"\xff\x80\x00"
_ALPHAS = b"\x00\x60"


def picture(width: int, height: int) -> Image.Image:
    """Return every palette index in a pattern that never repeats in a row."""
    numbers = (np.arange(width * height).reshape(height, width) * 7) % (len(_COLOURS) // 3)
    return Image.frombytes("P", (width, height), numbers.astype(np.uint8).tobytes())


def chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield names and contents of a PNG file's chunks; check lengths and checksums."""
    assert file[:8] == b"\x89PNG\r\n\x1a\n"
    place = 8
    while place < len(file):
        length, name = struct.unpack_from(">L4s", file, place)
        content = file[place + 8 : place + 8 + length]
        (check,) = struct.unpack_from(">L", file, place + 8 + length)
        assert check == zlib.crc32(name + content)
        yield name, content
        place += length + 12
    assert place == len(file)


@for_each("size", [(1, 1), (640, 768), (31, 5)])
def test_a_picture_file_follows_the_specification(size: tuple[int, int]) -> None:
    image = picture(*size)
    parts = list(chunks(encode(image, _COLOURS, _ALPHAS)))
    assert [name for name, _ in parts] == [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"]
    content = dict(parts)
    assert content[b"IHDR"] == struct.pack(">2L5B", *size, 8, 3, 0, 0, 0)
    assert (content[b"PLTE"], content[b"tRNS"], content[b"IEND"]) == (_COLOURS, _ALPHAS, b"")
    stream = zlib.decompressobj()
    rows = stream.decompress(content[b"IDAT"])
    # Complete with its checksum, and nothing after it.
    assert stream.eof
    assert not stream.unused_data
    width = size[0]
    assert rows == b"".join(b"\0" + row.tobytes() for row in np.asarray(image).reshape(-1, width))


def test_a_picture_file_has_the_colours_and_the_transparency_of_its_palette() -> None:
    image = picture(31, 5)
    pixels = pixels_of(encode(image, _COLOURS, _ALPHAS))
    for row, column in np.ndindex(5, 31):
        number = image.getpixel((column, row))
        assert isinstance(number, int)
        alpha = _ALPHAS[number] if number < len(_ALPHAS) else 255
        assert tuple(pixels[row, column]) == (*_COLOURS[3 * number : 3 * number + 3], alpha)


def test_large_pictures_and_many_are_mapped_like_small_ones() -> None:
    theme = THEMES["classic"]
    # Few shades, or choosing among them takes seconds.
    shades = np.random.default_rng(3).integers(0, 16, (300, 900, 4), np.uint8) * 17
    picture = Image.fromarray(shades)
    palette = Palette(theme, [picture])

    whole = palette.map(picture)
    rows = [picture.crop((0, top, 900, top + 100)) for top in (0, 100, 200)]
    assert palette.map_all([*rows, picture]) == [*map(palette.map, rows), whole]
    assert [whole.crop((0, top, 900, top + 100)) for top in (0, 100, 200)] == [*map(palette.map, rows)]
