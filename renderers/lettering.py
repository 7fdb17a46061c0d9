"""The bundled fonts, which of them writes what, and people's texts as they can be written.

Inter has Latin, Greek and Cyrillic letters; a subset of Noto Sans CJK has kana, kanji, and the usual
characters of Chinese and Korean. Scripts that take more than one glyph after the other are not written.
"""

import re
import struct
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final, Literal, NamedTuple

from PIL import ImageFont

Weight = Literal["Bold", "SemiBold"]

FONTS: Final = Path(__file__).parent / "fonts"
_INTER: Final = {weight: f"Inter-{weight}.otf" for weight in ("Bold", "SemiBold")}
_EAST_ASIAN: Final = "NotoSansCJKjp-Bold.otf"


@lru_cache(maxsize=64)
def font(size: int, weight: Weight = "Bold") -> ImageFont.FreeTypeFont:
    """Return Inter at `size` pixels."""
    return _loaded(_INTER[weight], size)


# A size takes 2.5 MB, but only 0.2 ms to load again.
@lru_cache(maxsize=2)
def _east_asian_font(size: int) -> ImageFont.FreeTypeFont:
    return _loaded(_EAST_ASIAN, size)


def _loaded(name: str, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout engine gives the same pixels with and without the optional libraqm.
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


_UNICODE_TABLE: Final = ((0, 4), (3, 10))
"""Platform and encoding of a font's character map for all of Unicode."""


@lru_cache(maxsize=4)
def characters_of(name: str) -> "array[int]":
    """Return the sorted code points for which a bundled font has a glyph."""
    with (FONTS / name).open("rb") as file:
        # https://learn.microsoft.com/typography/opentype/spec/otff
        (tables,) = struct.unpack(">4xH6x", file.read(12))
        directory = {tag: span for tag, *span in struct.iter_unpack(">4s4xLL", file.read(16 * tables))}
        start, length = directory[b"cmap"]
        file.seek(start)
        return array("I", _mapped(file.read(length)))


def _mapped(cmap: bytes) -> Iterator[int]:
    """Yield the code points in a `cmap` table of format 12."""
    # https://learn.microsoft.com/typography/opentype/spec/cmap
    (encodings,) = struct.unpack_from(">2xH", cmap)
    records = struct.iter_unpack(">HHL", cmap[4 : 4 + 8 * encodings])
    start = next(offset for *kind, offset in records if tuple(kind) in _UNICODE_TABLE)
    (groups,) = struct.unpack_from(">12xL", cmap, start)
    for first, last, _ in struct.iter_unpack(">LLL", cmap[start + 16 : start + 16 + 12 * groups]):
        yield from range(first, last + 1)


def _has(name: str, letter: str) -> bool:
    """Return whether a bundled font has a glyph for a character."""
    points, point = characters_of(name), ord(letter)
    found = bisect_left(points, point)
    return found < len(points) and points[found] == point


def has_glyph(letter: str) -> bool:
    """Return whether a bundled font has a glyph for a character."""
    return _has(_INTER["Bold"], letter) or _has(_EAST_ASIAN, letter)


class TextRun(NamedTuple):
    """A part of a text in one font."""

    text: str
    east_asian: bool

    def font(self, size: int, weight: Weight) -> ImageFont.FreeTypeFont:
        """Return the font of the run; the East Asian one has a single weight."""
        return _east_asian_font(size) if self.east_asian else font(size, weight)


def runs(text: str) -> tuple[TextRun, ...]:
    """Divide a text into runs; characters without a glyph are left out."""
    return (TextRun(text, False),) if text.isascii() else _divided(text)


@lru_cache(maxsize=1024)
def _divided(text: str) -> tuple[TextRun, ...]:
    known = [(letter, not _has(_INTER["Bold"], letter)) for letter in text if has_glyph(letter)]
    return tuple(
        TextRun("".join(letter for letter, _ in letters), east_asian)
        for east_asian, letters in groupby(known, key=lambda part: part[1])
    )


def length(text: str, size: int, weight: Weight = "Bold") -> float:
    """Return the width of a text in pixels."""
    return sum(run.font(size, weight).getlength(run.text) for run in runs(text))


_UNSEEN: Final = re.compile(
    # Keycaps, and the selectors of variants: of emoji, and of kanji in names.
    "[0-9#*]\ufe0f?\u20e3|[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_SPACING: Final = str.maketrans({"\u3099": "\u309b", "\u309a": "\u309c"})
"""Voicing marks that no kana combines with, and their forms with a width of their own."""


@lru_cache(maxsize=1024)
def drawable(text: str) -> str:
    """Return a person's text as pictures can write it; "" if it must be left to the text of the message.

    Emoji and invisible characters are removed, letters in fancy styles that the fonts lack become plain ones.
    A text that would lose a letter, a digit or a combining mark is left out whole, and so is one of symbols
    that would lose one of them.
    """
    plain = _UNSEEN.sub("", unicodedata.normalize("NFC", text)).translate(_SPACING)
    drawn = [(letter, _drawn(letter)) for letter in plain]
    lost = [letter for letter, shown in drawn if not shown and letter.isprintable()]
    kept = " ".join("".join(shown for _, shown in drawn).split())
    if any(letter.isalnum() or unicodedata.category(letter)[0] == "M" for letter in lost):
        return ""
    return kept if not lost or any(map(str.isalnum, kept)) else ""


def _drawn(letter: str) -> str:
    """Return a character as the fonts can write it, "" if they cannot."""
    if letter.isspace():
        return " "
    forms: Iterable[str] = (letter, unicodedata.normalize("NFKC", letter))
    return next((form for form in forms if all(map(_is_plain, form))), "")


def _is_plain(letter: str) -> bool:
    """Return whether a character has a glyph, is visible, and does not combine with another one."""
    return letter.isprintable() and unicodedata.category(letter)[0] != "M" and has_glyph(letter)


def shortened(text: str, size: int, room: float, weight: Weight = "Bold") -> str:
    """Return the text, cut off with an ellipsis if it is wider than `room` pixels."""
    if length(text, size, weight) <= room:
        return text
    end = len(text)
    while end and length(text[:end].rstrip() + "…", size, weight) > room:
        end -= 1
    return text[:end].rstrip() + "…"
