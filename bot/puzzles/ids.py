"""The buttons and menus of puzzles."""

from __future__ import annotations

from bot.puzzles.trials import Difficulty
from bot.ui.component_ids import SHOWS, ComponentId, Step
from data.puzzles.runs import RunKind


class TryMove(ComponentId, action="puzzle_move", menu="puzzle_choose"):
    """Try a move."""

    puzzle: str
    ply: int
    move: str
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


class HintWithout(ComponentId, action="puzzle_hint_not"):
    """Name a few moves that include the right one, but none of the `refuted` ones, separated by blanks."""

    puzzle: str
    ply: int
    theme: str
    difficulty: Difficulty
    refuted: str


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


class ShowResults(ComponentId, action="puzzle_results", timeless=SHOWS):
    """Show privately how people did at the posted daily puzzle `post`."""

    post: int


class RunMove(ComponentId, action="run_move", menu="run_choose"):
    """Answer puzzle `number` of a run with a move."""

    run: int
    number: int
    ply: int
    move: str


class StopRun(ComponentId, action="run_stop"):
    """End a run at puzzle `number`."""

    run: int
    number: int


class StartRun(ComponentId, action="run_start"):
    """Begin a run, or resume an unfinished one."""

    kind: RunKind
    key: str


class ShowRecords(ComponentId, action="run_records"):
    """Show the records of runs in the game with this key, in a new message."""

    key: str


class TurnRecords(ComponentId, action="run_turn"):
    """Show the records of runs in the game with this key, in the same message."""

    key: str


class TryPuzzle(ComponentId, action="puzzle_try", marks="puzzle", timeless=SHOWS):
    """Try the posted puzzle `post` privately."""

    post: int
    puzzle: str
