"""Boards made of prepared squares: one picture of the empty board, one set of tiles per state of a square."""

from collections.abc import Iterable, Mapping
from typing import Final

from PIL import Image

from renderers import paint, wood
from renderers.grid import LETTERS, Grid
from renderers.palette import Palette
from renderers.theme import Colour, Theme

WELL_MARGIN: Final = 6
"""Width of the board's rim around its squares, pixels."""


_VENEERS: Final = 3
"""So many pieces of wood the squares of a wooden board are cut from."""


def draw_squares(picture: Image.Image, grid: Grid, theme: Theme, gap: int = 2) -> None:
    """Put an empty board on an RGBA picture: rounded squares in a sunken well."""
    size = (grid.width + 2 * WELL_MARGIN, grid.height + 2 * WELL_MARGIN)
    well_layer = Image.new("RGBA", size)
    whole = (0.0, 0.0, float(size[0]), float(size[1]))
    paint.fill(well_layer, paint.box_mask(size, whole, 14), theme.reversi.well)

    # The light changes from row to row only: equal squares side by side repeat, and PNG finds that.
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
    """The light on a square, which comes from above."""
    sheen = Image.new("RGBA", cell)
    gloss = paint.vertical_gradient(cell, (30, 30, 30), (0, 0, 0)).convert("L")
    paint.fill(sheen, gloss, (255, 255, 255), 0.55)
    lit = paint.outline_mask(cell, (box[0], box[1], box[2], box[3] + 3.0), radius, 1.5)
    paint.fill(sheen, lit, (255, 255, 255), 0.16)
    return sheen


def _veneered(grid: Grid, theme: Theme) -> Image.Image:
    """Squares of wood, whose grain runs across and upright by turns."""
    colours = Image.new("RGBA", (grid.width, grid.height))
    cell = (grid.cell, grid.cell)
    pieces = []
    for seed in range(_VENEERS):
        across = wood.plank(cell, theme.reversi.squares[0], seed)
        upright = wood.plank(cell, theme.reversi.squares[1], seed + _VENEERS).transpose(
            Image.Transpose.ROTATE_90
        )
        pieces.append((across, upright))
    for square, (x, y) in enumerate(grid.corners()):
        row, column = divmod(square, grid.columns)
        piece = pieces[(2 * row + 3 * column) % _VENEERS][(row + column) % 2]
        colours.paste(piece, (x - grid.left, y - grid.top))
    return colours


def draw_guide_dots(picture: Image.Image, grid: Grid, colour: Colour) -> None:
    """The four dots of an Othello board, two squares from its corners; none where they would be crowded."""
    if min(grid.columns, grid.rows) < 8:
        return
    for column in (2, grid.columns - 2):
        for row in (2, grid.rows - 2):
            centre = (float(grid.left + column * grid.cell), float(grid.top + row * grid.cell))
            paint.fill(picture, paint.circle_mask(picture.size, centre, grid.cell * 0.105), colour)


def draw_coordinates(picture: Image.Image, grid: Grid, theme: Theme, size: int = 23) -> None:
    """Letters above the columns and numbers left of the rows."""
    above = grid.top - WELL_MARGIN - size * 0.66
    beside = max((grid.left - WELL_MARGIN) / 2.0 + 1.0, grid.left - WELL_MARGIN - size * 0.9)
    for column in range(grid.columns):
        x = grid.corner(column)[0] + 0.5 * grid.cell
        paint.text(picture, (x, above), LETTERS[column], size, theme.muted)
    for row in range(grid.rows):
        y = grid.corner(row * grid.columns)[1] + 0.5 * grid.cell
        paint.text(picture, (beside, y), str(row + 1), size, theme.muted)


def sheet(empty: Image.Image, grid: Grid, sprites: Iterable[Image.Image]) -> Image.Image:
    """The board with one sprite of the cell's size on every square, RGBA, cropped to the squares."""
    board = empty.crop((grid.left, grid.top, grid.left + grid.width, grid.top + grid.height))
    for (x, y), sprite in zip(grid.corners(), sprites, strict=True):
        board.alpha_composite(sprite, (x - grid.left, y - grid.top))
    return board


class Board:
    """An empty board and, for every state a square can be in, that square's tile; all in one palette."""

    def __init__(
        self, grid: Grid, palette: Palette, empty: Image.Image, sheets: Mapping[str, Image.Image]
    ) -> None:
        self._grid = grid
        self._empty = palette.map(empty)
        self._tiles = {state: self._cut(palette.map(image)) for state, image in sheets.items()}

    def _cut(self, mapped: Image.Image) -> list[Image.Image]:
        """The squares' tiles of a sheet in the order of the squares."""
        cell, left, top = self._grid.cell, self._grid.left, self._grid.top
        return [
            mapped.crop((x - left, y - top, x - left + cell, y - top + cell)) for x, y in self._grid.corners()
        ]

    def compose(self, states: Mapping[int, str]) -> Image.Image:
        """A new "P" picture: the empty board with the given squares in their states."""
        picture = self._empty.copy()
        for square, state in states.items():
            picture.paste(self._tiles[state][square], self._grid.corner(square))
        return picture
