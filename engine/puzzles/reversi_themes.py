"""The themes of a Reversi puzzle on 8 × 8, as `engine.puzzles.themes` defines them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.puzzles.only_moves import Line
from engine.reversi.position import Position, square_index
from engine.search.position import PASS

_SIZE = 8
_CORNERS = {"a1": "b2", "h1": "g2", "a8": "b7", "h8": "g7"}
"""Each corner with the square diagonally inside."""
_X_SQUARES = {inside: corner for corner, inside in _CORNERS.items()}
_FEW_MOVES = 2
_ALL_DISCS = 64


def themes(position: Position, line: Line) -> Iterator[str]:
    """The names of the themes, some perhaps several times."""
    yield from _first_move(position, line.moves[0])
    if line.turns[0].best == _ALL_DISCS:
        yield "wipe-out"
    for ply, move in enumerate(line.moves):
        after = position.play(move)
        if ply % 2 == 0:
            yield from _own_move(position, move, after)
        position = after


def _first_move(position: Position, move: str) -> Iterator[str]:
    after = position.play(move)
    if _on_edge(move) and move not in _CORNERS:
        yield "edge"
    empty = _empty(after)
    if not any(_around(square_index(name)) & empty for name in position.flips(move)):
        yield "quiet-move"
    left = _moves(after)
    others = [_moves(position.play(other)) for other in position.legal_moves() if other != move]
    if 0 < left <= _FEW_MOVES and left < min(others, default=0):
        yield "mobility"


def _own_move(position: Position, move: str, after: Position) -> Iterator[str]:
    if move in _CORNERS:
        yield "corner"
    if move in _X_SQUARES and _is_empty(position, _X_SQUARES[move]):
        yield "x-square"
    if _is_wedge(position, move, after):
        yield "wedge"
    if after.result() is None:
        if after.legal_moves() == (PASS,):
            yield "pass"
        if _corners_of_other_side(after) - _corners_of_other_side(_other_to_move(position)):
            yield "sacrifice"
        regions = _regions(_empty(after))
        if len(regions) > 1 and all(size % 2 == 0 for size in regions):
            yield "parity"


def _moves(position: Position) -> int:
    """How many moves the side to move has."""
    moves = position.legal_moves()
    return 0 if moves == (PASS,) else len(moves)


def _on_edge(move: str) -> bool:
    return move[0] in "ah" or move[1] in "18"


def _is_wedge(position: Position, move: str, after: Position) -> bool:
    if not _on_edge(move) or move in _CORNERS:
        return False
    square = square_index(move)
    step = _SIZE if move[0] in "ah" else 1
    both = 1 << square - step | 1 << square + step
    theirs = after.white if position.turn == 0 else after.black
    return theirs & both == both


def _corners_of_other_side(position: Position) -> set[str]:
    """The corners that the side to move could take."""
    return set(_CORNERS) & set(position.legal_moves())


def _other_to_move(position: Position) -> Position:
    """The same board with the other side to move."""
    return Position(position.black, position.white, 1 - position.turn)


def _empty(position: Position) -> int:
    """The empty squares as bits."""
    return ~(position.black | position.white) & (1 << _ALL_DISCS) - 1


def _is_empty(position: Position, name: str) -> bool:
    return bool(_empty(position) >> square_index(name) & 1)


def _around(square: int) -> int:
    """The squares beside one, in all eight directions."""
    x, y = square % _SIZE, square // _SIZE
    near = [(x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down]
    return sum(1 << _SIZE * j + i for i, j in near if 0 <= i < _SIZE and 0 <= j < _SIZE)


def _regions(empty: int) -> list[int]:
    """The sizes of the regions of empty squares, which touch one another nowhere, not even at corners."""
    sizes = []
    while empty:
        region = empty & -empty
        front = region
        while front:
            square = front.bit_length() - 1
            new = _around(square) & empty & ~region
            region |= new
            front = front & ~(1 << square) | new
        sizes.append(region.bit_count())
        empty &= ~region
    return sizes
