"""Shapes are drawn where they are only, with the same pixels."""

from __future__ import annotations

import numpy as np
from PIL import Image

from renderers import paint
from renderers.paint import Box
from tests.cases import for_each

SIZE = (70, 50)

BOXES: list[Box] = [
    (0.0, 0.0, 70.0, 50.0),
    (20.3, 10.0, 41.0, 30.6),
    (-5.5, -3.0, 12.0, 9.5),
    (60.2, 41.0, 80.0, 63.0),
    (90.0, 5.0, 99.0, 20.0),
]


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
    colours = image.getcolors()
    assert colours is not None
    assert sorted(count for count, _ in colours) == [1, 23 * 32, SIZE[0] * SIZE[1] - 23 * 32 - 1]
