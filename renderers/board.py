"""Boards made of prepared tiles: the empty board, one set of tiles per state of a square, and their cache."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Generic, TypeVar

from PIL import Image

from renderers import paint, writing
from renderers import paint as surfaces
from renderers.palette import Palette
from renderers.themes import Colour, Theme

T = TypeVar("T")


class ArtCache(Generic[T]):
    """LRU cache of parts of pictures, each created once even if several threads request it.

    A request for one part does not wait for the creation of another.
    """

    def __init__(self, create: Callable[..., T], size: int) -> None:
        self._create = create
        self._size = size
        self._lock = Lock()
        self._parts: dict[tuple[Hashable, ...], Future[T]] = {}

    def get(self, *key: Hashable) -> T:
        """Return `create(*key)`, from the cache if possible. After an error the next call tries again."""
        with self._lock:
            future = self._parts.pop(key, None)
            ours = future is None
            if future is None:
                future = Future()
            self._parts[key] = future
            if len(self._parts) > self._size:
                del self._parts[next(iter(self._parts))]
        if ours:
            try:
                future.set_result(self._create(*key))
            except BaseException as error:
                with self._lock:
                    self._parts.pop(key, None)
                future.set_exception(error)
                raise
        return future.result()


LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Grid:
    """Squares of `cell` pixels, `columns` × `rows` of them, the first one's corner at (left, top).

    Squares are counted row by row from the top left; their names are a letter for the column and a number for
    the row ("a1" is square 0). `columns_turned` draws the columns from right to left, `rows_turned` the rows
    from the bottom up; numbers and names stay the same.
    """

    columns: int
    rows: int
    cell: int
    left: int
    top: int
    columns_turned: bool = False
    rows_turned: bool = False

    @property
    def squares(self) -> int:
        return self.columns * self.rows

    @property
    def width(self) -> int:
        return self.columns * self.cell

    @property
    def height(self) -> int:
        return self.rows * self.cell

    def corner(self, square: int) -> tuple[int, int]:
        """Return left and top of a square in the picture, pixels."""
        row, column = divmod(square, self.columns)
        if self.columns_turned:
            column = self.columns - 1 - column
        if self.rows_turned:
            row = self.rows - 1 - row
        return self.left + column * self.cell, self.top + row * self.cell

    def middle(self, square: int) -> tuple[float, float]:
        """Return the middle of a square in the picture, pixels."""
        left, top = self.corner(square)
        return left + self.cell / 2, top + self.cell / 2

    def corners(self) -> Iterator[tuple[int, int]]:
        return (self.corner(square) for square in range(self.squares))

    def name(self, square: int) -> str:
        """Return the name of a square: "a1" for square 0."""
        row, column = divmod(square, self.columns)
        return f"{LETTERS[column]}{row + 1}"

    def index(self, name: str) -> int:
        """Return the square with that name; ValueError if there is none."""
        column = LETTERS.find(name[:1])
        digits = name[1:]
        if name and 0 <= column < self.columns and digits.isascii() and digits.isdigit():
            row = int(digits) - 1
            if 0 <= row < self.rows:
                return row * self.columns + column
        raise ValueError(f"no square {name!r} on a board of {self.columns} × {self.rows}")


WELL_MARGIN: Final = 6
"""Width of the board's rim in pixels."""


_VENEERS: Final = 3
"""Number of planks from which the squares of a wooden board are cut."""


def draw_squares(picture: Image.Image, grid: Grid, theme: Theme, gap: int = 2) -> None:
    """Draw an empty board on an RGBA picture: rounded squares in a sunken well."""
    size = (grid.width + 2 * WELL_MARGIN, grid.height + 2 * WELL_MARGIN)
    well_layer = Image.new("RGBA", size)
    whole = (0.0, 0.0, float(size[0]), float(size[1]))
    paint.fill(well_layer, paint.box_mask(size, whole, 14), theme.reversi.well)

    # The light changes only from row to row: equal neighbours compress well.
    colours = paint.vertical_gradient((grid.width, grid.height), *theme.reversi.squares)
    if theme.finish == "wooden":
        colours = _veneered(grid, theme)

    cell = (grid.cell, grid.cell)
    box = (float(gap), float(gap), float(grid.cell - gap), float(grid.cell - gap))
    radius = grid.cell * 0.11
    square = paint.box_mask(cell, box, radius)
    sheen = _sheen(cell, box, radius) if theme.finish != "flat" else Image.new("RGBA", cell)
    coverage = Image.new("L", (grid.width, grid.height))
    for x, y in grid.corners():
        corner = (x - grid.left, y - grid.top)
        coverage.paste(square, corner)
        colours.alpha_composite(sheen, corner)
    well_layer.paste(colours, (WELL_MARGIN, WELL_MARGIN), coverage)
    picture.alpha_composite(well_layer, (grid.left - WELL_MARGIN, grid.top - WELL_MARGIN))


def _sheen(cell: tuple[int, int], box: paint.Box, radius: float) -> Image.Image:
    """Return the light on a square, from above."""
    sheen = Image.new("RGBA", cell)
    gloss = paint.vertical_gradient(cell, (30, 30, 30), (0, 0, 0)).convert("L")
    paint.fill(sheen, gloss, (255, 255, 255), 0.55)
    lit = paint.outline_mask(cell, (box[0], box[1], box[2], box[3] + 3.0), radius, 1.5)
    paint.fill(sheen, lit, (255, 255, 255), 0.16)
    return sheen


def _veneered(grid: Grid, theme: Theme) -> Image.Image:
    """Return wooden squares with alternating grain."""
    colours = Image.new("RGBA", (grid.width, grid.height))
    cell = (grid.cell, grid.cell)
    pieces = []
    for seed in range(_VENEERS):
        across = surfaces.plank(cell, theme.reversi.squares[0], seed)
        upright = surfaces.plank(cell, theme.reversi.squares[1], seed + _VENEERS).transpose(
            Image.Transpose.ROTATE_90
        )
        pieces.append((across, upright))
    for square, (x, y) in enumerate(grid.corners()):
        row, column = divmod(square, grid.columns)
        piece = pieces[(2 * row + 3 * column) % _VENEERS][(row + column) % 2]
        colours.paste(piece, (x - grid.left, y - grid.top))
    return colours


def draw_guide_dots(picture: Image.Image, grid: Grid, colour: Colour) -> None:
    """Draw the four dots of an Othello board, two squares from its corners; none on small boards."""
    if min(grid.columns, grid.rows) < 8:
        return
    for column in (2, grid.columns - 2):
        for row in (2, grid.rows - 2):
            centre = (float(grid.left + column * grid.cell), float(grid.top + row * grid.cell))
            paint.fill(picture, paint.circle_mask(picture.size, centre, grid.cell * 0.105), colour)


def draw_coordinates(picture: Image.Image, grid: Grid, theme: Theme, size: int = 23) -> None:
    above = grid.top - WELL_MARGIN - size * 0.66
    beside = max((grid.left - WELL_MARGIN) / 2.0 + 1.0, grid.left - WELL_MARGIN - size * 0.9)
    for column in range(grid.columns):
        x = grid.corner(column)[0] + 0.5 * grid.cell
        writing.write(picture, (x, above), LETTERS[column], size, grid.cell, theme.muted, anchor="mm")
    for row in range(grid.rows):
        y = grid.corner(row * grid.columns)[1] + 0.5 * grid.cell
        writing.write(picture, (beside, y), str(row + 1), size, 2 * beside, theme.muted, anchor="mm")


def sheet(empty: Image.Image, grid: Grid, sprites: Iterable[Image.Image]) -> Image.Image:
    """Return the board with one sprite on every square, RGBA, cropped to the squares."""
    board = empty.crop((grid.left, grid.top, grid.left + grid.width, grid.top + grid.height))
    for (x, y), sprite in zip(grid.corners(), sprites, strict=True):
        board.alpha_composite(sprite, (x - grid.left, y - grid.top))
    return board


class TileBoard:
    """An empty board, and a tile of each square in each of its states, in one palette."""

    def __init__(
        self, grid: Grid, palette: Palette, empty: Image.Image, sheets: Mapping[str, Image.Image]
    ) -> None:
        self._grid = grid
        self._boxes = [(x, y, x + grid.cell, y + grid.cell) for x, y in grid.corners()]
        self._empty, *mapped = palette.map_all([empty, *sheets.values()])
        self._tiles = {state: self._cut(image) for state, image in zip(sheets, mapped, strict=True)}

    def _cut(self, mapped: Image.Image) -> list[Any]:
        """Cut a sheet into the tiles of the squares, in their order; they are pixels without a palette."""
        cell, left, top = self._grid.cell, self._grid.left, self._grid.top
        return [
            mapped.crop((x - left, y - top, x - left + cell, y - top + cell)).im
            for x, y in self._grid.corners()
        ]

    def compose(self, states: Mapping[int, str]) -> Image.Image:
        """Return a new "P" picture: the empty board with the given squares in their states."""
        picture = self._empty.copy()
        # Dozens of small pastes: what `Image.paste` does around each takes fifteen times as long.
        pixels = picture.im
        for square, state in states.items():
            pixels.paste(self._tiles[state][square], self._boxes[square])
        return picture
