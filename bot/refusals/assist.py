"""Why the computer does not help."""

from __future__ import annotations

from dataclasses import dataclass

from bot.refusals.base import Refusal


class HandedOver(Refusal):
    """A computer player plays for the person."""


class NotHandedOver(Refusal):
    """The person plays their side already."""


@dataclass(eq=False)
class PlaysForAnother(Refusal):
    """Play now, while the computer plays for another person."""

    player_id: int


class NotYourTurn(Refusal):
    """Hints are for the side to move only."""


class MovedSince(Refusal):
    """The answer to a question about a position that is no longer on the board."""


@dataclass(eq=False)
class NoHints(Refusal):
    """The computer plays this game without a search."""

    title: str
