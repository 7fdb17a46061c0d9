"""Refusals about conditional moves."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.refusals import Refusal, TooMany
from languages import gettext_noop, ngettext_noop


class NothingToPlan(Refusal):
    text = gettext_noop("Conditional moves are for games between people who have days for each move.")


class YourTurn(Refusal):
    text = gettext_noop(
        "It is your turn: make your move first. Then plan your answers while your opponent thinks."
    )


@dataclass(eq=False)
class IllegalInLine(Refusal):
    """The line `typed` has an illegal `move`."""

    text = gettext_noop(
        "In “{typed}”, {move} isn't possible at that point. Start with a move by your opponent and "
        "take turns; leave passes out."
    )
    typed: str
    move: str


@dataclass(eq=False)
class LineWithoutAnswer(Refusal):
    """The line `typed` does not end with a move of the user."""

    text = gettext_noop("“{typed}” has to end with your move: first your opponent's move, then your answer.")
    typed: str


class TooManyLines(TooMany):
    """The user has the maximum of `most` lines in the game."""

    text = ngettext_noop(
        "You can have {most} line in a game. Remove some with `/game if`, and try again.",
        "You can have {most} lines in a game. Remove some with `/game if`, and try again.",
    )
