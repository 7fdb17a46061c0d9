"""Tic-tac-toe as a third game: what one has to write to add a game, and nothing more.

The rules for the shared search core, a position, a picture, and the description for the bot: in the project
itself these would be one folder in `engine/` and one file each in `renderers/` and `bot/games/`.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from bot.catalog import LastMove, MoveButton, Side, Variant
from engine import EngineError, IllegalMove, Limits, Result, SearchResult, StopFlag, search
from engine import Position as AnyPosition
from engine.jit.bits import Word, mix, popcount
from engine.jit.dispatch import implements
from engine.players.computer import ComputerPlayer
from engine.players.levels import Level
from engine.search import interface
from engine.search.results import ProgressCallback
from engine.search.style import EXACT
from engine.search.transposition import TranspositionTable

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
SQUARES = tuple(column + row for row in "123" for column in "abc")
FULL = 0b111111111

# --- engine: the rules for the search core ---------------------------------------------------------------


class TicTacToe(NamedTuple):
    """The marks of the side to move and of the other side, one bit a square."""

    own: Word
    opp: Word


def _lost(state: TicTacToe) -> Any:
    return any(int(state.opp) & line == line for line in LINES)


@implements(interface.legal, TicTacToe)
def _legal(state: TicTacToe) -> Word:
    return np.uint64(0) if _lost(state) else np.uint64(FULL) & ~(state.own | state.opp)


@implements(interface.play, TicTacToe)
def _play(state: TicTacToe, square: Any) -> TicTacToe:
    return TicTacToe(state.opp, state.own | np.uint64(1 << int(square)))


@implements(interface.passed, TicTacToe)
def _passed(state: TicTacToe) -> TicTacToe:
    return TicTacToe(state.opp, state.own)


@implements(interface.must_pass, TicTacToe)
def _must_pass(state: TicTacToe) -> Any:
    return False


@implements(interface.final, TicTacToe)
def _final(state: TicTacToe) -> Any:
    return np.int64(-1 if _lost(state) else 0)


@implements(interface.plies_left, TicTacToe)
def _plies_left(state: TicTacToe) -> Any:
    return np.int64(9) - popcount(state.own | state.opp)


@implements(interface.hash_key, TicTacToe)
def _hash_key(state: TicTacToe) -> tuple[Word, Word]:
    return mix(state.own, state.opp), mix(state.opp ^ np.uint64(0x5555), state.own)


@implements(interface.evaluate, TicTacToe)
def _evaluate(state: TicTacToe, context: Any) -> Any:
    return np.int64(0)


@implements(interface.terminal_value, TicTacToe)
def _terminal_value(state: TicTacToe, context: Any) -> Any:
    return _final(state)


@implements(interface.move_order_score, TicTacToe)
def _move_order_score(state: TicTacToe, square: Any, after: TicTacToe, context: Any) -> Any:
    return np.int64(1 if square == 4 else 0)


@dataclass(frozen=True, slots=True)
class Position:
    """Crosses and noughts, one bit a square."""

    crosses: int = 0
    noughts: int = 0
    game = "tictactoe"
    variant = None

    @property
    def turn(self) -> int:
        """Crosses begin."""
        return (self.crosses | self.noughts).bit_count() % 2

    @property
    def moves_played(self) -> int:
        """The marks made."""
        return (self.crosses | self.noughts).bit_count()

    def legal_moves(self) -> tuple[str, ...]:
        """The empty squares."""
        if self.result() is not None:
            return ()
        taken = self.crosses | self.noughts
        return tuple(name for square, name in enumerate(SQUARES) if not taken >> square & 1)

    def play(self, move: str) -> Position:
        """A cross or a nought more."""
        if move not in self.legal_moves():
            raise IllegalMove(f"{move} cannot be played")
        mark = 1 << SQUARES.index(move)
        if self.turn == 0:
            return Position(self.crosses | mark, self.noughts)
        return Position(self.crosses, self.noughts | mark)

    def result(self) -> Result | None:
        """Won by whoever has a line."""
        for side, marks in enumerate((self.crosses, self.noughts)):
            if any(marks & line == line for line in LINES):
                return Result(side, 1 if side == self.turn else -1)
        return Result(None, 0) if self.crosses | self.noughts == FULL else None

    def state(self) -> TicTacToe:
        """For the search core."""
        own, opp = (self.noughts, self.crosses) if self.turn else (self.crosses, self.noughts)
        return TicTacToe(np.uint64(own), np.uint64(opp))

    def search_table(self) -> None:
        """The rules need no table."""

    def move_name(self, square: int) -> str:
        """`a1` to `c3`."""
        return SQUARES[square]

    def move_square(self, name: str) -> int:
        """The bit of a square."""
        return SQUARES.index(name)


def solve(position: Position) -> SearchResult:
    """The shared search core plays it perfectly (in plain Python: run with NUMBA_DISABLE_JIT=1)."""
    return search(position, Limits(seconds=60), style=EXACT)


# --- bot: the computer player, the picture, the description ----------------------------------------------


class Taker(ComputerPlayer):
    """Takes the first square that is free."""

    def choose(
        self,
        position: AnyPosition,
        seconds: float,
        stop: StopFlag | None = None,
        progress: ProgressCallback | None = None,
        *,
        table: TranspositionTable | None = None,
    ) -> SearchResult:
        """The first free square, in board order."""
        move = position.legal_moves()[0]
        return SearchResult(move, 0, 1, 1, 0.0, exact=False, line=(move,), candidates=())


class TicTacToeKind:
    """The game as the bot knows it."""

    key = "tictactoe"
    title = "Tic-tac-toe"
    summary = "Three in a row"
    sides = (Side("Crosses", "❌"), Side("Noughts", "⭕"))
    levels: Mapping[str, Level] = {"taker": Level(Taker("first", 1), 400)}
    variants: Sequence[Variant] = (Variant("", "3 × 3"),)

    def read_options(self, typed: str) -> str:
        """There is one board."""
        raise EngineError(f"there is no board {typed}")

    def start(self, options: str) -> Position:
        """The empty board."""
        return Position()

    def buttons(self, position: AnyPosition) -> Sequence[MoveButton]:
        """All nine squares, taken ones switched off."""
        return [MoveButton(name, name, name in position.legal_moves()) for name in SQUARES]

    def draw(self, position: AnyPosition, last: LastMove | None, winner: int | None, hints: bool) -> bytes:
        """Blue crosses, red noughts."""
        assert isinstance(position, Position)
        image = Image.new("RGB", (90, 90), "white")
        pen = ImageDraw.Draw(image)
        for square in range(9):
            x, y = square % 3 * 30, square // 3 * 30
            if position.crosses >> square & 1:
                pen.line((x + 5, y + 5, x + 25, y + 25), "blue", 4)
            if position.noughts >> square & 1:
                pen.ellipse((x + 5, y + 5, x + 25, y + 25), outline="red", width=4)
        file = io.BytesIO()
        image.save(file, "PNG")
        return file.getvalue()

    def describe(self, position: AnyPosition, last: LastMove | None, winner: int | None) -> str:
        """The marks by name."""
        return str(position)

    def score(self, position: AnyPosition) -> None:
        """Nothing is counted."""

    def result_line(self, position: AnyPosition) -> str:
        """How it ended."""
        return "with three in a row" if position.result() != Result(None, 0) else "the board is full"

    def estimate(self, position: AnyPosition, score: float) -> str:
        """As it is."""
        return f"{score:+.1f}"

    def proved(self, position: AnyPosition, score: int) -> str:
        """Won, lost or drawn."""
        return ("a draw", "a win", "a loss")[score]

    def rules(self) -> str:
        """The rules."""
        return "Three in a row win."

    def rules_picture(self) -> tuple[bytes, str]:
        """The empty board."""
        return self.draw(Position(), None, None, True), "an empty board"

    def prepare(self) -> None:
        """Nothing to compile."""
