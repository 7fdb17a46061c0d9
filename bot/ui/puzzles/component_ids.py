"""The buttons and menus of puzzles.

`puzzle` is its id, `ply` how many moves of its line were made when the button was shown. `theme` and
`difficulty` are what the person wants, for the next one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.puzzles.trials import Difficulty
from bot.ui.component_ids import ComponentId
from bot.ui.step_through import Step


@dataclass(frozen=True, slots=True)
class TryMove(ComponentId):
    """Try a move."""

    action: ClassVar[str] = "puzzle_move"
    puzzle: str
    ply: int
    move: str
    theme: str
    difficulty: Difficulty


@dataclass(frozen=True, slots=True)
class ChooseTry(ComponentId):
    """Try a move chosen from a menu; `menu` is its number under the board."""

    action: ClassVar[str] = "puzzle_choose"
    puzzle: str
    ply: int
    menu: int
    theme: str
    difficulty: Difficulty


@dataclass(frozen=True, slots=True)
class HavePuzzleHint(ComponentId):
    """Have a few moves named among which the right one is."""

    action: ClassVar[str] = "puzzle_hint"
    puzzle: str
    ply: int
    theme: str
    difficulty: Difficulty


@dataclass(frozen=True, slots=True)
class ShowSolution(ComponentId):
    """Give up, and have the solution shown."""

    action: ClassVar[str] = "puzzle_show"
    puzzle: str
    ply: int
    theme: str
    difficulty: Difficulty


@dataclass(frozen=True, slots=True)
class NextPuzzle(ComponentId):
    """Show another puzzle of the same game in place of this one."""

    action: ClassVar[str] = "puzzle_next"
    puzzle: str
    theme: str
    difficulty: Difficulty


@dataclass(frozen=True, slots=True)
class OpenSolution(ComponentId):
    """Go through the solution, from its first position, in a message of its own."""

    action: ClassVar[str] = "puzzle_solution"
    puzzle: str


@dataclass(frozen=True, slots=True)
class SolutionStep(ComponentId):
    """Go on from the position after `ply` moves of the solution."""

    action: ClassVar[str] = "puzzle_step"
    puzzle: str
    ply: int
    step: Step


@dataclass(frozen=True, slots=True)
class NextMistake(ComponentId):
    """Show one of the person's own mistakes in place of a puzzle."""

    action: ClassVar[str] = "puzzle_mine"
