"""Reversi as the puzzles know it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.puzzles.only_moves import Line
from engine.puzzles.puzzle import Goal
from engine.puzzles.puzzle_game import PuzzleGame
from engine.puzzles.reversi_themes import themes
from engine.puzzles.solving import Solver
from engine.reversi.book import key_of
from engine.reversi.position import Position as ReversiPosition
from engine.reversi.position import parse
from engine.search.position import Position


def _twins_key(position: Position) -> tuple[int, int]:
    assert isinstance(position, ReversiPosition)
    return key_of(position)


def _never_obvious(position: Position, move: str) -> bool:
    """No Reversi move ends the game before the last squares."""
    return False


def _themes(position: Position, line: Line, goal: Goal, solver: Solver) -> Iterator[str]:
    assert isinstance(position, ReversiPosition)
    return themes(position, line, goal)


def _always_plain(themes: Collection[str]) -> bool:
    """What a move is worth is counted at the end of the game, which is near."""
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
