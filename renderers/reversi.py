"""The Reversi board as a picture, in words and in letters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from PIL import Image

from languages import gettext, gettext_noop, pgettext
from languages.numbers import enumerated, joined
from renderers import paint, strip, writing
from renderers.board import (
    LETTERS,
    PLAIN,
    ArtCache,
    Grid,
    PositionLike,
    ScoredPosition,
    SideWords,
    Situation,
    TileBoard,
    Words,
    describe_end,
    describe_last,
    describe_rows,
    draw_othello,
    sheet,
    write_board,
    write_legend,
)
from renderers.overlays import Better, Chip, Pointer, Values, describe_values, pointer_png, values_png
from renderers.palette import Palette
from renderers.strip import ScoreStrip, StripArt
from renderers.themes import USUAL, WIDTH, Look, Theme

Mark = Literal["", "-last", "-flipped", "-before", "-before-flipped"]

MARKS: Final[tuple[Mark, ...]] = ("", "-last", "-flipped", "-before", "-before-flipped")

_TURNING: Final = 0.66
"""Apparent width of a disc half turned, in cells."""
_THICKNESS: Final = 0.2
"""Apparent width of a disc on its edge, in cells."""


def mark(last: bool, before: bool, flipped: bool) -> Mark:
    """Return the mark of a disc that was played last or before, or turned by the last moves."""
    if last:
        return "-last"
    if before:
        return "-before-flipped" if flipped else "-before"
    return "-flipped" if flipped else ""


def _under_move(theme: Theme, cell: int, *, last: bool) -> Image.Image:
    """Return the square of a move: outlined, and filled for the last one."""
    layer = Image.new("RGBA", (cell, cell))
    box = (2.0, 2.0, cell - 2.0, cell - 2.0)
    if last:
        paint.fill(layer, paint.box_mask(layer.size, box, cell * 0.11), theme.reversi.last, 0.82)
    paint.fill(layer, paint.outline_mask(layer.size, box, cell * 0.11, 3.0), theme.reversi.last)
    return layer


def with_disc(theme: Theme, cell: int, side: int, mark: Mark) -> Image.Image:
    sprite = Image.new("RGBA", (cell, cell))
    if mark in ("-last", "-before", "-before-flipped"):
        sprite = _under_move(theme, cell, last=mark == "-last")
    sprite.alpha_composite(paint.disc(theme.reversi.discs[side], _diameter(cell), cell, theme.finish))
    middle = (cell / 2.0, cell / 2.0 - round(cell * 0.012))
    if mark in ("-last", "-before"):
        paint.dot(sprite, middle, cell * 0.115, theme.reversi.marks[side])
    elif mark in ("-flipped", "-before-flipped"):
        paint.fill(
            sprite, paint.ring_mask(sprite.size, middle, cell * 0.165, cell * 0.05), theme.reversi.marks[side]
        )
    return sprite


def turning(theme: Theme, cell: int, side: int) -> Image.Image:
    """Return the sprite of a disc seen aslant while it turns."""
    flat = paint.disc(theme.reversi.discs[side], _diameter(cell), cell, theme.finish)
    width = round(cell * _TURNING)
    sprite = Image.new("RGBA", (cell, cell))
    sprite.alpha_composite(flat.resize((width, cell), Image.Resampling.LANCZOS), ((cell - width) // 2, 0))
    return sprite


def edgewise(theme: Theme, cell: int) -> Image.Image:
    sprite = Image.new("RGBA", (cell, cell))
    middle, half = cell / 2.0, cell * _THICKNESS / 2.0
    top, bottom = middle - _diameter(cell) / 2.0, middle + _diameter(cell) / 2.0
    for side, (left, right) in enumerate(((middle - half, middle), (middle, middle + half))):
        box = (left, top, right, bottom)
        paint.fill(sprite, paint.box_mask(sprite.size, box, half * 0.4), theme.reversi.discs[side])
    return sprite


def _diameter(cell: int) -> int:
    return round(cell * 0.42) * 2


def hint(theme: Theme, cell: int, side: int, name: str) -> Image.Image:
    """Return the sprite of a legal move of `side`: a flat disc with the square's name."""
    sprite = _hint_disc(theme, cell, side).copy()
    size = round(cell * (0.35 if len(name) < 3 else 0.27))
    ink = theme.reversi.hints[side][2]
    writing.write(sprite, (cell / 2.0, cell / 2.0), name, size, cell * 0.66, ink, anchor="mm")
    return sprite


@lru_cache(maxsize=2)
def _hint_disc(theme: Theme, cell: int, side: int) -> Image.Image:
    sprite = Image.new("RGBA", (cell, cell))
    middle = (cell / 2.0, cell / 2.0)
    shade, opacity, _ = theme.reversi.hints[side]
    paint.fill(sprite, paint.circle_mask(sprite.size, middle, cell * 0.34), shade, opacity)
    paint.fill(sprite, paint.ring_mask(sprite.size, middle, cell * 0.34, cell * 0.035), shade)
    return sprite


def ghost(theme: Theme, cell: int, side: int) -> Image.Image:
    """Return the sprite of a square where `side` is about to play: a faint disc in a ring, with a plus."""
    sprite = paint.disc(theme.reversi.discs[side], _diameter(cell), cell, theme.finish).copy()
    sprite.putalpha(paint.faded(sprite.getchannel("A"), 0.55))
    middle = (cell / 2.0, cell / 2.0)
    ring = paint.ring_mask(sprite.size, middle, cell * 0.43, cell * 0.05)
    paint.fill(sprite, ring, theme.reversi.last)
    arm, thickness = cell * 0.16, cell * 0.035
    for across, down in ((arm, thickness), (thickness, arm)):
        box = (middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down)
        paint.fill(sprite, paint.box_mask(sprite.size, box, thickness), theme.reversi.last)
    return sprite


SIDES: Final[tuple[str, str]] = ("black", "white")
"""The sides in the names of squares' states."""

_WORDS: Final[Words] = (
    SideWords(
        # Translators: {moves} are squares, or the word for a pass.
        gettext_noop("Black to move: {moves}."),
        gettext_noop("Black has won the game."),
        # Translators: which columns of a row have black discs; part of “Row 3: black c d, white e.”
        gettext_noop("black {columns}"),
    ),
    SideWords(
        gettext_noop("White to move: {moves}."),
        gettext_noop("White has won the game."),
        gettext_noop("white {columns}"),
    ),
)
_NO_SQUARE: Final = "pass"

_BOARD_WIDTH: Final = 512
"""A message must fit on a laptop screen with its buttons."""
_BELOW: Final = 18
_LETTERS: Final = 34


class ReversiArt(NamedTuple):
    """The parts of pictures of a board."""

    grid: Grid
    board: TileBoard
    strip: ScoreStrip
    palette: Palette


def art_of(columns: int, rows: int, look: Look) -> ReversiArt:
    """Return the parts for a size of board."""
    return _ARTS.get(columns, rows, look.theme, look.turned)


def _make_art(columns: int, rows: int, theme: Theme, turned: bool) -> ReversiArt:
    cell = _BOARD_WIDTH // max(columns, rows)
    left = (WIDTH - columns * cell) // 2 + 6
    grid = Grid(columns, rows, cell, left, strip.HEIGHT + _LETTERS, turned, turned)
    empty = paint.frame((WIDTH, grid.top + grid.height + _BELOW), theme)
    draw_othello(empty, grid, theme, 23)
    sheets = {}
    for side, name in enumerate(SIDES):
        for mark in MARKS:
            sheets[name + mark] = sheet(empty, grid, [with_disc(theme, cell, side, mark)] * grid.squares)
        hints = (hint(theme, cell, side, grid.name(square)) for square in range(grid.squares))
        sheets[f"{name}-hint"] = sheet(empty, grid, hints)
    icon = round(strip.ICON * 0.36) * 2
    icons = (
        paint.disc(theme.reversi.discs[0], icon, strip.ICON, theme.finish),
        paint.disc(theme.reversi.discs[1], icon, strip.ICON, theme.finish),
    )
    strip_art = StripArt(theme, icons, theme.reversi.discs, theme.reversi.squares[0])
    exact = (
        *theme.reversi.discs,
        theme.reversi.squares[0],
        theme.text,
        theme.muted,
        theme.panel,
        theme.accent,
        theme.reversi.last,
    )
    # Rare but striking colours count more than their area.
    rare = [sheets[f"{name}-last"] for name in SIDES] * 3
    palette = Palette(theme, [empty, *sheets.values(), *rare, *strip_art.specimens()], exact)
    return ReversiArt(
        grid, TileBoard(grid, palette, empty, sheets), ScoreStrip(strip_art, palette, side_names), palette
    )


def side_names() -> tuple[str, str]:
    return pgettext("side", "Black"), pgettext("side", "White")


def _signs() -> tuple[str, str]:
    """Return the letters of the sides' discs."""
    # Translators: a black disc on a board in letters; one ASCII letter.
    black = pgettext("board in letters", "B")
    # Translators: a white disc on a board in letters; one ASCII letter.
    return black, pgettext("board in letters", "W")


_ARTS: Final = ArtCache(_make_art, 12)


def draw(
    position: ScoredPosition,
    situation: Situation = PLAIN,
    *,
    hints: bool = True,
    names: tuple[str, str] | None = None,
    note: str = "",
    values: Values | None = None,
    look: Look = USUAL,
    better: Better | None = None,
) -> bytes:
    """Return a PNG of the position, 640 pixels wide with transparent corners; deterministic.

    `hints` shows the legal moves; a finished game shows its winner instead. `names` are the players', black
    first; `note` is a short rule, such as "fewest wins". `values` replace the hints of their moves. An arrow
    points from the last move to a `better` one. Raises ValueError for a name that is no square.
    """
    art = art_of(position.columns, position.rows, look)
    grid = art.grid
    states = _occupied(position, grid, situation)
    if hints and situation.to_move(position) is not None:
        hint = f"{SIDES[position.turn]}-hint"
        hinted = [
            name for name in position.legal_moves() if name != _NO_SQUARE and name not in (values or {})
        ]
        states.update({grid.index(name): hint for name in hinted})
    picture = art.board.compose(states)
    _paste_strip(art, picture, position, situation, names, note)
    if values is not None:
        chips = [Chip(grid.corner(grid.index(move)), grid.cell, *value) for move, value in values.items()]
        return values_png(art.palette.rgba(picture), chips, look.theme)
    if better is not None:
        last = _squares(grid, situation.last)
        start = grid.middle(last[-1]) if last else None
        pointer = Pointer(start, grid.middle(grid.index(better.move)), grid.cell, better.value)
        return pointer_png(art.palette.rgba(picture), pointer, look.theme)
    return art.palette.png(picture)


def draw_strip(
    art: ReversiArt,
    position: ScoredPosition,
    situation: Situation,
    *,
    names: tuple[str, str] | None = None,
    note: str,
) -> Image.Image:
    """Draw the strip above the board, RGB."""
    picture = art.board.compose({})
    _paste_strip(art, picture, position, situation, names, note)
    return strip.cut_out(art.palette.rgba(picture))


def _paste_strip(
    art: ReversiArt,
    picture: Image.Image,
    position: ScoredPosition,
    situation: Situation,
    names: tuple[str, str] | None,
    note: str,
) -> None:
    marks = strip.marks_of(position, situation)
    art.strip.paste_sides(picture, marks, names)
    art.strip.paste_score(picture, position.points(), marks, art.grid.squares, note)


def describe(
    position: ScoredPosition,
    situation: Situation = PLAIN,
    *,
    rule: str = "",
    values: Values | None = None,
    row_break: str | None = None,
) -> str:
    """Describe the position: the score, the last moves, the side to move or the winner, the rows.

    In English it has at most 1000 characters without values. `rule` is a sentence, `row_break` precedes
    each row, or what is usual between sentences; the other parameters are those of `draw`.
    """
    black, white = position.points()
    parts = [gettext("Reversi on {columns} by {rows} squares.", columns=position.columns, rows=position.rows)]
    if rule:
        parts.append(rule)
    parts.append(gettext("Black has {black}, White has {white}.", black=black, white=white))
    parts += describe_last(situation, move_name)
    over = describe_end(position, _WORDS, situation)
    moves = enumerated([move_name(move) for move in position.legal_moves()])
    parts.append(over or gettext(_WORDS[position.turn].to_move, moves=moves))
    if values:
        parts.append(describe_values(values))
    described = [joined(parts), *describe_rows(position, _WORDS, LETTERS)]
    return joined(described) if row_break is None else row_break.join(described)


def move_name(move: str) -> str:
    return pgettext("move", "pass") if move == _NO_SQUARE else move


def write(
    position: ScoredPosition,
    situation: Situation = PLAIN,
    *,
    hints: bool = True,
    turned: bool = False,
) -> str:
    """Write the board in letters: in English B and W for the discs. The parameters are those of `draw`."""
    grid = Grid(position.columns, position.rows, 1, 0, 0, turned, turned)
    last, before = _squares(grid, situation.last), _square(grid, situation.before)
    going = hints and situation.to_move(position) is not None
    names = [name for name in position.legal_moves() if name != _NO_SQUARE] if going else []
    possible = {*map(grid.index, names)}
    columns = LETTERS[: grid.columns]
    signs = _signs()
    board = write_board(position, grid, signs, columns, last=last, before=before, possible=possible)
    legend = write_legend(side_names(), signs, before=before is not None, possible=bool(names))
    parts = [board, legend, *([gettext("Moves: {moves}", moves=" ".join(names))] if names else [])]
    return "\n".join(parts)


def _square(grid: Grid, move: str | None) -> int | None:
    """Return the square of a move; None without a move or for a pass."""
    return None if move in (None, _NO_SQUARE) else grid.index(move)


def _squares(grid: Grid, moves: Sequence[str]) -> list[int]:
    """Return the squares of moves without passes."""
    return [grid.index(move) for move in moves if move != _NO_SQUARE]


def _occupied(position: PositionLike, grid: Grid, situation: Situation) -> dict[int, str]:
    last, before = _squares(grid, situation.last), _square(grid, situation.before)
    flipped = {grid.index(name) for name in situation.flipped}
    states = {}
    for square, owner in enumerate(position.cells()):
        if owner is not None:
            states[square] = SIDES[owner] + mark(square in last, square == before, square in flipped)
    return states
