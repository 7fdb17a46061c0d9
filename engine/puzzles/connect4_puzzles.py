"""Connect 4 as the puzzles know it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.connect4.bitboards import STANDARD
from engine.connect4.position import Position as Connect4Position
from engine.connect4.position import parse
from engine.puzzles.connect4_themes import completing_now, themes
from engine.puzzles.only_moves import Line
from engine.puzzles.puzzle import Goal
from engine.puzzles.puzzle_game import PuzzleGame
from engine.puzzles.solving import Solver
from engine.puzzles.themes import win_in
from engine.search.position import Position

#: A beginner sees a win with the fourth disc at the latest.
_SOON_SEEN = {"block", *map(win_in, range(1, 5))}


def _twins_key(position: Position) -> tuple[int, int]:
    assert isinstance(position, Connect4Position)
    mirrored = position.mirrored()
    return min((position.first, position.second), (mirrored.first, mirrored.second))


def _obvious(position: Position, move: str) -> bool:
    """Whether a disc completes a row, or stands where the other side could complete one at once."""
    assert isinstance(position, Connect4Position)
    return any(move in completing_now(position, side) for side in (0, 1))


def _themes(position: Position, line: Line, goal: Goal, solver: Solver) -> Iterator[str]:
    assert isinstance(position, Connect4Position)
    return themes(position, line, goal, solver)


def _plain(themes: Collection[str]) -> bool:
    """Whether a single move decides in a way that is soon seen."""
    return not _SOON_SEEN.isdisjoint(themes)


GAME = PuzzleGame(
    key="connect4",
    letter="c",
    parse=parse,
    variant=STANDARD,
    twins_key=_twins_key,
    least_gain=None,
    solves_from=32,
    obvious=_obvious,
    themes=_themes,
    plain=_plain,
)
