"""The Reversi board as a picture, and the same in words."""

from collections.abc import Collection
from functools import lru_cache
from threading import Lock
from typing import Final, NamedTuple

from renderers import discs, heat_map, paint, strip, theme
from renderers import reversi_squares as squares
from renderers.board import Board, draw_coordinates, draw_guide_dots, draw_squares, sheet
from renderers.grid import LETTERS, Grid
from renderers.heat_map import Chip, Values
from renderers.palette import Palette
from renderers.position import PositionLike, ScoredPosition
from renderers.strip import ScoreStrip, StripArt
from renderers.words import describe_end, describe_rows

SIDES: Final[tuple[str, str]] = ("black", "white")
_PANEL_NAMES: Final[tuple[str, str]] = ("Black", "White")
_NO_SQUARE: Final = "pass"

_BOARD_WIDTH: Final = 576
_BELOW: Final = 26
_LETTERS: Final = 38

_MAKING: Final = Lock()


class _Art(NamedTuple):
    grid: Grid
    board: Board
    strip: ScoreStrip
    palette: Palette


def _art(columns: int, rows: int) -> _Art:
    """The parts for a size of board, made once however many threads ask for them."""
    with _MAKING:
        return _make_art(columns, rows)


@lru_cache(maxsize=4)
def _make_art(columns: int, rows: int) -> _Art:
    cell = _BOARD_WIDTH // max(columns, rows)
    left = (theme.WIDTH - columns * cell) // 2 + 6
    grid = Grid(columns, rows, cell, left, strip.HEIGHT + _LETTERS)
    empty = paint.frame((theme.WIDTH, grid.top + grid.height + _BELOW))
    draw_squares(empty, grid, squares.LIGHT, squares.DARK, squares.WELL)
    draw_guide_dots(empty, grid, squares.DOT)
    draw_coordinates(empty, grid)
    sheets = {}
    for side, name in enumerate(SIDES):
        for mark in ("", "-last", "-flipped"):
            sheets[name + mark] = sheet(empty, grid, [squares.with_disc(cell, side, mark)] * grid.squares)
        hints = (squares.hint(cell, side, grid.name(square)) for square in range(grid.squares))
        sheets[f"{name}-hint"] = sheet(empty, grid, hints)
    icon = round(strip.ICON * 0.36) * 2
    icons = (
        discs.disc(squares.COLOURS[0], icon, strip.ICON),
        discs.disc(squares.COLOURS[1], icon, strip.ICON),
    )
    strip_art = StripArt(icons, squares.COLOURS, squares.LIGHT)
    exact = (
        *squares.COLOURS,
        squares.LIGHT,
        theme.TEXT,
        theme.MUTED,
        theme.PANEL,
        theme.ACCENT,
        squares.LAST,
    )
    # What is rare on the board but catches the eye counts more than its area.
    rare = [sheets[f"{name}-last"] for name in SIDES] * 3
    palette = Palette([empty, *sheets.values(), *rare, *strip_art.specimens()], exact)
    return _Art(
        grid, Board(grid, palette, empty, sheets), ScoreStrip(strip_art, palette, _PANEL_NAMES), palette
    )


def draw(
    position: ScoredPosition,
    *,
    last_move: str | None = None,
    flipped: Collection[str] = (),
    hints: bool = True,
    turn_marked: bool = True,
    winner: int | None = None,
    names: tuple[str, str] | None = None,
    note: str = "",
    values: Values | None = None,
) -> bytes:
    """A PNG of the position, 640 pixels wide with transparent corners; the same bytes for the same input.

    `last_move` is marked strongly and `flipped`, the discs it turned, lightly; both are names of squares
    ("pass" marks nothing). `hints` shows where the side to move may play, `turn_marked` who that is; a
    finished game has neither and shows its winner. `winner` (0 or 1) says that the game is over although
    the position is not: a side resigned or ran out of time. `names` are the players', black's first; `note`
    are a few words on the rules, such as "fewest wins". `values` are shown in place of the hints. ValueError
    for a name that is no square.
    """
    art = _art(position.columns, position.rows)
    grid = art.grid
    over = winner is not None or position.result() is not None
    states = _occupied(position, grid, last_move, flipped)
    if hints and not over and values is None:
        hint = f"{SIDES[position.turn]}-hint"
        states.update({grid.index(name): hint for name in position.legal_moves() if name != _NO_SQUARE})
    picture = art.board.compose(states)
    marks = strip.marks_of(position, turn_marked, winner)
    art.strip.paste_sides(picture, marks, names)
    art.strip.paste_score(picture, position.counts(), marks, grid.squares, note)
    if values is not None:
        chips = [Chip(grid.corner(grid.index(move)), grid.cell, *value) for move, value in values.items()]
        return heat_map.png(art.palette.rgba(picture), chips)
    return art.palette.png(picture)


def describe(
    position: ScoredPosition,
    *,
    last_move: str | None = None,
    winner: int | None = None,
    note: str = "",
    values: Values | None = None,
) -> str:
    """The whole position in words: who is to move or won, the score, the moves, the rows.

    At most 1000 characters without values. The parameters mean the same as for `draw`.
    """
    black, white = position.counts()
    parts = [f"Reversi on {position.columns} by {position.rows} squares."]
    if note:
        parts.append(f"{note.capitalize()}.")
    parts.append(f"Black has {black}, white has {white}.")
    if last_move is not None:
        parts.append(f"The last move was {last_move}.")
    moves = ", ".join(position.legal_moves())
    side = SIDES[position.turn].capitalize()
    parts.append(describe_end(position, SIDES, winner) or f"{side} to move: {moves}.")
    if values:
        parts.append(heat_map.describe(values))
    return " ".join([*parts, *describe_rows(position, SIDES, LETTERS)])


def _occupied(
    position: PositionLike, grid: Grid, last_move: str | None, flipped: Collection[str]
) -> dict[int, str]:
    """The state of every square that holds a disc."""
    last = None if last_move is None or last_move == _NO_SQUARE else grid.index(last_move)
    turned = {grid.index(name) for name in flipped}
    states = {}
    for square, owner in enumerate(position.cells()):
        if owner is not None:
            mark = "-last" if square == last else "-flipped" if square in turned else ""
            states[square] = SIDES[owner] + mark
    return states
