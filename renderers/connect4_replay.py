"""Games of Connect 4 as animated pictures: discs fall behind the plate."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, get_args

from PIL import Image

from renderers import connect4, paint, writing
from renderers.board import ArtCache, End, Grid, PositionLike, Situation, TileBoard, sheet
from renderers.connect4 import SIDES
from renderers.replay import STRIP_HEIGHT, WIDTH, Film, Frame, Scene, shown_for
from renderers.themes import USUAL, Look, Theme

_BOARD_WIDTH: Final = 399
_LARGEST_CELL: Final = 66
_NUMBERS: Final = 35
_NUMBER_SIZE: Final = 20
_BELOW: Final = 20

_FALLING: Final = 40
"""Time between frames while a disc falls, milliseconds."""


def _make_art(columns: int, rows: int, connect: int, theme: Theme, turned: bool) -> TileBoard:
    cell = min(_BOARD_WIDTH // max(columns, rows), _LARGEST_CELL)
    grid = Grid(columns, rows, cell, (WIDTH - columns * cell) // 2, STRIP_HEIGHT + _NUMBERS, turned)
    empty = paint.without_translucence(paint.frame((WIDTH, grid.top + grid.height + _BELOW), theme))
    connect4.draw_plate(empty, grid, theme)
    for column in range(columns):
        place = (grid.middle(column)[0], grid.top - connect4.PLATE_MARGIN - _NUMBER_SIZE * 0.75)
        writing.write(empty, place, str(column + 1), _NUMBER_SIZE, cell, theme.text, anchor="mm")
    sprites: dict[str, Image.Image] = {}
    for side, name in enumerate(SIDES):
        sprites |= {name + mark: connect4.with_disc(theme, cell, side, mark) for mark in connect4.MARKS}
        for half in get_args(connect4.Half):
            sprites[f"{name}-{half}"] = connect4.with_falling_disc(theme, cell, side, half)
    sheets = {state: sheet(empty, grid, [sprite] * grid.squares) for state, sprite in sprites.items()}
    palette = connect4.art_of(columns, rows, connect, Look(theme, turned)).palette
    return TileBoard(grid, palette, empty, sheets)


_ARTS: Final = ArtCache(_make_art, 8)


def film(
    positions: Sequence[PositionLike],
    *,
    winning: Collection[int] = (),
    end: End | None = None,
    names: tuple[str, str] | None = None,
    connect: int = 4,
    look: Look = USUAL,
) -> Film:
    """Return the film of a game; the line of the `winning` squares is marked in the last position.

    `end` is for games that ended before the position did; the other parameters are those of `connect4.draw`.
    """
    start = positions[0]
    board = _ARTS.get(start.columns, start.rows, connect, look.theme, look.turned)
    art = connect4.art_of(start.columns, start.rows, connect, look)

    def frames() -> Iterator[Frame]:
        scene, plies = Scene(board, art.palette), len(positions) - 1
        for ply, position in enumerate(positions):
            cells, landed = position.cells(), None
            if ply:
                before = positions[ply - 1].cells()
                landed = next(square for square, owner in enumerate(cells) if owner != before[square])
                yield from _fall(scene, board.grid, before, landed, positions[ply - 1].turn)
            over = ply == plies
            situation = Situation(end=end if over else None)
            scene.put_strip(connect4.draw_strip(art, position, situation, names=names))
            states = connect4.states_of(cells, landed, None, winning if over else ())
            yield scene.frame(states, shown_for(ply, plies), ply)

    return Film(board.size, art.palette.colours, frames())


def _fall(scene: Scene, grid: Grid, before: Sequence[int | None], landed: int, by: int) -> Iterator[Frame]:
    """Yield the frames in which a disc falls to its square, accelerating."""
    states = connect4.states_of(before, None, None, ())
    row, column = divmod(landed, grid.columns)
    # In half cells, from midway above the first one, with steps of 1, 2, 3, …
    place, speed = -1, 1
    while place < 2 * row:
        yield scene.frame(states | _seen(grid, column, place, SIDES[by]), _FALLING)
        place, speed = place + speed, speed + 1


def _seen(grid: Grid, column: int, place: int, name: str) -> dict[int, str]:
    """Return the states of the squares that show a disc `place` half cells below the topmost one."""
    row, midway = divmod(place, 2)
    if not midway:
        return {row * grid.columns + column: name}
    lower = {(row + 1) * grid.columns + column: f"{name}-upper"}
    return lower if row < 0 else {row * grid.columns + column: f"{name}-lower", **lower}
