"""Connect 4 in the catalogue of games."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

import renderers.connect4
import renderers.connect4_replay
from bot.catalog import judging as thresholds
from bot.catalog.judging import Judging, connect4_phase, result_accuracy, result_expectancy
from bot.catalog.kind import NO_MOVES, SYMBOLS, Diagram, MoveButton, Side, Variant, board_typed, register
from data.games.explorer import board_set_up, is_set_up
from engine import EngineError, Position, connect4
from engine.players.computer import Level, levels_of
from engine.search.results import Estimate
from languages import gettext, gettext_noop, ngettext, pgettext, pgettext_noop
from languages.numbers import enumerated, signed
from languages.typed import folded
from renderers.board import End
from renderers.replay import Film
from renderers.themes import USUAL, Look, Pair, Theme

RULES = (
    gettext_noop(
        "**Red moves first.** The two sides take turns to drop a disc into a column; it falls to the lowest "
        "free square."
    ),
    gettext_noop(
        "**Four in a row wins**: side by side, one above the other, or diagonally. On "
        "boards with another goal, the dots above the grid show how many it takes."
    ),
    gettext_noop("**A full grid** without a row of four is a draw."),
    gettext_noop(
        "*Tip for beginners: start in the middle, where most rows of four cross. Before "
        "you drop a disc, look at what your opponent could play on top of it.*"
    ),
)
"""Paragraphs of the rules."""

EXAMPLE = "67366465455"
"""A short game that ends with four red discs on a diagonal, for the picture of the rules."""

STANDARD = (7, 6, 4)
SIZE = re.compile(r"(\d{1,2}) ?[x×*] ?(\d{1,2})(?: ?(?:c|connect|,| ) ?(\d))?", re.ASCII)
"""The size of a grid in a folded text."""
WINS = {
    # Translators: {winner} is a name or a colour.
    3: gettext_noop("{winner} wins with three in a row"),
    4: gettext_noop("{winner} wins with four in a row"),
    5: gettext_noop("{winner} wins with five in a row"),
    6: gettext_noop("{winner} wins with six in a row"),
}
"""The result of a game by the length of its rows."""


class Connect4:
    """Connect 4 on any grid from 4 × 4 to 12 × 8, with three to six discs in a row."""

    key = "connect4"
    sides = (Side(pgettext_noop("side", "Red"), "🔴"), Side(pgettext_noop("side", "Yellow"), "🟡"))
    levels: Mapping[str, Level] = levels_of("connect4")
    variants: Sequence[Variant] = (
        Variant("", "7x6"),
        Variant("12x6", "12x6"),
        Variant("8x7", "8x7"),
        # Translators: a board in a menu; {size} is its size, such as “9x6”.
        Variant("9x6c5", "9x6", gettext_noop("{size}, five in a row")),
    )
    judging = Judging(
        # An estimate counts no wins.
        expectancy=lambda position, score, proved: result_expectancy(score) if proved else None,
        bounds=thresholds.BY_RESULT,
        solves_from=lambda position: _solves_from(_grid(position)),
        accuracy=result_accuracy,
        counts_keepers=True,
        phase=lambda position: connect4_phase(_grid(position)),
    )

    @property
    def title(self) -> str:
        # Translators: the name of the game, as shops in your country sell it.
        return gettext("Connect 4")

    @property
    def summary(self) -> str:
        return gettext("Connect 4: drop discs, and be the first to get four in a row")

    @property
    def other_boards(self) -> str:
        # Translators: follows “or” after a list of boards. 9x6c5 is what one types.
        return gettext("any grid from 4x4 to 12x8 with a row of 3 to 6 that fits on it, e.g. 9x6c5")

    def read_options(self, typed: str) -> str:
        """Read a size such as `8x7`, or one with a goal such as `9x6c5` (columns × rows, discs in a row)."""
        known = board_typed(self.variants, typed)
        if known is not None:
            return known
        size = SIZE.fullmatch(folded(typed))
        if size is None:
            raise EngineError("that names no grid")
        columns, rows, connect = (int(number) if number else STANDARD[2] for number in size.groups())
        connect4.start(columns=columns, rows=rows, connect=connect)
        return _options(columns, rows, connect)

    def winning_squares(self, position: Position) -> Sequence[int]:
        return _grid(position).winning()

    def near_equal(self, style: str) -> float:
        """Return whole points for alignments, fractions for the other styles."""
        return 2.0 if style.startswith("alignments") else 0.01

    def drawn(self, options: str, rng: random.Random) -> str:
        return options

    def opening_moves(self, options: str) -> Sequence[str]:
        return ()

    def opening_name(self, position: Position) -> None:
        """Return None: openings have no names."""

    def opening_lines(self) -> Mapping[str, tuple[str, ...]]:
        """Return nothing: openings have no names."""
        return {}

    def opening_of(self, options: str, moves: Sequence[str]) -> str:
        """Return the first column of each side, such as `4 3`; mirror images are the same."""
        columns = [int(move) for move in moves[:2]]
        if options or len(columns) < 2:
            return ""
        return " ".join(map(str, min(columns, [STANDARD[0] + 1 - column for column in columns])))

    def opening_label(self, opening: str) -> str:
        # Translators: an opening: {columns} are the first columns of both sides, such as “4, 3”.
        return gettext("Columns {columns}", columns=enumerated(opening.split()))

    def start(self, options: str) -> Position:
        if is_set_up(options):
            return self.set_up(*board_set_up(options))
        if not options:
            return connect4.start()
        size, _, goal = options.partition("c")
        columns, rows = map(int, size.split("x"))
        return connect4.start(columns=columns, rows=rows, connect=int(goal or STANDARD[2]))

    def rows_of(self, position: Position) -> Sequence[Sequence[int | None]]:
        cells, columns = _grid(position).cells(), _grid(position).columns
        return [cells[start : start + columns] for start in range(0, len(cells), columns)]

    def board_of(self, position: Position) -> str:
        grid = _grid(position)
        return _options(grid.columns, grid.rows, grid.connect)

    def set_up(self, board: str, squares: str) -> Position:
        """Return any position without floating discs in which the sides have taken turns."""
        signs, side = squares[:-1], squares[-1:]
        position = connect4.parse(f"{board}:{signs}" if board else signs)
        if side != SYMBOLS[position.turn]:
            raise EngineError(
                "with so many discs, {mover} is to move, not {side}",
                mover=SYMBOLS[position.turn],
                side=side,
            )
        return position

    def buttons(self, position: Position) -> Sequence[MoveButton]:
        columns = (str(column) for column in range(1, _grid(position).columns + 1))
        legal = position.legal_moves()
        return [MoveButton(column, column, column in legal) for column in columns]

    def draw(self, diagram: Diagram, look: Look = USUAL) -> bytes:
        grid = _grid(diagram.position)
        return renderers.connect4.draw(
            grid,
            diagram.situation(),
            winning=grid.winning(),
            hints=diagram.hints,
            connect=grid.connect,
            names=diagram.names,
            values=diagram.values,
            look=look,
            better=diagram.better,
        )

    def inks(self, theme: Theme) -> Pair:
        return theme.connect4.inks

    def place(self, position: Position, move: str) -> tuple[float, float]:
        return (int(move) - 0.5) / _grid(position).columns, 0.5

    def film(
        self, positions: Sequence[Position], end: End | None, names: tuple[str, str] | None, look: Look
    ) -> Film:
        grids = [_grid(position) for position in positions]
        return renderers.connect4_replay.film(
            grids, winning=grids[-1].winning(), end=end, names=names, connect=grids[-1].connect, look=look
        )

    def write(self, diagram: Diagram, *, turned: bool = False) -> str:
        grid = _grid(diagram.position)
        letters = renderers.connect4.write(grid, diagram.situation(), hints=diagram.hints, turned=turned)
        if grid.connect == STANDARD[2]:
            return letters
        # Translators: below a board drawn in letters: how many discs in a row win.
        goal = gettext("Connect {number}.", number=grid.connect)
        return f"{letters}\n{goal}"

    def describe(self, diagram: Diagram, *, by_row: bool = False) -> str:
        grid = _grid(diagram.position)
        return renderers.connect4.describe(
            grid,
            diagram.situation(),
            connect=grid.connect,
            values=diagram.values,
            row_break="\n" if by_row else None,
        )

    def score(self, position: Position) -> None:
        """Return None: the game has no score."""

    def win_line(self, position: Position, winner: str) -> str:
        return gettext(WINS[_grid(position).connect], winner=winner)

    def draw_line(self, position: Position) -> str:
        # Translators: follows “A draw,”.
        return gettext("the grid is full")

    def move_name(self, move: str) -> str:
        # Translators: a move within a sentence, such as “Red played column 4.”
        return gettext("column {column}", column=move)

    def margin(self, score: int) -> str:
        return ""

    def estimate(self, position: Position, score: float) -> str:
        """Describe hundredths of the smallest win, or a win found; larger values are a style's units."""
        if abs(score) < 1:
            return signed(100 * score, 1)
        return signed(score, 1) if isinstance(score, Estimate) else self.proved(position, round(score))

    def proved(self, position: Position, score: int) -> str:
        if score == 0:
            # Translators: the value of a position, in a list or in a sentence about the side to move.
            return gettext("a draw")
        moves = _moves_left(_grid(position), score)
        if score > 0:
            # Translators: the value of a position, in a list or in a sentence about the side to move.
            return ngettext("a win in {number} move", "a win in {number} moves", moves)
        # Translators: the value of a position, in a list or in a sentence about the side to move.
        return ngettext("a loss in {number} move", "a loss in {number} moves", moves)

    def value_label(self, position: Position, score: float, *, exact: bool) -> str:
        """Return hundredths of the smallest win, or the moves to a win or loss."""
        if exact and score == 0:
            # Translators: a move's value on its square: at most two short words.
            return pgettext("value", "draw")
        if abs(score) < 1:
            return signed(100 * score, 0)
        if isinstance(score, Estimate):
            return signed(score, 0)
        moves = _moves_left(_grid(position), round(score))
        if score > 0:
            # Translators: a move's value on its square: at most two short words. {moves} is a number.
            return pgettext("value", "win in {moves}", moves=moves)
        # Translators: a move's value on its square: at most two short words. {moves} is a number.
        return pgettext("value", "loss in {moves}", moves=moves)

    def deciding_disc(self, position: Position, score: int) -> int | None:
        if score == 0:
            return None
        # The winner's moves alternate with the loser's, who is first to move in a lost position.
        grid = _grid(position)
        return grid.moves_played + 2 * _moves_left(grid, score) - (1 if score > 0 else 0)

    def brief_value(self, position: Position, score: int) -> str:
        return "=" if score == 0 else f"{'+' if score > 0 else '-'}{_moves_left(_grid(position), score)}"

    def rules(self) -> str:
        return "\n\n".join(map(gettext, RULES))

    def rules_picture(self, look: Look = USUAL) -> tuple[bytes, str]:
        won = connect4.parse(EXAMPLE)
        example = Diagram(won, NO_MOVES.then(EXAMPLE[-1], connect4.parse(EXAMPLE[:-1])))
        return self.draw(example, look), self.describe(example)


def _options(columns: int, rows: int, connect: int) -> str:
    if (columns, rows, connect) == STANDARD:
        return ""
    return f"{columns}x{rows}" + (f"c{connect}" if connect != STANDARD[2] else "")


def _solves_from(grid: connect4.Position) -> int:
    """Return the number of empty squares from which positions are solved at once."""
    if grid.columns * grid.rows <= thresholds.CONNECT4_SQUARES:
        return thresholds.CONNECT4_SOLVES_FROM
    return thresholds.LARGE_GRID_SOLVES_FROM


def _moves_left(grid: connect4.Position, score: int) -> int:
    """Return how many of their own moves the winner needs, given a nonzero score."""
    left = grid.columns * grid.rows - grid.moves_played
    # A side wins with its n-th last disc; the side not to move has one disc less to drop.
    return (left + (3 if score > 0 else 2)) // 2 - abs(score)


def _grid(position: Position) -> connect4.Position:
    assert isinstance(position, connect4.Position)
    return position


register(Connect4())
