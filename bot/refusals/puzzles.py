"""Why somebody gets no puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bot.refusals.base import Refusal


@dataclass(eq=False)
class NoPuzzles(Refusal):
    """There are no puzzles of this game."""

    title: str


@dataclass(eq=False)
class NoPuzzlesLeft(Refusal):
    """The person has seen all puzzles of this game, or all with the theme they want."""

    title: str


class PuzzleGone(Refusal):
    """There is no such puzzle any more."""


class PuzzleGoesOn(Refusal):
    """The person has not come to the end of the puzzle, so its solution is not shown."""


class NoMistakes(Refusal):
    """None of the person's mistakes is a puzzle that is to be solved."""


@dataclass(eq=False)
class NoMistakesYet(Refusal):
    """All of them are to be solved later, the first one at `due_at`."""

    due_at: datetime


class NotYourMistake(Refusal):
    """The puzzle is of somebody else's game."""
