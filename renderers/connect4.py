"""The Connect 4 grid as a picture, in words and in letters."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import cos, pi, sin
from typing import Final, Literal, NamedTuple

from PIL import Image, ImageChops

from languages import gettext, gettext_noop, pgettext
from languages.numbers import joined
from renderers import paint, strip, writing
from renderers.board import (
    PLAIN,
    ArtCache,
    Grid,
    PositionLike,
    SideWords,
    Situation,
    TileBoard,
    Words,
    describe_end,
    describe_last,
    describe_rows,
    sheet,
    write_board,
    write_legend,
)
from renderers.overlays import Better, Chip, Pointer, Values, describe_values, pointer_png, values_png
from renderers.palette import Palette
from renderers.strip import ScoreStrip, StripArt
from renderers.themes import USUAL, WIDTH, Colour, Look, Theme

_RIM: Final = 0.435
_HOLE: Final = 0.395
"""Radii of the bevel around a hole and of the hole, in cells."""

Half = Literal["upper", "lower"]
"""The half of a cell that shows a disc falling midway between two cells."""

PLATE_MARGIN: Final = 10
"""Width of the plate around its outer holes' cells, pixels."""


def hole(theme: Theme, cell: int) -> Image.Image:
    """Return an empty hole on a transparent square: bevelled edge, shadow from above inside."""
    image = Image.new("RGBA", (cell, cell))
    middle = (cell / 2, cell / 2)
    bevel = paint.vertical_gradient(image.size, *theme.connect4.bevel)
    image.paste(bevel, (0, 0), paint.circle_mask(image.size, middle, cell * _RIM))
    inside = paint.vertical_gradient(image.size, *theme.connect4.hole)
    image.paste(inside, (0, 0), paint.circle_mask(image.size, middle, cell * _HOLE))
    return image


def draw_plate(picture: Image.Image, grid: Grid, theme: Theme) -> None:
    size = (grid.width + 2 * PLATE_MARGIN, grid.height + 2 * PLATE_MARGIN)
    plate = Image.new("RGBA", size)
    top, middle, bottom = theme.connect4.plate
    if theme.finish == "wooden":
        board = paint.plank(size, middle, 3, period=15.0)
    else:
        board = paint.vertical_gradient(size, top, bottom)
    plate.paste(board, (0, 0), paint.box_mask(size, (0, 0, *size), 22))
    light = paint.outline_mask(size, (0, 0, size[0], size[1] + 6), 22, 2.5)
    paint.fill(plate, ImageChops.multiply(light, plate.getchannel("A")), (255, 255, 255), 0.28)
    empty = hole(theme, grid.cell)
    for x, y in grid.corners():
        plate.alpha_composite(empty, (x - grid.left + PLATE_MARGIN, y - grid.top + PLATE_MARGIN))
    picture.alpha_composite(plate, (grid.left - PLATE_MARGIN, grid.top - PLATE_MARGIN))


def _star(middle: tuple[float, float], radius: float) -> list[tuple[float, float]]:
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.46
        angle = corner * pi / 5 - pi / 2
        points.append((middle[0] + reach * cos(angle), middle[1] + reach * sin(angle)))
    return points


def emblem(size: tuple[int, int], side: int, middle: tuple[float, float], reach: float) -> Image.Image:
    """Return the coverage of a side's sign: a ring for the first, a star for the second."""
    if side == 0:
        return paint.ring_mask(size, middle, reach * 0.86, reach * 0.3)
    return paint.polygon_mask(size, _star(middle, reach))


def token(theme: Theme, colour: Colour, side: int, diameter: int) -> Image.Image:
    """Return a disc from above with its side's sign pressed into it, `diameter` pixels square."""
    image = paint.surface(colour, diameter, theme.finish).copy()
    middle = diameter / 2
    reach = diameter * 0.27
    below = emblem(image.size, side, (middle, middle + diameter * 0.018), reach)
    paint.fill(image, below, paint.scaled(colour, 1.25), 0.55)
    paint.fill(image, emblem(image.size, side, (middle, middle), reach), paint.scaled(colour, 0.62), 0.9)
    return image


def with_disc(theme: Theme, cell: int, side: int, mark: str) -> Image.Image:
    """Return a hole with a side's disc; `mark` holds any of "-last", "-before", "-won" and "-dim"."""
    image = hole(theme, cell)
    middle = (cell / 2, cell / 2)
    diameter = round(cell * _HOLE) * 2
    corner = (cell - diameter) // 2
    colour = theme.connect4.dimmed[side] if "-dim" in mark else theme.connect4.discs[side]
    image.alpha_composite(token(theme, colour, side, diameter), (corner, corner))
    inside = paint.circle_mask(image.size, middle, cell * _HOLE)
    lit = paint.circle_mask(image.size, (middle[0], middle[1] + cell * 0.07), cell * _HOLE)
    shade = ImageChops.multiply(inside, ImageChops.invert(paint.blurred(lit, cell * 0.03)))
    paint.fill(image, shade, (8, 10, 24), 0.5)
    if "-won" in mark:
        paint.fill(image, paint.ring_mask(image.size, middle, cell * 0.475, cell * 0.08), theme.connect4.mark)
    elif "-last" in mark or "-before" in mark:
        paint.fill(image, paint.ring_mask(image.size, middle, cell * 0.44, cell * 0.045), theme.connect4.mark)
    if "-last" in mark:
        # A light dot would be invisible on the second side's light disc.
        dot = theme.connect4.mark if side == 0 else theme.connect4.hole[0]
        paint.dot(image, middle, cell * 0.095, dot)
    return image


def with_falling_disc(theme: Theme, cell: int, side: int, half: Half) -> Image.Image:
    """Return a hole with the visible half of a disc that falls between two holes."""
    image = hole(theme, cell)
    diameter = round(cell * _HOLE) * 2
    corner = (cell - diameter) // 2
    disc = token(theme, theme.connect4.discs[side], side, diameter)
    layer = Image.new("RGBA", (cell, cell))
    layer.paste(disc, (corner, corner + (-cell // 2 if half == "upper" else cell // 2)))
    inside = paint.circle_mask(image.size, (cell / 2, cell / 2), cell * _HOLE)
    layer.putalpha(ImageChops.multiply(layer.getchannel("A"), inside))
    image.alpha_composite(layer)
    return image


SIDES: Final[tuple[str, str]] = ("red", "yellow")
"""The sides in the names of squares' states."""

_WORDS: Final[Words] = (
    SideWords(
        gettext_noop("Red to move."),
        gettext_noop("Red has won the game."),
        # Translators: which columns of a row have red discs; part of “Row 3: red 1 2, yellow 5.”
        gettext_noop("red {columns}"),
    ),
    SideWords(
        gettext_noop("Yellow to move."),
        gettext_noop("Yellow has won the game."),
        gettext_noop("yellow {columns}"),
    ),
)

_BOARD_WIDTH: Final = 532
"""A message must fit on a laptop screen with its buttons."""
_LARGEST_CELL: Final = 88
_BELOW: Final = 26
_NUMBERS: Final = 46
MARKS: Final = ("", "-last", "-before", "-won", "-won-last", "-dim")


class Connect4Art(NamedTuple):
    """The parts of pictures of a grid."""

    grid: Grid
    board: TileBoard
    strip: ScoreStrip
    palette: Palette
    closed: tuple[Image.Image, ...]
    """Per column the tile that replaces its number when the column is full."""


def _number(theme: Theme, grid: Grid, column: int, open_: bool) -> Image.Image:
    """Return a column's number on the frame's colour, bright while the column is open."""
    image = Image.new("RGBA", (grid.cell, 32), (*theme.frame, 255))
    colour = theme.text if open_ else theme.panel_edge
    writing.write(image, (grid.cell / 2, 16), str(column + 1), 27, grid.cell, colour, anchor="mm")
    return image


def _number_corner(grid: Grid, column: int) -> tuple[int, int]:
    return grid.corner(column)[0], grid.top - PLATE_MARGIN - 36


def _draw_goal(picture: Image.Image, theme: Theme, connect: int) -> None:
    """Draw one dot per disc of a winning line in the middle of the strip."""
    x, y = strip.MIDDLE
    step = 26
    for dot in range(connect):
        centre = (x + (dot - (connect - 1) / 2) * step, y)
        paint.dot(picture, centre, 8, theme.muted)
    reach = (connect - 1) / 2 * step
    paint.fill(picture, paint.box_mask(picture.size, (x - reach, y - 2, x + reach, y + 2)), theme.muted)


def art_of(columns: int, rows: int, connect: int, look: Look) -> Connect4Art:
    """Return the parts for a grid and a length of line."""
    return _ARTS.get(columns, rows, connect, look.theme, look.turned)


def _make_art(columns: int, rows: int, connect: int, theme: Theme, turned: bool) -> Connect4Art:
    cell = min(_BOARD_WIDTH // max(columns, rows), _LARGEST_CELL)
    left = (WIDTH - columns * cell) // 2
    grid = Grid(columns, rows, cell, left, strip.HEIGHT + _NUMBERS, turned)
    empty = paint.frame((WIDTH, grid.top + grid.height + _BELOW), theme)
    draw_plate(empty, grid, theme)
    _draw_goal(empty, theme, connect)
    for column in range(columns):
        empty.paste(_number(theme, grid, column, True), _number_corner(grid, column))
    sheets = {
        name + mark: sheet(empty, grid, [with_disc(theme, cell, side, mark)] * grid.squares)
        for side, name in enumerate(SIDES)
        for mark in MARKS
    }
    colours = theme.connect4
    icons = (_icon(theme, 0), _icon(theme, 1))
    strip_art = StripArt(theme, icons, colours.discs, colours.plate[1], scored=False)
    exact = (
        theme.text,
        theme.muted,
        theme.panel,
        theme.panel_edge,
        theme.accent,
        *colours.discs,
        colours.plate[1],
    )
    palette = Palette(theme, [empty, *sheets.values(), *strip_art.specimens()], exact)
    closed = tuple(palette.map(_number(theme, grid, column, False)) for column in range(columns))
    return Connect4Art(
        grid,
        TileBoard(grid, palette, empty, sheets),
        ScoreStrip(strip_art, palette, side_names),
        palette,
        closed,
    )


def side_names() -> tuple[str, str]:
    return pgettext("side", "Red"), pgettext("side", "Yellow")


def _signs() -> tuple[str, str]:
    """Return the letters of the sides' discs."""
    # Translators: a red disc on a board in letters; one ASCII letter.
    red = pgettext("board in letters", "R")
    # Translators: a yellow disc on a board in letters; one ASCII letter.
    return red, pgettext("board in letters", "Y")


def _icon(theme: Theme, side: int) -> Image.Image:
    """Return a side's disc in the size of the strip."""
    image = Image.new("RGBA", (strip.ICON, strip.ICON))
    diameter = round(strip.ICON * 0.40) * 2
    corner = (strip.ICON - diameter) // 2
    image.alpha_composite(token(theme, theme.connect4.discs[side], side, diameter), (corner, corner))
    return image


_ARTS: Final = ArtCache(_make_art, 12)


def draw(
    position: PositionLike,
    situation: Situation = PLAIN,
    *,
    winning: Collection[int] = (),
    hints: bool = True,
    connect: int = 4,
    names: tuple[str, str] | None = None,
    values: Values | None = None,
    look: Look = USUAL,
    better: Better | None = None,
) -> bytes:
    """Return a PNG of the position, 640 pixels wide with transparent corners; deterministic.

    Moves are columns ("1" is the leftmost). `winning` are the squares of the winning lines as indices into
    `position.cells()`; all other discs are dimmed. `hints` dims the numbers of full columns. `connect` discs
    in line win. `names` are the players', red first. `values` appear where a disc would land. An arrow points
    from the last move to a `better` one. Raises ValueError for a column or square that does not exist.
    """
    art = art_of(position.columns, position.rows, connect, look)
    grid = art.grid
    cells = position.cells()
    last, before = _last_discs(grid, cells, situation)
    missing = [square for square in winning if not 0 <= square < grid.squares or cells[square] is None]
    if missing:
        raise ValueError(f"no discs are on the squares {missing} of the winning line")
    picture = art.board.compose(states_of(cells, last, before, frozenset(winning)))
    if hints and situation.to_move(position) is not None:
        playable = position.legal_moves()
        for column, tile in enumerate(art.closed):
            if str(column + 1) not in playable:
                picture.paste(tile, _number_corner(grid, column))
    art.strip.paste_sides(picture, strip.marks_of(position, situation), names)
    if values is not None:
        corners = {move: grid.corner(_landing(grid, cells, move)) for move in values}
        chips = [Chip(corners[move], grid.cell, *value) for move, value in values.items()]
        return values_png(art.palette.rgba(picture), chips, look.theme)
    if better is not None:
        start = None if last is None else grid.middle(last)
        pointer = Pointer(start, grid.middle(_landing(grid, cells, better.move)), grid.cell, better.value)
        return pointer_png(art.palette.rgba(picture), pointer, look.theme)
    return art.palette.png(picture)


def states_of(
    cells: Sequence[int | None], last: int | None, before: int | None, line: Collection[int]
) -> dict[int, str]:
    """Return the states of all squares with a disc; `last`, `before` and the winning `line` are marked."""
    states = {}
    for square, owner in enumerate(cells):
        if owner is not None:
            mark = "-won" if square in line else ""
            if square == last:
                mark += "-last"
            elif line:
                mark += "" if square in line else "-dim"
            elif square == before:
                mark = "-before"
            states[square] = SIDES[owner] + mark
    return states


def draw_strip(
    art: Connect4Art, position: PositionLike, situation: Situation, *, names: tuple[str, str] | None = None
) -> Image.Image:
    """Draw the strip above the grid, RGB."""
    picture = art.board.compose({})
    art.strip.paste_sides(picture, strip.marks_of(position, situation), names)
    return strip.cut_out(art.palette.rgba(picture))


def write(
    position: PositionLike,
    situation: Situation = PLAIN,
    *,
    hints: bool = True,
    turned: bool = False,
) -> str:
    """Write the grid in letters: in English R and Y for the discs. The parameters are those of `draw`."""
    grid = Grid(position.columns, position.rows, 1, 0, 0, turned)
    last, before = _last_discs(grid, position.cells(), situation)
    numbers = [str(column + 1) for column in range(grid.columns)]
    marked = () if last is None else (last,)
    board = write_board(position, grid, _signs(), numbers, last=marked, before=before)
    legend = write_legend(side_names(), _signs(), before=before is not None, possible=False)
    parts = [board, legend]
    if hints and situation.to_move(position) is not None:
        parts.append(gettext("Columns to play: {columns}", columns=" ".join(position.legal_moves())))
    return "\n".join(parts)


def _last_discs(
    grid: Grid, cells: tuple[int | None, ...], situation: Situation
) -> tuple[int | None, int | None]:
    """Return the squares of the last move and of the one before it."""
    if not situation.last:
        return None, None
    last = _topmost(grid, cells, situation.last[-1])
    if situation.before is None:
        return last, None
    if situation.before == situation.last[-1]:
        return last, last + grid.columns
    return last, _topmost(grid, cells, situation.before)


def _topmost(grid: Grid, cells: tuple[int | None, ...], column: str) -> int:
    """Return the square of the uppermost disc in a column; ValueError if there is none."""
    for square in _squares_of(grid, column):
        if cells[square] is not None:
            return square
    raise ValueError(f"no disc in a column {column!r} of {grid.columns}")


def _landing(grid: Grid, cells: tuple[int | None, ...], column: str) -> int:
    """Return the square where a disc dropped into a column lands; ValueError if there is none."""
    for square in reversed(_squares_of(grid, column)):
        if cells[square] is None:
            return square
    raise ValueError(f"no room in a column {column!r} of {grid.columns}")


def _squares_of(grid: Grid, column: str) -> range:
    """Return the squares of a column from the top; none if there is no such column."""
    if column.isascii() and column.isdigit() and 1 <= int(column) <= grid.columns:
        return range(int(column) - 1, grid.squares, grid.columns)
    return range(0)


def describe(
    position: PositionLike,
    situation: Situation = PLAIN,
    *,
    connect: int = 4,
    values: Values | None = None,
    row_break: str | None = None,
) -> str:
    """Describe the position: the last moves, the side to move or the winner, the rows.

    In English it has at most 1000 characters without values. `row_break` precedes each row, or
    what is usual between sentences; the other parameters are those of `draw`.
    """
    parts = [
        # Translators: {number} discs in line win.
        gettext(
            "Connect {number}, {columns} columns by {rows} rows; row 1 is at the top.",
            number=connect,
            columns=position.columns,
            rows=position.rows,
        )
    ]
    parts += describe_last(situation, move_name)
    over = describe_end(position, _WORDS, situation)
    parts.append(over or gettext(_WORDS[position.turn].to_move))
    if values:
        parts.append(describe_values({move_name(move): value for move, value in values.items()}))
    numbers = [str(column + 1) for column in range(position.columns)]
    described = [joined(parts), *describe_rows(position, _WORDS, numbers)]
    return joined(described) if row_break is None else row_break.join(described)


def move_name(move: str) -> str:
    return gettext("column {column}", column=move)
