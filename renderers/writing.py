"""Words in pictures, fitted to their room, and the fonts that have their letters."""

from __future__ import annotations

import re
import struct
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from math import ceil, floor
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from renderers.themes import Colour

Weight = Literal["Bold", "SemiBold"]

FONTS: Final = Path(__file__).parent / "fonts"
_INTER: Final = {weight: f"Inter-{weight}.otf" for weight in ("Bold", "SemiBold")}
_EAST_ASIAN_FONT: Final = "NotoSansCJKjp-Bold.otf"


@lru_cache(maxsize=64)
def font(size: int, weight: Weight = "Bold") -> ImageFont.FreeTypeFont:
    """Return Inter at `size` pixels."""
    return _loaded(_INTER[weight], size)


# A size takes 2.5 MB, but only 0.2 ms to load again.
@lru_cache(maxsize=2)
def _east_asian_font(size: int) -> ImageFont.FreeTypeFont:
    return _loaded(_EAST_ASIAN_FONT, size)


def _loaded(name: str, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout engine gives the same pixels with and without the optional libraqm.
    return ImageFont.truetype(FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)


_UNICODE_TABLE: Final = ((0, 4), (3, 10))
"""Platform and encoding of a font's character map for all of Unicode."""


@lru_cache(maxsize=4)
def characters_of(name: str) -> array[int]:
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
    index = bisect_left(points, point)
    return index < len(points) and points[index] == point


def has_glyph(letter: str) -> bool:
    """Return whether a bundled font has a glyph for a character."""
    return _has(_INTER["Bold"], letter) or _has(_EAST_ASIAN_FONT, letter)


class TextRun(NamedTuple):
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
    written = " ".join("".join(shown for _, shown in drawn).split())
    if any(letter.isalnum() or unicodedata.category(letter)[0] == "M" for letter in lost):
        return ""
    return written if not lost or any(map(str.isalnum, written)) else ""


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


Anchor = Literal["lm", "mm", "rm"]
"""The point of a text that its place is for: the middle of its left end, of all, or of its right end."""

Place: TypeAlias = tuple[float, float]

_BEFORE: Final = {"lm": 0.0, "mm": 0.5, "rm": 1.0}
"""Part of a text left of its anchor."""

_LEADING: Final = 1.15
"""Distance between lines, in font sizes."""

_SHRINK: Final = 0.6
_SMALLEST: Final = 12
"""A label shrinks to this part of its size, but not below this size in pixels."""


class Fitted(NamedTuple):
    """A text as it fits into `room` by `height` pixels: lines in one size of one font."""

    lines: tuple[str, ...]
    size: int
    weight: Weight
    room: float
    height: float

    @property
    def width(self) -> float:
        """Width of the longest line, pixels."""
        return max(length(line, self.size, self.weight) for line in self.lines)

    def placed(self, place: Place) -> Iterator[tuple[str, Place]]:
        """Iterate over the lines and their places; `place` is that of all."""
        for number, line in enumerate(self.lines):
            down = (number - (len(self.lines) - 1) / 2) * self.size * _LEADING
            yield line, (place[0], place[1] + down)


@lru_cache(maxsize=2048)
def fit(
    text: str, size: int, room: float, weight: Weight = "Bold", *, smallest: int = 0, height: float = 0.0
) -> Fitted:
    """Fit a text into `room` pixels: at `size`, else smaller, else cut off with an ellipsis.

    `smallest` is the last size to try, by default a part of the first one. The text is broken into as many
    lines as `height` pixels have room for, but at least one.
    """
    smallest = min(size, smallest or max(_SMALLEST, round(size * _SHRINK)))
    for tried in range(size, smallest - 1, -1):
        if length(text, tried, weight) <= room:
            return Fitted((text,), tried, weight, room, height)
        most = int(height / (tried * _LEADING))
        lines = _broken(text, tried, room, weight) if most > 1 else []
        stripped = tuple(line.rstrip() for line in lines)
        if 0 < len(lines) <= most and all(length(line, tried, weight) <= room for line in stripped):
            return Fitted(stripped, tried, weight, room, height)
    if len(lines) > most or not lines:
        lines = lines[: max(0, most - 1)]
        lines.append(text[sum(map(len, lines)) :])
    cut = (shortened(line.rstrip(), smallest, room, weight) for line in lines)
    return Fitted(tuple(cut), smallest, weight, room, height)


def common_size(
    texts: Iterable[str], size: int, room: float, weight: Weight = "Bold", smallest: int = 0
) -> int:
    """Return the size in which each of several texts fits into `room` pixels."""
    return min((fit(text, size, room, weight, smallest=smallest).size for text in texts), default=size)


_EAST_ASIAN: Final = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff9f"
_OPENING: Final = "（〔［｛〈《「『【"
_CLOSING: Final = "、。，．・：；？！）〕］｝〉》」』】々〜～％ぁぃぅぇぉっゃゅょ"
_UNBROKEN: Final = re.compile(
    # Words, runs of katakana, and single characters with the punctuation that belongs to them.
    f"[{_OPENING}]*(?:[\u30a1-\u30fa\u30fc]+|[{_EAST_ASIAN}]|[^\\s{_EAST_ASIAN}]+)[{_CLOSING}]*\\s*|\\s+"
)


def _broken(text: str, size: int, room: float, weight: Weight) -> list[str]:
    """Break a text into lines of at most `room` pixels, spaces included; a longer word has its own line."""
    lines = [""]
    for unbroken in _UNBROKEN.findall(text):
        if lines[-1] and length((lines[-1] + unbroken).rstrip(), size, weight) > room:
            lines.append("")
        lines[-1] += unbroken
    return lines


def write(
    image: Image.Image,
    place: Place,
    text: str,
    size: int,
    room: float,
    colour: Colour,
    *,
    anchor: Anchor = "lm",
    weight: Weight = "Bold",
    smallest: int = 0,
    height: float = 0.0,
) -> Fitted:
    """Write a text on an RGB or RGBA image as `fit` fits it; return what was written."""
    fitted = fit(text, size, room, weight, smallest=smallest, height=height)
    put(image, place, fitted, colour, anchor)
    return fitted


def put(image: Image.Image, place: Place, fitted: Fitted, colour: Colour, anchor: Anchor = "lm") -> None:
    """Write a fitted text on an RGB or RGBA image."""
    for line, (x, y) in fitted.placed(place):
        width = length(line, fitted.size, fitted.weight)
        # Letters reach somewhat beyond their line and their width.
        left = floor(x - _BEFORE[anchor] * width) - fitted.size // 2
        top = floor(y) - fitted.size
        mask = Image.new("L", (ceil(width) + 2 * (fitted.size // 2) + 1, 2 * fitted.size + 1))
        _draw(ImageDraw.Draw(mask), (x - left, y - top), line, fitted, anchor)
        _ink(image, mask, (left, top), colour)


def _draw(pen: ImageDraw.ImageDraw, place: Place, line: str, fitted: Fitted, anchor: Anchor) -> None:
    """Draw a line in the fonts that have its letters, on a common baseline."""
    parts = runs(line)
    if [part.east_asian for part in parts] == [False]:
        face = font(fitted.size, fitted.weight)
        pen.text(place, parts[0].text, 255, face, anchor=anchor)
        return
    ascent, descent = font(fitted.size, fitted.weight).getmetrics()
    baseline = place[1] + (ascent - descent + 1) // 2
    width = length(line, fitted.size, fitted.weight)
    left = place[0] - floor(_BEFORE[anchor] * width + 0.5)
    for part in parts:
        face = part.font(fitted.size, fitted.weight)
        pen.text((left, baseline), part.text, 255, face, anchor="ls")
        left += face.getlength(part.text)


def _ink(image: Image.Image, mask: Image.Image, corner: tuple[int, int], colour: Colour) -> None:
    """Colour an image where a mask, which may reach beyond its edges, covers it."""
    if image.mode == "RGB":
        image.paste(colour, corner, mask)
        return
    left, top = max(0, -corner[0]), max(0, -corner[1])
    mask = mask.crop((left, top, *mask.size))
    layer = Image.new("RGBA", mask.size, (*colour, 0))
    layer.putalpha(mask)
    image.alpha_composite(layer, (corner[0] + left, corner[1] + top))
