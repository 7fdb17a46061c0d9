"""Why a conditional move is not planned."""

from __future__ import annotations

from dataclasses import dataclass

from bot.refusals.base import Refusal


class NothingToPlan(Refusal):
    """Conditional moves in a game against a computer, or without days for a move."""


class YourTurn(Refusal):
    """Conditional moves answer the other person's move, and the person is to move themselves."""


@dataclass(eq=False)
class IllegalInLine(Refusal):
    """A `move` of the line `typed` that is against the rules there."""

    typed: str
    move: str


@dataclass(eq=False)
class LineWithoutAnswer(Refusal):
    """The line `typed` does not end with a move of its owner."""

    typed: str


@dataclass(eq=False)
class TooManyLines(Refusal):
    """More lines than one person can have in a game."""

    most: int
