"""Words in pictures, fitted to their room."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import ceil, floor
from typing import Final, Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from renderers import lettering
from renderers.lettering import Weight
from renderers.themes import Colour

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
        return max(lettering.length(line, self.size, self.weight) for line in self.lines)

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
        if lettering.length(text, tried, weight) <= room:
            return Fitted((text,), tried, weight, room, height)
        most = int(height / (tried * _LEADING))
        lines = _broken(text, tried, room, weight) if most > 1 else []
        stripped = tuple(line.rstrip() for line in lines)
        if 0 < len(lines) <= most and all(lettering.length(line, tried, weight) <= room for line in stripped):
            return Fitted(stripped, tried, weight, room, height)
    if len(lines) > most or not lines:
        lines = lines[: max(0, most - 1)]
        lines.append(text[sum(map(len, lines)) :])
    cut = (lettering.shortened(line.rstrip(), smallest, room, weight) for line in lines)
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
        if lines[-1] and lettering.length((lines[-1] + unbroken).rstrip(), size, weight) > room:
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
        width = lettering.length(line, fitted.size, fitted.weight)
        # Letters reach somewhat beyond their line and their width.
        left = floor(x - _BEFORE[anchor] * width) - fitted.size // 2
        top = floor(y) - fitted.size
        mask = Image.new("L", (ceil(width) + 2 * (fitted.size // 2) + 1, 2 * fitted.size + 1))
        _draw(ImageDraw.Draw(mask), (x - left, y - top), line, fitted, anchor)
        _ink(image, mask, (left, top), colour)


def _draw(pen: ImageDraw.ImageDraw, place: Place, line: str, fitted: Fitted, anchor: Anchor) -> None:
    """Draw a line in the fonts that have its letters, on a common baseline."""
    parts = lettering.runs(line)
    if [part.east_asian for part in parts] == [False]:
        font = lettering.font(fitted.size, fitted.weight)
        pen.text(place, parts[0].text, 255, font, anchor=anchor)
        return
    ascent, descent = lettering.font(fitted.size, fitted.weight).getmetrics()
    baseline = place[1] + (ascent - descent + 1) // 2
    width = lettering.length(line, fitted.size, fitted.weight)
    left = place[0] - floor(_BEFORE[anchor] * width + 0.5)
    for part in parts:
        font = part.font(fitted.size, fitted.weight)
        pen.text((left, baseline), part.text, 255, font, anchor="ls")
        left += font.getlength(part.text)


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
