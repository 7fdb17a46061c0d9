"""Connect 4 as the puzzles know it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.connect4.bitboards import STANDARD
from engine.connect4.position import Position as Connect4Position
from engine.connect4.position import parse
from engine.puzzles.puzzle_game import PuzzleGame
from engine.puzzles.solving import Solver
from engine.search.position import Position


def _twins_key(position: Position) -> tuple[int, int]:
    assert isinstance(position, Connect4Position)
    mirrored = position.mirrored()
    return min((position.first, position.second), (mirrored.first, mirrored.second))


def _obvious(position: Position, move: str) -> bool:
    """Whether a disc makes a line of four, or stands where the other side could make one at once."""
    assert isinstance(position, Connect4Position)
    square = 1 << position.move_square(move)
    own, opp = (position.second, position.first) if position.turn else (position.first, position.second)
    return any(line & square and (line ^ square) in (line & own, line & opp) for line in position.lines())


def _themes(position: Position, line: Sequence[str], values: Sequence[dict[str, int]]) -> tuple[str, ...]:
    return ()


GAME = PuzzleGame(
    key="connect4",
    letter="c",
    parse=parse,
    variant=STANDARD,
    twins_key=_twins_key,
    values=Solver.outcomes,
    least_gain=None,
    solves_from=30,
    obvious=_obvious,
    themes=_themes,
)
