"""Tic-tac-toe as people play it: squares are a1 to c3, crosses begin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.errors import IllegalMove
from engine.search import rules
from engine.search.position import Result
from engine.tictactoe.rules import TicTacToe

SQUARES = tuple(column + row for row in "123" for column in "abc")


@dataclass(frozen=True, slots=True)
class Position:
    """Crosses and noughts, one bit a square."""

    crosses: int = 0
    noughts: int = 0

    @property
    def game(self) -> str:
        """Key of the game."""
        return "tictactoe"

    @property
    def variant(self) -> None:
        """There is one board."""
        return

    @property
    def turn(self) -> int:
        """Crosses begin."""
        return self.moves_played % 2

    @property
    def moves_played(self) -> int:
        """Number of marks."""
        return (self.crosses | self.noughts).bit_count()

    def legal_moves(self) -> tuple[str, ...]:
        """The empty squares, none when the game is over."""
        moves = int(rules.legal_moves(self.state()))
        return tuple(name for square, name in enumerate(SQUARES) if moves >> square & 1)

    def play(self, move: str) -> Position:
        """The position after a mark in a square. Raises IllegalMove."""
        if move not in self.legal_moves():
            raise IllegalMove(f"{move} cannot be played")
        mark = 1 << self.move_square(move)
        if self.turn == 0:
            return Position(self.crosses | mark, self.noughts)
        return Position(self.crosses, self.noughts | mark)

    def result(self) -> Result | None:
        """None while the game is going on."""
        if self.legal_moves():
            return None
        score = int(rules.final_score(self.state()))
        return Result(1 - self.turn if score else None, score)

    def state(self) -> TicTacToe:
        """The position as the search core sees it."""
        own, opp = (self.noughts, self.crosses) if self.turn else (self.crosses, self.noughts)
        return TicTacToe(np.uint64(own), np.uint64(opp))

    def search_table(self) -> None:
        """The rules need no table."""

    def move_name(self, square: int) -> str:
        """Name of the move to a square of the state."""
        return SQUARES[square]

    def move_square(self, name: str) -> int:
        """Square of the state that a legal move goes to."""
        return SQUARES.index(name)
