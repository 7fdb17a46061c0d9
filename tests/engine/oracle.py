"""Reversi and minimax as slowly and plainly as they can be written: what the engine is checked against.

Connect 4 has the rules of people, which `connect4/test_position` compares with a plain grid.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine import connect4

DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


@dataclass(frozen=True)
class Board:
    """Discs by (column, row) with the owner 0 or 1, and the side to move."""

    discs: tuple[tuple[tuple[int, int], int], ...]
    turn: int
    size: int = 8
    anti: bool = False

    @property
    def owners(self) -> dict[tuple[int, int], int]:
        return dict(self.discs)

    def turned_by(self, square: tuple[int, int]) -> list[tuple[int, int]]:
        owners = self.owners
        if square in owners:
            return []
        turned = []
        for step_x, step_y in DIRECTIONS:
            line = []
            x, y = square[0] + step_x, square[1] + step_y
            while owners.get((x, y)) == 1 - self.turn:
                line.append((x, y))
                x, y = x + step_x, y + step_y
            if owners.get((x, y)) == self.turn:
                turned += line
        return turned

    def moves(self) -> list[tuple[int, int]]:
        squares = [(x, y) for y in range(self.size) for x in range(self.size)]
        return [square for square in squares if self.turned_by(square)]

    def play(self, square: tuple[int, int] | None) -> Board:
        owners = self.owners
        if square is not None:
            owners.update(dict.fromkeys([*self.turned_by(square), square], self.turn))
        return Board(tuple(sorted(owners.items())), 1 - self.turn, self.size, self.anti)

    def over(self) -> bool:
        return not self.moves() and not self.play(None).moves()

    def score(self) -> int:
        """Disc difference for the side to move, empty squares to the side ahead; turned round in anti."""
        counts = [list(self.owners.values()).count(side) for side in (self.turn, 1 - self.turn)]
        difference = counts[0] - counts[1]
        empties = self.size * self.size - sum(counts)
        difference += empties * ((difference > 0) - (difference < 0))
        return -difference if self.anti else difference


def start(size: int = 8, anti: bool = False) -> Board:
    low, high = size // 2 - 1, size // 2
    discs = {(low, low): 1, (high, high): 1, (high, low): 0, (low, high): 0}
    return Board(tuple(sorted(discs.items())), 0, size, anti)


def board_of(text: str) -> Board:
    """The board of the text that `str(position)` writes."""
    squares, side = text.split()[:2]
    size = round(len(squares) ** 0.5)
    discs = {
        (index % size, index // size): "XO".index(sign) for index, sign in enumerate(squares) if sign != "-"
    }
    return Board(tuple(sorted(discs.items())), "XO".index(side), size, text.endswith("anti"))


def name_of(square: tuple[int, int]) -> str:
    return "abcdefghij"[square[0]] + str(square[1] + 1)


def leaves(board: Board, depth: int) -> int:
    if depth == 0 or board.over():
        return 1
    moves: list[tuple[int, int] | None] = [*board.moves()] or [None]
    return sum(leaves(board.play(square), depth - 1) for square in moves)


def minimax(board: Board) -> int:
    """Final score of best play for the side to move."""
    moves = board.moves()
    if moves:
        return max(-minimax(board.play(square)) for square in moves)
    return board.score() if board.over() else -minimax(board.play(None))


def values(text: str) -> dict[str, int]:
    """The final score of every move for the side that makes it; {"pass": …} where it has to pass."""
    board = board_of(text)
    moves = {name_of(square): board.play(square) for square in board.moves()} or {"pass": board.play(None)}
    return {name: -minimax(after) for name, after in moves.items()}


@cache
def connect4_minimax(position: connect4.Position) -> int:
    """The score by the rules alone."""
    result = position.result()
    return max(connect4_values(position).values()) if result is None else result.score


def connect4_values(position: connect4.Position) -> dict[str, int]:
    """The score of every move for the side that makes it."""
    return {move: -connect4_minimax(position.play(move)) for move in position.legal_moves()}
