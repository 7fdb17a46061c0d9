"""Boards as renderers see them: positions in words and in letters, and pictures made of prepared tiles.

A picture is the empty board with one tile per square, of a set for each state; the sets are cached.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from PIL import Image

from engine.search.position import Result
from languages import gettext, pgettext
from languages.numbers import enumerated
from renderers import paint, writing
from renderers.palette import Palette
from renderers.themes import Theme

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
    paint.fill(well_layer, paint.box_mask(size, (0, 0, *size), 14), theme.reversi.well)

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
        across = paint.plank(cell, theme.reversi.squares[0], seed)
        upright = paint.plank(cell, theme.reversi.squares[1], seed + _VENEERS).transpose(
            Image.Transpose.ROTATE_90
        )
        pieces.append((across, upright))
    for square, (x, y) in enumerate(grid.corners()):
        row, column = divmod(square, grid.columns)
        piece = pieces[(2 * row + 3 * column) % _VENEERS][(row + column) % 2]
        colours.paste(piece, (x - grid.left, y - grid.top))
    return colours


def draw_othello(picture: Image.Image, grid: Grid, theme: Theme, letters: int) -> None:
    """Draw an empty board with its coordinates in a font size, and the four dots of an Othello board.

    They are two squares from its corners; small boards have none.
    """
    draw_squares(picture, grid, theme)
    _draw_coordinates(picture, grid, theme, letters)
    if min(grid.columns, grid.rows) < 8:
        return
    for column in (2, grid.columns - 2):
        for row in (2, grid.rows - 2):
            centre = (float(grid.left + column * grid.cell), float(grid.top + row * grid.cell))
            paint.dot(picture, centre, grid.cell * 0.105, theme.reversi.dot)


def _draw_coordinates(picture: Image.Image, grid: Grid, theme: Theme, size: int) -> None:
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
    layer = Image.new("RGBA", board.size)
    for (x, y), sprite in zip(grid.corners(), sprites, strict=True):
        left, top = x - grid.left, y - grid.top
        layer.im.paste(sprite.im, (left, top, left + sprite.width, top + sprite.height))
    # Blended all at once: one by one takes five times as long.
    board.alpha_composite(layer)
    return board


class TileBoard:
    """An empty board, and a tile of each square in each of its states, in one palette."""

    def __init__(
        self, grid: Grid, palette: Palette, empty: Image.Image, sheets: Mapping[str, Image.Image]
    ) -> None:
        self.grid = grid
        self._boxes = [(x, y, x + grid.cell, y + grid.cell) for x, y in grid.corners()]
        self._empty, *mapped = palette.map_all([empty, *sheets.values()])
        self._tiles = {state: self._cut(image) for state, image in zip(sheets, mapped, strict=True)}

    @property
    def size(self) -> tuple[int, int]:
        return self._empty.size

    def _cut(self, mapped: Image.Image) -> list[Any]:
        """Cut a sheet into the tiles of the squares, in their order; they are pixels without a palette."""
        cell, left, top = self.grid.cell, self.grid.left, self.grid.top
        return [
            mapped.crop((x - left, y - top, x - left + cell, y - top + cell)).im
            for x, y in self.grid.corners()
        ]

    def compose(self, states: Mapping[int, str]) -> Image.Image:
        """Return a new "P" picture: the empty board with the given squares in their states."""
        picture = self._empty.copy()
        # Dozens of small pastes: what `Image.paste` does around each takes fifteen times as long.
        pixels = picture.im
        for square, state in states.items():
            pixels.paste(self._tiles[state][square], self._boxes[square])
        return picture


class PositionLike(Protocol):
    """A position on a rectangular board."""

    @property
    def columns(self) -> int: ...

    @property
    def rows(self) -> int: ...

    @property
    def turn(self) -> int:
        """0 or 1: the side to move."""

    def cells(self) -> tuple[int | None, ...]:
        """Return the owner of every square, row by row from the top left."""

    def legal_moves(self) -> tuple[str, ...]:
        """Return the names of playable squares; ("pass",) or () when there are none."""

    def result(self) -> Result | None:
        """Return the result, None while the game continues."""


class ScoredPosition(PositionLike, Protocol):
    """A position of a game that counts discs."""

    def points(self) -> tuple[int, int]:
        """Return the score of the two sides."""


class End(NamedTuple):
    """The end of a game; `winner` is None for a draw or a cancelled game."""

    winner: int | None
    called_off: bool = False


class Situation(NamedTuple):
    """The names of the moves that led to a position, and how the game ended there.

    `last` is marked strongly: one move, or several of one side if the opponent had to pass in between.
    `flipped` are the discs they turned. `before`, the opponent's move before those, is marked lightly. Passes
    mark nothing. `end` is for games that ended before the position did.
    """

    last: Sequence[str] = ()
    before: str | None = None
    flipped: Collection[str] = ()
    end: End | None = None

    def end_of(self, position: PositionLike) -> End | None:
        """Return the end of the game, None while it is in progress."""
        result = position.result()
        if self.end is not None or result is None:
            return self.end
        return End(result.winner)

    def to_move(self, position: PositionLike) -> int | None:
        """Return the side to move, None when the game is over."""
        return position.turn if self.end_of(position) is None else None


PLAIN = Situation()
"""Without marks; the position alone decides whether the game is over."""


class SideWords(NamedTuple):
    """The words of alt texts about a side, to be translated.

    `held` says which columns of a row have its discs.
    """

    to_move: str
    won: str
    held: str


Words = tuple[SideWords, SideWords]


def describe_last(situation: Situation, named: Callable[[str], str] = str) -> list[str]:
    """Return a list with a sentence on the last moves, empty without any; `named` names a move."""
    if not situation.last:
        return []
    # Translators: between moves of one side that the opponent had to pass in between: “h6, then c7”.
    last = pgettext("moves", ", then ").join(map(named, situation.last))
    if situation.before is not None:
        # Translators: {before} is a move, {moves} the opponent's answer, rarely of several moves.
        return [
            gettext(
                "The last moves were {before} and, in answer, {moves}.",
                before=named(situation.before),
                moves=last,
            )
        ]
    if len(situation.last) == 1:
        return [gettext("The last move was {move}.", move=last)]
    return [gettext("The last moves were {moves}.", moves=last)]


def describe_end(position: PositionLike, words: Words, situation: Situation) -> str:
    """Return how the game ended, or "" while it is in progress."""
    end = situation.end_of(position)
    if end is None:
        return ""
    if end.called_off:
        return gettext("The game was called off.")
    return gettext("The game is a draw.") if end.winner is None else gettext(words[end.winner].won)


def describe_rows(position: PositionLike, words: Words, columns: Sequence[str]) -> list[str]:
    """Return a sentence per row from the top with the columns of each side: "Row 3: black c d, white e."."""
    cells = position.cells()
    sentences = []
    for row in range(position.rows):
        owners = cells[row * position.columns : (row + 1) * position.columns]
        held = []
        for side, words_of_side in enumerate(words):
            named = [columns[column] for column, owner in enumerate(owners) if owner == side]
            if named:
                held.append(gettext(words_of_side.held, columns=" ".join(named)))
        if held:
            # Translators: {discs} is such as “black c d, white e”.
            sentences.append(gettext("Row {number}: {discs}.", number=row + 1, discs=enumerated(held)))
        else:
            sentences.append(gettext("Row {number}: empty.", number=row + 1))
    return sentences


EMPTY, POSSIBLE, LAST, BEFORE = ".", "*", ">", "~"
"""An empty square, a legal move, and the prefixes of the last disc and of the one before it."""


def write_board(
    position: PositionLike,
    grid: Grid,
    signs: tuple[str, str],
    columns: Sequence[str],
    *,
    last: Collection[int] = (),
    before: int | None = None,
    possible: Collection[int] = (),
) -> str:
    """Return the board row by row below the names of its columns, each with its number.

    It is meant for monospaced text."""
    cells = position.cells()
    # Squares in the order of their places on the screen.
    in_reading_order = sorted(range(grid.squares), key=lambda square: grid.corner(square)[::-1])
    rows = [in_reading_order[start : start + grid.columns] for start in range(0, grid.squares, grid.columns)]
    width = len(str(grid.rows))
    wide = max(map(len, columns))

    def square(index: int) -> str:
        owner = cells[index]
        sign = (POSSIBLE if index in possible else EMPTY) if owner is None else signs[owner]
        return (LAST if index in last else BEFORE if index == before else " ") + sign.rjust(wide)

    heads = "".join(f" {columns[index % grid.columns].rjust(wide)}" for index in rows[0])
    lines = [f"{' ' * width}{heads}"]
    for row in rows:
        number = str(row[0] // grid.columns + 1).rjust(width)
        lines.append(number + "".join(map(square, row)))
    return "\n".join(lines)


def write_legend(names: tuple[str, str], signs: tuple[str, str], *, before: bool, possible: bool) -> str:
    """Return what the signs mean; `before` and `possible` if such squares are on the board."""
    parts = [f"{sign} {name}" for sign, name in zip(signs, names, strict=True)]
    # Translators: {sign} is a character before a disc on a board in letters.
    parts.append(gettext("{sign} last move", sign=LAST))
    # Translators: {sign} is a character before a disc on a board in letters, of the move before the last one.
    parts += [gettext("{sign} the one before", sign=BEFORE)] if before else []
    # Translators: {sign} is a character for a square where a disc can be placed.
    parts += [gettext("{sign} possible", sign=POSSIBLE)] if possible else []
    return enumerated(parts)
