"""Helpers that read pictures in tests."""

import re
from collections.abc import Callable, Collection, Iterator
from io import BytesIO
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

from engine import reversi as rules
from engine.search.position import Result
from renderers import connect4, reversi
from renderers.board import Grid, Situation
from renderers.themes import USUAL
from tests.cases import there

Pixels = npt.NDArray[np.int32]
"""Red, green, blue, alpha; shape (height, width, 4)."""

LARGEST = 66_000
"""Maximum size of a board picture in bytes."""


class Shown(NamedTuple):
    """A position as the bot shows it."""

    position: rules.Position
    last_move: str | None
    flipped: tuple[str, ...]


def random_game(seed: int) -> Iterator[Shown]:
    """Yield every position of a random game of Reversi, start and end included."""
    rng = Random(seed)
    position = rules.start()
    yield Shown(position, None, ())
    while moves := position.legal_moves():
        move = rng.choice(moves)
        flipped = () if move == "pass" else position.flips(move)
        position = position.play(move)
        yield Shown(position, move, flipped)


REVERSI_GRID = reversi.art_of(8, 8, USUAL).grid
CONNECT4_GRID = connect4.art_of(7, 6, 4, USUAL).grid
"""Places of the usual boards in their pictures."""


def after(last_move: str | None, flipped: Collection[str] = ()) -> Situation:
    """Return the marks after a move, if any."""
    return Situation(() if last_move is None else (last_move,), flipped=flipped)


class MadeUp(NamedTuple):
    """An invented position of any size."""

    columns: int
    rows: int
    owners: tuple[int | None, ...]
    turn: int = 0
    moves: tuple[str, ...] = ()
    ending: Result | None = None

    def cells(self) -> tuple[int | None, ...]:
        return self.owners

    def legal_moves(self) -> tuple[str, ...]:
        return self.moves

    def points(self) -> tuple[int, int]:
        return self.owners.count(0), self.owners.count(1)

    def result(self) -> Result | None:
        return self.ending


def pixels_of(png: bytes) -> Pixels:
    """Decode a PNG to pixels."""
    image = Image.open(BytesIO(png), formats=["PNG"])
    return np.asarray(image.convert("RGBA")).astype(np.int32)


def square_of(grid: Grid, pixels: Pixels, index: int) -> Pixels:
    """Return the part of a board's picture with one square."""
    x, y = grid.corner(index)
    return pixels[y : y + grid.cell, x : x + grid.cell]


def squares_changed(grid: Grid, before: Pixels, after: Pixels) -> set[int]:
    """Return the squares in which two pictures differ."""
    return {
        index
        for index in range(grid.squares)
        if changed(square_of(grid, before, index), square_of(grid, after, index)).any()
    }


def cells_told(
    text: str, columns: int, rows: int, sides: tuple[str, str], column_of: Callable[[str], int]
) -> tuple[int | None, ...]:
    """Read the owners of squares from a board's description."""
    cells: list[int | None] = [None] * (columns * rows)
    for row in range(rows):
        for held in there(re.search(rf"Row {row + 1}: ([^.]*)\.", text))[1].split(", "):
            side, *names = held.split()
            for name in names:
                cells[row * columns + column_of(name)] = sides.index(side)
    return tuple(cells)


def near(pixels: Pixels, colour: tuple[int, ...], reach: int = 40) -> int:
    """Count the pixels close to a colour."""
    apart = np.abs(pixels[..., :3] - np.array(colour)).max(axis=-1)
    return int(((apart <= reach) & (pixels[..., 3] == 255)).sum())


def changed(before: Pixels, after: Pixels) -> npt.NDArray[np.bool_]:
    """Return a mask of differing pixels; shape (height, width)."""
    different: npt.NDArray[np.bool_] = (before != after).any(axis=-1)
    return different
