"""Connect 4 on columns of discs, slow and plain: what reasons claim is computed again from here."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from engine import connect4

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass(frozen=True)
class Grid:
    """Columns of owners from the bottom, and the side to move."""

    columns: tuple[tuple[int, ...], ...]
    rows: int
    connect: int
    turn: int

    @classmethod
    def of(cls, position: connect4.Position) -> Grid:
        cells, width = position.cells(), position.columns
        columns = tuple(
            tuple(owner for owner in reversed(cells[column::width]) if owner is not None)
            for column in range(width)
        )
        return cls(columns, position.rows, position.connect, position.turn)

    def owner(self, column: int, row: int) -> int | None:
        if not 0 <= column < len(self.columns) or not 0 <= row < len(self.columns[column]):
            return None
        return self.columns[column][row]

    def play(self, move: str, side: int | None = None) -> Grid:
        """Put a disc of a side (the one to move if None) into a column."""
        number, side = int(move) - 1, self.turn if side is None else side
        assert len(self.columns[number]) < self.rows
        columns = [*self.columns]
        columns[number] = (*columns[number], side)
        return Grid(tuple(columns), self.rows, self.connect, 1 - side)

    def moves(self) -> list[str]:
        if self.won(0) or self.won(1):
            return []
        return [str(number + 1) for number, discs in enumerate(self.columns) if len(discs) < self.rows]

    def won(self, side: int) -> bool:
        return any(
            self.completes(side, column, row)
            for column, discs in enumerate(self.columns)
            for row, owner in enumerate(discs)
            if owner == side
        )

    def completes(self, side: int, column: int, row: int, extra: tuple[int, int] | None = None) -> bool:
        """Return whether a line of a side starts at a square, with an extra disc perhaps."""
        for right, up in DIRECTIONS:
            squares = [(column + right * step, row + up * step) for step in range(self.connect)]
            if all(square == extra or self.owner(*square) == side for square in squares):
                return True
        return False

    def wins(self, side: int) -> set[str]:
        """Columns in which a disc of a side would complete a line now."""
        return {move for move in self.moves() if self.play(move, side).won(side)}

    def threats(self, side: int) -> set[tuple[int, int]]:
        """Empty squares, in reach or not, that would complete a line."""
        empty = [
            (column, row) for column, discs in enumerate(self.columns) for row in range(len(discs), self.rows)
        ]
        return {
            square
            for square in empty
            if any(
                self.completes(side, column, row, square)
                for column in range(len(self.columns))
                for row in range(self.rows)
            )
        }

    def loses_in_two(self) -> bool:
        """Return whether the other side completes a line with its next disc, whatever is played."""
        if self.wins(self.turn):
            return False
        moves = self.moves()
        return bool(moves) and all(self.play(move).wins(1 - self.turn) for move in moves)


def is_forced(grid: Grid, line: tuple[str, ...]) -> bool:
    """Return whether each own disc of a line threatens to win, and the last one does."""
    side = grid.turn
    for number, move in enumerate(line):
        if number % 2 == 0:
            if number == len(line) - 1:
                return move in grid.wins(side)
            grid = grid.play(move)
            if not grid.wins(side) or grid.wins(1 - side):
                return False
        else:
            # Any other reply loses at once.
            if move not in grid.wins(side):
                return False
            grid = grid.play(move)
    return False


@functools.cache
def best_against_follow_up(grid: Grid) -> int:
    """Return the best result, 1, 0 or -1, if every disc is answered on top, by trying everything."""
    side, best = grid.turn, -1
    moves = grid.moves()
    if not moves:
        return 0
    for move in moves:
        after = grid.play(move)
        if after.won(side):
            return 1
        answered = after.play(move)
        if not answered.won(1 - side):
            best = max(best, best_against_follow_up(answered))
    return best
