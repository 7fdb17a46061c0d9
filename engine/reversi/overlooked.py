"""Which Reversi moves people overlook: those that turn discs far away only, and quiet ones."""

from __future__ import annotations

from engine.reversi.position import Position, square_index
from engine.search import position as any_game

#: A line of so many turned discs ends so far from the move that people do not see it.
_FAR = 3


def hard_to_see(position: any_game.Position, move: str) -> bool:
    """Whether a move turns a single disc, or none but whole lines of three discs and more."""
    assert isinstance(position, Position)
    if move == any_game.PASS:
        return False
    turned = position.flips(move)
    if len(turned) == 1:
        return True
    size = position.size
    x, y = square_index(move, size) % size, square_index(move, size) // size
    lines: dict[tuple[int, int], int] = {}
    for name in turned:
        right, up = square_index(name, size) % size - x, square_index(name, size) // size - y
        direction = ((right > 0) - (right < 0), (up > 0) - (up < 0))
        lines[direction] = lines.get(direction, 0) + 1
    return min(lines.values()) >= _FAR
