"""Palettes and paint show what was drawn, in files that follow the specification; fixed pictures."""

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

from renderers import connect4, connect4_replay, fixed_pictures, paint, reversi, reversi_replay
from renderers.board import ArtCache
from renderers.fixed_pictures import draw_avatar
from renderers.paint import Box
from renderers.palette import Palette, encode, oklab
from renderers.themes import CLASSIC, THEMES, Look
from tests.cases import for_each
from tests.renderers.helpers import LARGEST, near, pixels_of

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


@pytest.mark.long
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


SIZE = (70, 50)

BOXES: list[Box] = [
    (0.0, 0.0, 70.0, 50.0), (20.3, 10.0, 41.0, 30.6), (-5.5, -3.0, 12.0, 9.5), (60.2, 41.0, 80.0, 63.0),
    (90.0, 5.0, 99.0, 20.0),
]  # fmt: skip


def coverage(box: Box, radius: float, thickness: float | None) -> Image.Image:
    """A box, or its outline, by the distance of each pixel alone."""
    left, top, right, bottom = box
    image = Image.new("L", SIZE)
    for y in range(SIZE[1]):
        for x in range(SIZE[0]):
            across = abs(x + 0.5 - (left + right) / 2) - ((right - left) / 2 - radius)
            down = abs(y + 0.5 - (top + bottom) / 2) - ((bottom - top) / 2 - radius)
            distance = float(np.hypot(max(across, 0), max(down, 0))) + min(max(across, down), 0) - radius
            share = 0.5 - distance if thickness is None else min(0.5 - distance, distance + thickness + 0.5)
            image.putpixel((x, y), int(np.rint(min(max(share, 0), 1) * 255)))
    return image


@for_each("radius", [0.0, 4.5])
def test_boxes_and_outlines_cover_what_they_should(radius: float) -> None:
    for box in BOXES:
        assert paint.box_mask(SIZE, box, radius) == coverage(box, radius, None), box
        assert paint.outline_mask(SIZE, box, radius, 2.5) == coverage(box, radius, 2.5), box


def test_paint_changes_what_its_mask_covers_only() -> None:
    mask = Image.new("L", SIZE)
    image = Image.new("RGBA", SIZE, (10, 20, 30, 255))
    paint.fill(image, mask, (200, 100, 0))
    assert image.getcolors() == [(SIZE[0] * SIZE[1], (10, 20, 30, 255))]

    mask.paste(255, (7, 8, 30, 40))
    mask.putpixel((60, 45), 128)
    paint.fill(image, mask, (200, 100, 0))
    assert image.crop((7, 8, 30, 40)).getcolors() == [(23 * 32, (200, 100, 0, 255))]
    assert image.getpixel((60, 45)) == (105, 60, 15, 255)
    colours: Any = image.getcolors()
    assert sorted(count for count, _ in colours) == [1, 23 * 32, SIZE[0] * SIZE[1] - 23 * 32 - 1]


def test_the_avatar_is_a_disc_of_two_colours_on_green() -> None:
    assert draw_avatar() == draw_avatar()
    pixels = pixels_of(draw_avatar())
    assert pixels.shape[:2] == (128, 128)
    assert near(pixels[2, 2], CLASSIC.reversi.squares[0])
    assert near(pixels[45, 45], CLASSIC.reversi.discs[0], 40)
    assert near(pixels[83, 83], CLASSIC.reversi.discs[1], 40)


def test_white_discs_are_before_the_arrow_and_none_after_it() -> None:
    png = fixed_pictures.draw_reversi()
    assert len(png) <= LARGEST
    assert png == fixed_pictures.draw_reversi()
    pixels = pixels_of(png)
    assert pixels.shape[1] == 640
    before, after = pixels[:, :290], pixels[:, 350:]
    # Four white discs of 52 pixels: about 8,500 pixels, some of them shaded.
    assert near(before, CLASSIC.reversi.discs[1], 30) > 4000
    assert near(after, CLASSIC.reversi.discs[1], 30) < 100
    # They and the disc played are black afterwards; the frame's colour is only close to that of a disc.
    assert near(after, CLASSIC.reversi.discs[0], 16) > near(before, CLASSIC.reversi.discs[0], 16) + 5000
    assert near(pixels[:, 290:350], CLASSIC.accent, 20) > 500
    text = fixed_pictures.describe_reversi()
    assert len(text) <= 1000
    assert [word for word in ("Before", "After", "black", "white", "flipped") if word not in text] == []
