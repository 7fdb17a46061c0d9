"""Which Connect 4 moves people overlook: those that matter on a diagonal only."""

from __future__ import annotations

from engine.connect4.position import Position as Connect4Position
from engine.search.position import Position


def hard_to_see(position: Position, move: str) -> bool:
    """Whether a move adds to or ends open lines that lack two discs at most, all of them diagonals."""
    assert isinstance(position, Connect4Position)
    square = 1 << position.move_square(move)
    straight = (1, position.rows + 1)
    found = False
    for line in position.lines():
        first, second = (line & position.first).bit_count(), (line & position.second).bit_count()
        if line & square and not (first and second) and first + second >= position.connect - 2:
            lowest = line & -line
            rest = line ^ lowest
            step = (rest & -rest).bit_length() - lowest.bit_length()
            if step in straight:
                return False
            found = True
    return found
