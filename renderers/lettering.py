"""The bundled font, and names as it can write them."""

import struct
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final, Literal

from PIL import ImageFont

Weight = Literal["Bold", "SemiBold"]


@lru_cache(maxsize=2)
def font_file(weight: Weight) -> bytes:
    """Return the OpenType file of the bundled font in one weight."""
    return files("renderers").joinpath("fonts", f"Inter-{weight}.otf").read_bytes()


@lru_cache(maxsize=64)
def font(size: int, weight: Weight = "Bold") -> ImageFont.FreeTypeFont:
    """Return Inter at `size` pixels."""
    # The basic layout engine gives the same pixels with and without the optional libraqm.
    return ImageFont.truetype(BytesIO(font_file(weight)), size, layout_engine=ImageFont.Layout.BASIC)


_UNICODE_TABLE: Final = ((0, 4), (3, 10))
"""Platform and encoding of a font's character map for all of Unicode."""


@lru_cache(maxsize=1)
def characters() -> frozenset[str]:
    """Return every character the bundled font has a glyph for."""
    return frozenset(map(chr, _mapped(font_file("SemiBold"))))


def _mapped(font: bytes) -> Iterator[int]:
    """Yield the code points in an OpenType font's `cmap` table of format 12."""
    # https://learn.microsoft.com/typography/opentype/spec/cmap
    (tables,) = struct.unpack_from(">4xH", font)
    directory = dict(struct.iter_unpack(">4s4xL4x", font[12 : 12 + 16 * tables]))
    cmap = directory[b"cmap"]
    (encodings,) = struct.unpack_from(">2xH", font, cmap)
    records = struct.iter_unpack(">HHL", font[cmap + 4 : cmap + 4 + 8 * encodings])
    start = cmap + next(offset for *kind, offset in records if tuple(kind) in _UNICODE_TABLE)
    (groups,) = struct.unpack_from(">12xL", font, start)
    for first, last, _ in struct.iter_unpack(">LLL", font[start + 16 : start + 16 + 12 * groups]):
        yield from range(first, last + 1)


@lru_cache(maxsize=1024)
def writable(name: str) -> str:
    """Return the name without characters the font lacks, or "" if that would lose half of its letters.

    Letters in fancy styles become plain ones; emoji are removed.
    """
    plain = [" " if letter.isspace() else letter for letter in unicodedata.normalize("NFKC", name)]
    kept = [letter for letter in plain if letter in characters() and _is_base(letter)]
    shown, whole = (sum(map(str.isalnum, letters)) for letters in (kept, plain))
    return " ".join("".join(kept).split()) if 2 * shown > whole else ""


def is_whole(name: str) -> bool:
    """Return whether the font can write every letter and digit of a name."""
    letters = filter(str.isalnum, unicodedata.normalize("NFKC", name))
    return bool(writable(name)) and all(letter in characters() for letter in letters)


def _is_base(letter: str) -> bool:
    """Return whether a character is visible and not a combining one."""
    return letter.isprintable() and not unicodedata.combining(letter)


def shortened(text: str, font: ImageFont.FreeTypeFont, room: float) -> str:
    """Return the text, cut off with an ellipsis if it is wider than `room` pixels."""
    if font.getlength(text) <= room:
        return text
    end = len(text)
    while end and font.getlength(text[:end].rstrip() + "…") > room:
        end -= 1
    return text[:end].rstrip() + "…"
