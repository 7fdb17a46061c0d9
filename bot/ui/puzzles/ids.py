"""The buttons and menus of puzzles."""

from __future__ import annotations

from bot.puzzles.trials import Difficulty
from bot.ui.component_ids import ComponentId, Step


class TryMove(ComponentId, action="puzzle_move"):
    """Try a move."""

    puzzle: str
    ply: int
    move: str
    theme: str
    difficulty: Difficulty


class ChooseTry(ComponentId, action="puzzle_choose"):
    """Try a move chosen from a menu; `menu` is its number under the board."""

    puzzle: str
    ply: int
    menu: int
    theme: str
    difficulty: Difficulty


class KeepPlayed(ComponentId, action="puzzle_keep"):
    """Answer that the move played in the person's own game was right."""

    puzzle: str
    ply: int


class HavePuzzleHint(ComponentId, action="puzzle_hint"):
    """Name a few moves that include the right one."""

    puzzle: str
    ply: int
    theme: str
    difficulty: Difficulty


class ShowSolution(ComponentId, action="puzzle_show"):
    """Give up and show the solution."""

    puzzle: str
    ply: int
    theme: str
    difficulty: Difficulty


class NextPuzzle(ComponentId, action="puzzle_next"):
    """Show another puzzle of the same game in place of this one."""

    puzzle: str
    theme: str
    difficulty: Difficulty


class OpenSolution(ComponentId, action="puzzle_solution"):
    """Open the solution at its first position, in a new message."""

    puzzle: str


class SolutionStep(ComponentId, action="puzzle_step"):
    """Step from the position after `ply` moves of the solution."""

    puzzle: str
    ply: int
    step: Step


class NextMistake(ComponentId, action="puzzle_mine"):
    """Replace the puzzle by one of the person's own mistakes."""


class ShowResults(ComponentId, action="puzzle_results"):
    """Show privately how people did at the posted daily puzzle `post`."""

    post: int


class TryPuzzle(ComponentId, action="puzzle_try"):
    """Try the posted puzzle `post` privately."""

    post: int
    puzzle: str
