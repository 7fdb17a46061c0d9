"""Puzzles of Reversi and their themes."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.puzzles.puzzle import Goal
from engine.puzzles.solving import Line, PuzzleGame, PuzzleSolver
from engine.reversi.book import key_of
from engine.reversi.position import Position, parse, square_index
from engine.search import position as any_game
from engine.search.position import PASS

_SIZE = 8
_CORNERS = {"a1": "b2", "h1": "g2", "a8": "b7", "h8": "g7"}
"""Each corner with the square diagonally inside."""
_X_SQUARES = {inside: corner for corner, inside in _CORNERS.items()}
_FEW_MOVES = 2
_SQUARES = 64
#: A comeback starts with at most one disc to this many of the other side.
_OUTNUMBERED = 3


def themes(position: Position, line: Line, goal: Goal) -> Iterator[str]:
    """Yield the names of the themes; a name can occur more than once."""
    yield from _first_move(position, line.moves[0])
    if line.turns[0].best == _SQUARES:
        yield "wipe-out"
    if goal in ("win", "save") and _is_outnumbered(position):
        yield "comeback"
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
        if _corners_to_take(after) - _corners_to_take(_other_to_move(position)):
            yield "sacrifice"
        if _traps_a_corner(position, after):
            yield "corner-trap"
        if _keeps_parity(position, move):
            yield "parity"


def _moves(position: Position) -> int:
    """Count the moves of the side to move."""
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


def _corners_to_take(position: Position) -> set[str]:
    """Return the corners that the side to move can take at once."""
    return set(_CORNERS) & set(position.legal_moves())


def _traps_a_corner(position: Position, after: Position) -> bool:
    """Return whether every reply leaves a corner that could not be taken before the move.

    It need not be the same corner after each reply.
    """
    out_of_reach = set(_CORNERS) - _corners_to_take(position)
    return all(_corners_to_take(after.play(reply)) & out_of_reach for reply in after.legal_moves())


def _keeps_parity(position: Position, move: str) -> bool:
    """Return whether a move is the only one that leaves all of several regions with an even number."""
    empty = _empty(position)

    def leaves_even(other: str) -> bool:
        regions = _regions(empty & ~(1 << square_index(other)))
        return len(regions) > 1 and all(size % 2 == 0 for size in regions)

    return [other for other in position.legal_moves() if leaves_even(other)] == [move]


def _is_outnumbered(position: Position) -> bool:
    """Return whether the side to move has a third of the other side's discs or fewer."""
    black, white = position.black.bit_count(), position.white.bit_count()
    own, opp = (white, black) if position.turn else (black, white)
    return own * _OUTNUMBERED <= opp


def _other_to_move(position: Position) -> Position:
    """Return the same board with the other side to move."""
    return Position(position.black, position.white, 1 - position.turn)


def _empty(position: Position) -> int:
    return ~(position.black | position.white) & (1 << _SQUARES) - 1


def _is_empty(position: Position, name: str) -> bool:
    return bool(_empty(position) >> square_index(name) & 1)


def _around(square: int) -> int:
    """Return the neighbours of a square in all eight directions."""
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


def _twins_key(position: any_game.Position) -> tuple[int, int]:
    assert isinstance(position, Position)
    return key_of(position)


def _never_obvious(position: any_game.Position, move: str) -> bool:
    """No Reversi move ends the game before the last squares."""
    return False


def _themes(position: any_game.Position, line: Line, goal: Goal, solver: PuzzleSolver) -> Iterator[str]:
    assert isinstance(position, Position)
    return themes(position, line, goal)


def _always_plain(themes: Collection[str]) -> bool:
    """The value of a move is counted at the end of the game, which is near."""
    return True


GAME = PuzzleGame(
    key="reversi",
    letter="r",
    parse=parse,
    variant=(8, False),
    twins_key=_twins_key,
    least_gain=2,
    solves_from=18,
    obvious=_never_obvious,
    themes=_themes,
    plain=_always_plain,
)
