"""A ledger of the texts in pictures: each with the box of its ink and the area that it was meant for.

While `recording`, texts are followed from the images that they are written on to all that these are copied
to, pasted on, cut out of or mapped to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageDraw

from renderers import paint, writing
from renderers.palette import Palette
from renderers.writing import Anchor, Fitted, Place

Box = tuple[float, float, float, float]
"""left, top, right, bottom in pixels."""


@dataclass(frozen=True)
class Written:
    """A text on an image."""

    fitted: Fitted
    ink: Box
    area: Box

    @property
    def text(self) -> str:
        return " ".join(self.fitted.lines)

    def moved(self, x: float, y: float, scale: float = 1.0) -> Written:
        """Return the text on an image that has this one at (x, y)."""
        ink, area = (
            (box[0] * scale + x, box[1] * scale + y, box[2] * scale + x, box[3] * scale + y)
            for box in (self.ink, self.area)
        )
        return replace(self, ink=ink, area=area)


@dataclass(frozen=True)
class Picture:
    """A finished picture."""

    size: tuple[int, int]
    texts: list[Written]


class Ledger:
    """The texts on all images, and the pictures that were finished."""

    def __init__(self) -> None:
        self.pictures: list[Picture] = []
        self._texts: dict[int, list[Written]] = {}
        # Images are known by their addresses, which must not be used again.
        self._images: list[Image.Image] = []

    def on(self, image: Image.Image) -> list[Written]:
        """Return the texts on an image."""
        return self._texts.get(id(image), [])

    def add(self, image: Image.Image, texts: list[Written]) -> None:
        """Note texts on an image."""
        if texts:
            self._images.append(image)
            self._texts[id(image)] = [*self.on(image), *texts]

    def forget(self, image: Image.Image) -> None:
        """Forget the texts on an image."""
        self._texts.pop(id(image), None)

    def cover(self, image: Image.Image, box: Box) -> None:
        """Forget the texts that an opaque image covers."""
        kept = [text for text in self.on(image) if not _is_inside(text.ink, box)]
        if self.on(image):
            self._texts[id(image)] = kept

    def finish(self, image: Image.Image) -> None:
        """Note a picture."""
        self.pictures.append(Picture(image.size, self.on(image)))


def written_on(image: Image.Image, place: Place, fitted: Fitted, anchor: Anchor) -> Written:
    """Return the record of a text."""
    # Ink beyond the edges counts as well.
    margin = 2 * fitted.size
    mask = Image.new("L", (image.width + 2 * margin, image.height + 2 * margin))
    for line, (x, y) in fitted.placed(place):
        writing._draw(ImageDraw.Draw(mask), (x + margin, y + margin), line, fitted, anchor)
    found = mask.point([0] * 64 + [255] * 192).getbbox() or (margin, margin, margin, margin)
    ink = (found[0] - margin, found[1] - margin, found[2] - margin, found[3] - margin)
    left = place[0] - {"lm": 0.0, "mm": 0.5, "rm": 1.0}[anchor] * fitted.room
    height = max(fitted.height, 1.3 * fitted.size)
    return Written(fitted, ink, (left, place[1] - height / 2, left + fitted.room, place[1] + height / 2))


@contextmanager
def recording() -> Iterator[Ledger]:
    """Record all texts that are written in a block."""
    ledger = Ledger()
    # What was drawn before would not be written again.
    paint._files.clear()
    with pytest.MonkeyPatch.context() as patch:
        _follow(patch, ledger)
        yield ledger


def texts_in(draw: Callable[[], bytes]) -> dict[str, Box]:
    """Return the boxes of the texts in a picture, by the text."""
    with recording() as ledger:
        draw()
    (picture,) = ledger.pictures
    return {written.text: written.ink for written in picture.texts}


def _follow(patch: pytest.MonkeyPatch, ledger: Ledger) -> None:
    put, png = writing.put, Palette.png

    def record(image: Image.Image, place: Place, fitted: Fitted, colour: Any, anchor: Anchor = "lm") -> None:
        put(image, place, fitted, colour, anchor)
        ledger.add(image, [written_on(image, place, fitted, anchor)])

    def finish(palette: Palette, image: Image.Image) -> bytes:
        ledger.finish(image)
        return png(palette, image)

    patch.setattr(writing, "put", record)
    patch.setattr(Palette, "png", finish)
    for owner, name in (
        (Image.Image, "copy"),
        (Image.Image, "convert"),
        (Palette, "map"),
        (Palette, "map_again"),
        (Palette, "rgba"),
    ):
        patch.setattr(owner, name, _carried(ledger, getattr(owner, name)))
    patch.setattr(Image.Image, "crop", _cropped(ledger, Image.Image.crop))
    patch.setattr(Image.Image, "resize", _resized(ledger, Image.Image.resize))
    patch.setattr(Image.Image, "paste", _pasted(ledger, Image.Image.paste))
    patch.setattr(Image.Image, "alpha_composite", _composed(ledger, Image.Image.alpha_composite))


def _carried(ledger: Ledger, method: Callable[..., Image.Image]) -> Callable[..., Image.Image]:
    """Return a method with the same texts on its result as on the image that it is given or belongs to."""

    def carry(owner: Any, *arguments: Any, **options: Any) -> Image.Image:
        made = method(owner, *arguments, **options)
        source = owner if isinstance(owner, Image.Image) else arguments[0]
        # What it is made of may have other texts.
        if made is not source:
            ledger.forget(made)
            ledger.add(made, ledger.on(source))
        return made

    return carry


def _cropped(ledger: Ledger, crop: Callable[..., Image.Image]) -> Callable[..., Image.Image]:
    def carry(image: Image.Image, box: tuple[int, int, int, int]) -> Image.Image:
        made = crop(image, box)
        inside = [text for text in ledger.on(image) if _is_inside(text.ink, box)]
        ledger.add(made, [text.moved(-box[0], -box[1]) for text in inside])
        return made

    return carry


def _resized(ledger: Ledger, resize: Callable[..., Image.Image]) -> Callable[..., Image.Image]:
    def carry(image: Image.Image, size: tuple[int, int], *arguments: Any) -> Image.Image:
        made = resize(image, size, *arguments)
        ledger.add(made, [text.moved(0, 0, size[0] / image.width) for text in ledger.on(image)])
        return made

    return carry


def _pasted(ledger: Ledger, paste: Callable[..., None]) -> Callable[..., None]:
    def carry(image: Image.Image, source: Any, box: Any = None, mask: Any = None) -> None:
        paste(image, source, box, mask)
        if isinstance(source, Image.Image):
            x, y = (box or (0, 0))[:2]
            if mask is None:
                ledger.cover(image, (x, y, x + source.width, y + source.height))
            ledger.add(image, [text.moved(x, y) for text in ledger.on(source)])

    return carry


def _composed(ledger: Ledger, compose: Callable[..., None]) -> Callable[..., None]:
    def carry(image: Image.Image, source: Image.Image, dest: Any = (0, 0), *rest: Any) -> None:
        compose(image, source, dest, *rest)
        ledger.add(image, [text.moved(*dest) for text in ledger.on(source)])

    return carry


def _is_inside(box: Box, other: Box) -> bool:
    return box[0] >= other[0] and box[1] >= other[1] and box[2] <= other[2] and box[3] <= other[3]


def faults(picture: Picture, cut: tuple[str, ...] = ()) -> list[str]:
    """Return what is wrong with the texts of a picture: beyond their area, on each other, cut or incomplete.

    Only the texts in `cut` may end in an ellipsis.
    """
    found = []
    for text in picture.texts:
        left, _, right, _ = text.area
        if text.ink[0] < left - 2 or text.ink[2] > right + 2:
            found.append(f"{text.text!r} is wider than its {right - left:.0f} pixels")
        if not _is_inside(text.ink, (0, 0, *picture.size)):
            found.append(f"{text.text!r} reaches beyond the picture")
        if text.text.endswith("…") and not any(one.startswith(text.text[:-1]) for one in cut):
            found.append(f"{text.text!r} is cut off")
        if not all(map(writing.has_glyph, text.text)):
            found.append(f"{text.text!r} has characters without a glyph")
    for one, other in combinations(picture.texts, 2):
        if _overlap(one.ink, other.ink):
            found.append(f"{one.text!r} is written on {other.text!r}")
    return found


def _overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 1 and down > 1
