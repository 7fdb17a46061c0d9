"""Tic-tac-toe: what the bot has to know of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import renderers.tictactoe
from bot.catalog import judging as thresholds
from bot.catalog.judging import Judging, result_accuracy, result_expectancy
from bot.catalog.kind import Diagram, MoveButton, Side, Variant, register
from engine import EngineError
from engine import Position as AnyPosition
from engine.players.computer import Level, levels_of
from engine.tictactoe.position import SQUARES, Position
from renderers.themes import USUAL, Look


class TicTacToe:
    """The game as the bot knows it."""

    key = "tictactoe"
    title = "Tic-tac-toe"
    summary = "Three in a row"
    sides = (Side("Crosses", "❌"), Side("Noughts", "⭕"))
    levels: Mapping[str, Level] = levels_of("tictactoe")
    variants: Sequence[Variant] = (Variant("", "3x3"),)
    other_boards = ""
    judging = Judging(
        expectancy=lambda position, score, proved: result_expectancy(score) if proved else None,
        bounds=thresholds.BY_RESULT,
        solves_from=lambda position: 9,
        accuracy=result_accuracy,
    )

    def read_options(self, typed: str) -> str:
        """There is one board."""
        raise EngineError(f"there is no board {typed}")

    def near_equal(self, style: str) -> float:
        """Return 0, since the search is exact."""
        return 0.0

    def drawn(self, options: str, rng: random.Random) -> str:
        """Return the options unchanged: nothing is random."""
        return options

    def opening_moves(self, options: str) -> Sequence[str]:
        """A game begins on the empty board."""
        return ()

    def opening_name(self, position: AnyPosition) -> None:
        """Openings have no names."""

    def opening_lines(self) -> Mapping[str, tuple[str, ...]]:
        """Return nothing: openings have no names."""
        return {}

    def opening_of(self, options: str, moves: Sequence[str]) -> str:
        """None of them is counted."""
        return ""

    def opening_label(self, opening: str) -> str:
        """There are none."""
        return opening

    def start(self, options: str) -> AnyPosition:
        """The empty board."""
        empty: AnyPosition = Position()
        return empty

    def board_of(self, position: AnyPosition) -> str:
        """There is one board."""
        return ""

    def rows_of(self, position: AnyPosition) -> Sequence[Sequence[int | None]]:
        """The marks."""
        assert isinstance(position, Position)
        owners = [
            0 if position.crosses >> square & 1 else 1 if position.noughts >> square & 1 else None
            for square in range(9)
        ]
        return [owners[0:3], owners[3:6], owners[6:9]]

    def set_up(self, board: str, squares: str) -> AnyPosition:
        """Any marks; who is to move follows from them."""
        crosses, noughts = (
            sum(1 << square for square, sign in enumerate(squares[:9]) if sign == mark) for mark in "XO"
        )
        position: AnyPosition = Position(crosses, noughts)
        if len(squares) != 10 or squares[-1] != "XO"[position.turn]:
            raise EngineError("that is no position of tic-tac-toe")
        return position

    def buttons(self, position: AnyPosition) -> Sequence[MoveButton]:
        """All nine squares, taken ones switched off."""
        return [MoveButton(name, name, name in position.legal_moves()) for name in SQUARES]

    def draw(self, diagram: Diagram, look: Look = USUAL) -> bytes:
        """The marks."""
        position = diagram.position
        assert isinstance(position, Position)
        picture: bytes = renderers.tictactoe.draw(position.crosses, position.noughts)
        return picture

    def write(self, diagram: Diagram, *, turned: bool = False) -> str:
        """The marks by name."""
        return str(diagram.position)

    def describe(self, diagram: Diagram, *, by_row: bool = False) -> str:
        """The marks by name."""
        return str(diagram.position)

    def score(self, position: AnyPosition) -> None:
        """Return None: the game has no score."""

    def win_line(self, position: AnyPosition, winner: str) -> str:
        """Name the winner."""
        return f"{winner} wins with three in a row"

    def draw_line(self, position: AnyPosition) -> str:
        """Say why it is a draw."""
        return "the board is full"

    def move_name(self, move: str) -> str:
        """The square."""
        return move

    def margin(self, score: int) -> str:
        """Return nothing: there are no margins."""
        return ""

    def estimate(self, position: AnyPosition, score: float) -> str:
        """The open lines of one side less those of the other."""
        return f"{score:+.1f}"

    def proved(self, position: AnyPosition, score: int) -> str:
        """Won, lost or drawn."""
        return ("a draw", "a win", "a loss")[score]

    def value_label(self, position: AnyPosition, score: float, *, exact: bool) -> str:
        """As it is."""
        return f"{score:+.0f}"

    def rules(self) -> str:
        """The rules."""
        return "Three in a row win."

    def rules_picture(self, look: Look = USUAL) -> tuple[bytes, str]:
        """The empty board."""
        return self.draw(Diagram(Position())), "an empty board"


register(TicTacToe())
