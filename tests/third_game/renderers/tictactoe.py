"""Tic-tac-toe as a picture: blue crosses, red noughts."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

CELL = 30


def draw(crosses: int, noughts: int) -> bytes:
    """A PNG of the board; the squares of both sides are bits."""
    image = Image.new("RGB", (3 * CELL, 3 * CELL), "white")
    pen = ImageDraw.Draw(image)
    for square in range(9):
        x, y = square % 3 * CELL, square // 3 * CELL
        if crosses >> square & 1:
            pen.line((x + 5, y + 5, x + 25, y + 25), "blue", 4)
            pen.line((x + 5, y + 25, x + 25, y + 5), "blue", 4)
        if noughts >> square & 1:
            pen.ellipse((x + 5, y + 5, x + 25, y + 25), outline="red", width=4)
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
