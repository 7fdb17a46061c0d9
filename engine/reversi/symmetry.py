"""Which moves of a symmetric position are each other's images."""

from __future__ import annotations

import functools

from engine.reversi.boards import SYMMETRIES, image_of
from engine.reversi.position import Position, square_index, square_name
from engine.search import position as any_game


@functools.cache
def _images(symmetry: int, size: int) -> tuple[int, ...]:
    """Where each square goes."""
    return tuple(image_of(square, symmetry, size) for square in range(size * size))


def images(position: any_game.Position) -> dict[str, str]:
    """Legal moves that a symmetry of the position makes of an earlier one, each with the earliest."""
    assert isinstance(position, Position)
    cells, size = position.cells(), position.size
    found: dict[str, str] = {}
    for symmetry in SYMMETRIES[1:]:
        goes_to = _images(symmetry, size)
        if any(cells[square] != cells[image] for square, image in enumerate(goes_to)):
            continue
        for move in position.legal_moves():
            if move != any_game.PASS:
                first = square_index(move, size)
                image = goes_to[first]
                if image > first:
                    name = square_name(image, size)
                    found[name] = min(found.get(name, move), move, key=lambda each: square_index(each, size))
    return found
