"""Discs that the rest of a game can turn, found by playing it."""

from __future__ import annotations

import functools

from engine.reversi import features
from engine.reversi.features import AXES, Grid, grid_of
from engine.reversi.position import Position

MAX_POSITIONS = 400
"""Maximum positions looked at; a disc for which no line is found by then counts as safe before."""


@functools.lru_cache(maxsize=64)
def turnable(position: Position, discs: int) -> int:
    """Return those of some discs that some line of moves turns: near the end all, earlier perhaps not all."""
    search = _Search(discs, grid_of(position.size))
    own, other = (features.discs_of(position, side) for side in (position.turn, 1 - position.turn))
    search.look(own, other, passed=False)
    return discs & ~search.left


class _Search:
    """A search for lines that turn discs; `left` are those for which none was found."""

    def __init__(self, discs: int, grid: Grid) -> None:
        self.left = discs
        self._grid = grid
        self._steps = tuple((grid.size * down + right, _room(grid, right)) for right, down in AXES)
        self._seen: set[tuple[int, int]] = set()

    def look(self, own: int, other: int, *, passed: bool) -> None:
        """Follow all lines from a position, those first that turn most discs."""
        if not self.left or (own, other) in self._seen or len(self._seen) >= MAX_POSITIONS:
            return
        self._seen.add((own, other))
        moves = self._moves(own, other)
        for _, _, flips in moves:
            self.left &= ~flips
        for _, square, flips in moves:
            self.look(other & ~flips, own | flips | square, passed=False)
        if not moves and not passed:
            self.look(other, own, passed=True)

    def _moves(self, own: int, other: int) -> list[tuple[int, int, int]]:
        """Return the moves as squares and the discs they turn, those first that turn most of `left`."""
        grid, moves = self._grid, []
        empty = features.around(other, grid.size) & grid.board & ~(own | other)
        while empty:
            square = empty & -empty
            empty ^= square
            flips = 0
            for step, room in self._steps:
                line, at = 0, (square & room) << step
                while at & other:
                    line, at = line | at, (at & room) << step
                if at & own:
                    flips |= line
                line, at = 0, square >> step & room
                while at & other:
                    line, at = line | at, at >> step & room
                if at & own:
                    flips |= line
            if flips:
                moves.append(((flips & self.left).bit_count(), square, flips))
        moves.sort(reverse=True)
        return moves


def _room(grid: Grid, right: int) -> int:
    """Return the squares from which a step along an axis does not leave the board at its sides."""
    return grid.board & ~{1: grid.last, 0: 0, -1: grid.first}[right]
