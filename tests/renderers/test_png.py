"""Picture files, read the strict way: byte by byte, as the PNG specification has it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image

from renderers import png
from tests.renderers.helpers import pixels_of

_COLOURS = bytes(range(30)) + b"\xff\x80\x00"
_ALPHAS = b"\x00\x60"


def picture(width: int, height: int) -> Image.Image:
    """Every number of the palette, in a pattern that is not the same twice in a row."""
    numbers = (np.arange(width * height).reshape(height, width) * 7) % (len(_COLOURS) // 3)
    return Image.frombytes("P", (width, height), numbers.astype(np.uint8).tobytes())


def chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The names and contents of a PNG file's parts; fails unless lengths and check sums are right."""
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


@pytest.mark.parametrize("size", [(1, 1), (640, 768), (31, 5)])
def test_a_picture_file_is_what_the_specification_says(size: tuple[int, int]) -> None:
    image = picture(*size)
    parts = list(chunks(png.encode(image, _COLOURS, _ALPHAS)))
    assert [name for name, _ in parts] == [b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"]
    content = dict(parts)
    assert content[b"IHDR"] == struct.pack(">2L5B", *size, 8, 3, 0, 0, 0)
    assert (content[b"PLTE"], content[b"tRNS"], content[b"IEND"]) == (_COLOURS, _ALPHAS, b"")
    stream = zlib.decompressobj()
    rows = stream.decompress(content[b"IDAT"])
    # Complete with its check sum, and nothing behind it.
    assert stream.eof
    assert not stream.unused_data
    width = size[0]
    assert rows == b"".join(b"\0" + row.tobytes() for row in np.asarray(image).reshape(-1, width))


def test_a_picture_file_has_the_colours_and_the_transparency_of_its_palette() -> None:
    image = picture(31, 5)
    pixels = pixels_of(png.encode(image, _COLOURS, _ALPHAS))
    for row, column in np.ndindex(5, 31):
        number = image.getpixel((column, row))
        assert isinstance(number, int)
        alpha = _ALPHAS[number] if number < len(_ALPHAS) else 255
        assert tuple(pixels[row, column]) == (*_COLOURS[3 * number : 3 * number + 3], alpha)
