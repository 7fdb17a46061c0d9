"""Puzzles of Reversi and their themes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.puzzles.puzzle import Goal
from engine.puzzles.solving import Line, PuzzleGame, PuzzleSolver
from engine.reversi.book import key_of
from engine.reversi.features import around, discs_of, empty_squares, open_to, regions
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


def themes(position: any_game.Position, line: Line, goal: Goal, solver: PuzzleSolver) -> Iterator[str]:
    """Yield the names of the themes; a name can occur more than once."""
    assert isinstance(position, Position)
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
    turned = sum(1 << square_index(name) for name in position.flips(move))
    if not around(turned, _SIZE) & empty_squares(after):
        yield "quiet-move"
    left = len(open_to(after, after.turn))
    elsewhere = (position.play(other) for other in position.legal_moves() if other != move)
    others = [len(open_to(other, after.turn)) for other in elsewhere]
    if 0 < left <= _FEW_MOVES and left < min(others, default=0):
        yield "mobility"


def _own_move(position: Position, move: str, after: Position) -> Iterator[str]:
    if move in _CORNERS:
        yield "corner"
    if move in _X_SQUARES and empty_squares(position) >> square_index(_X_SQUARES[move]) & 1:
        yield "x-square"
    if _is_wedge(position, move, after):
        yield "wedge"
    if after.result() is None:
        if after.legal_moves() == (PASS,):
            yield "pass"
        if (open_to(after, after.turn) - open_to(position, after.turn)).intersection(_CORNERS):
            yield "sacrifice"
        if _traps_a_corner(position, after):
            yield "corner-trap"
        if _keeps_parity(position, move):
            yield "parity"


def _on_edge(move: str) -> bool:
    return move[0] in "ah" or move[1] in "18"


def _is_wedge(position: Position, move: str, after: Position) -> bool:
    if not _on_edge(move) or move in _CORNERS:
        return False
    square = square_index(move)
    step = _SIZE if move[0] in "ah" else 1
    both = 1 << square - step | 1 << square + step
    return discs_of(after, after.turn) & both == both


def _traps_a_corner(position: Position, after: Position) -> bool:
    """Return whether every reply leaves a corner that could not be taken before the move.

    It need not be the same corner after each reply.
    """
    out_of_reach = set(_CORNERS) - open_to(position, position.turn)
    return all(out_of_reach.intersection(after.play(reply).legal_moves()) for reply in after.legal_moves())


def _keeps_parity(position: Position, move: str) -> bool:
    """Return whether a move is the only one that leaves all of several regions with an even number."""
    empty = empty_squares(position)

    def leaves_even(other: str) -> bool:
        left = regions(empty & ~(1 << square_index(other)), _SIZE)
        return len(left) > 1 and all(region.bit_count() % 2 == 0 for region in left)

    return [other for other in position.legal_moves() if leaves_even(other)] == [move]


def _is_outnumbered(position: Position) -> bool:
    """Return whether the side to move has a third of the other side's discs or fewer."""
    own, opp = (discs_of(position, side).bit_count() for side in (position.turn, 1 - position.turn))
    return own * _OUTNUMBERED <= opp


def _twins_key(position: any_game.Position) -> tuple[int, int]:
    assert isinstance(position, Position)
    return key_of(position)


GAME = PuzzleGame(
    key="reversi",
    letter="r",
    parse=parse,
    variant=(8, False),
    twins_key=_twins_key,
    least_gain=2,
    solves_from=18,
    # No move ends the game before the last squares.
    obvious=lambda position, move: False,
    themes=themes,
    # The value of a move is counted at the end of the game, which is near.
    plain=lambda themes: True,
)
