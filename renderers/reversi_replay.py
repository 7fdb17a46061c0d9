"""Games of Reversi as animated pictures: discs are placed, and captured discs turn, the nearest first."""

from collections.abc import Iterator, Sequence
from typing import Final

from languages import gettext, gettext_noop
from renderers import paint, reversi
from renderers.board import (
    ArtCache,
    End,
    Grid,
    ScoredPosition,
    Situation,
    TileBoard,
    draw_othello,
    sheet,
)
from renderers.replay import STRIP_HEIGHT, WIDTH, Film, Frame, Scene, shown_for
from renderers.reversi import SIDES
from renderers.themes import USUAL, Look, Theme

_BOARD_WIDTH: Final = 384
_LETTERS: Final = 26
_BELOW: Final = 14

_PUT_DOWN: Final = 120
_TURNING: Final = 50
"""Delay before the captured discs turn, and between frames while they do, milliseconds."""

_EDGEWISE: Final = "edgewise"

# Translators: a note on a picture of a board.
_PASSES: Final = (gettext_noop("Black passes"), gettext_noop("White passes"))


def _make_art(columns: int, rows: int, theme: Theme, turned: bool) -> TileBoard:
    cell = _BOARD_WIDTH // max(columns, rows)
    left = (WIDTH - columns * cell) // 2 + 4
    grid = Grid(columns, rows, cell, left, STRIP_HEIGHT + _LETTERS, turned, turned)
    empty = paint.without_translucence(paint.frame((WIDTH, grid.top + grid.height + _BELOW), theme))
    draw_othello(empty, grid, theme, 17)
    sprites = {_EDGEWISE: reversi.edgewise(theme, cell)}
    for side, name in enumerate(SIDES):
        sprites |= {name + mark: reversi.with_disc(theme, cell, side, mark) for mark in reversi.MARKS}
        sprites[f"{name}-turning"] = reversi.turning(theme, cell, side)
    sheets = {state: sheet(empty, grid, [sprite] * grid.squares) for state, sprite in sprites.items()}
    palette = reversi.art_of(columns, rows, Look(theme, turned)).palette
    return TileBoard(grid, palette, empty, sheets)


_ARTS: Final = ArtCache(_make_art, 8)


def film(
    positions: Sequence[ScoredPosition],
    *,
    end: End | None = None,
    names: tuple[str, str] | None = None,
    note: str = "",
    look: Look = USUAL,
) -> Film:
    """Return the film of a game from its first position to its last one, passes included.

    `end` is for games that ended before the position did; `names`, `note` and `look` are those of
    `reversi.draw`. A pass is announced in place of the note.
    """
    start = positions[0]
    board = _ARTS.get(start.columns, start.rows, look.theme, look.turned)
    art = reversi.art_of(start.columns, start.rows, look)

    def frames() -> Iterator[Frame]:
        scene, plies = Scene(board, art.palette), len(positions) - 1
        for ply, position in enumerate(positions):
            before, after = positions[max(0, ply - 1)].cells(), position.cells()
            passed = ply > 0 and before == after
            if ply and not passed:
                yield from _move(scene, board.grid, before, after)
            said = gettext(_PASSES[positions[ply - 1].turn]) if passed else note
            situation = Situation(end=end if ply == plies else None)
            scene.put_strip(reversi.draw_strip(art, position, situation, names=names, note=said))
            yield scene.frame(_marked(before, after), shown_for(ply, plies, passed=passed), ply)

    return Film(board.size, art.palette.colours, frames())


Cells = Sequence[int | None]


def _move(scene: Scene, grid: Grid, before: Cells, after: Cells) -> Iterator[Frame]:
    """Yield the frames between one position and the next."""
    states = _marked(before, before)
    put = next(square for square, owner in enumerate(after) if owner is not None and before[square] is None)
    by = after[put]
    assert by is not None
    states[put] = f"{SIDES[by]}-last"
    yield scene.frame(states, _PUT_DOWN)
    stages = (f"{SIDES[1 - by]}-turning", _EDGEWISE, f"{SIDES[by]}-turning", f"{SIDES[by]}-flipped")
    # A disc begins to turn when its neighbour, closer to the new disc, is on its edge.
    begins = {square: _steps(grid, put, square) - 1 for square in _turned(before, after)}
    for moment in range(max(begins.values(), default=0) + len(stages) - 1):
        for square, first in begins.items():
            if moment >= first:
                states[square] = stages[min(moment - first, len(stages) - 1)]
        yield scene.frame(states, _TURNING)


def _steps(grid: Grid, one: int, other: int) -> int:
    """Return the distance of two squares in line."""
    (row, column), (other_row, other_column) = divmod(one, grid.columns), divmod(other, grid.columns)
    return max(abs(row - other_row), abs(column - other_column))


def _turned(before: Cells, after: Cells) -> list[int]:
    return [
        square
        for square, (was, owner) in enumerate(zip(before, after, strict=True))
        if was is not None and was != owner
    ]


def _marked(before: Cells, after: Cells) -> dict[int, str]:
    """Return the states of all discs with changes marked."""
    states = {}
    for square, (was, owner) in enumerate(zip(before, after, strict=True)):
        if owner is not None:
            mark = "" if was == owner else "-last" if was is None else "-flipped"
            states[square] = SIDES[owner] + mark
    return states
