"""Refusals of help from the computer."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.refusals import Refusal
from languages import gettext_noop


@dataclass(eq=False)
class PositionInPlay(Refusal):
    text = gettext_noop(
        "Game #{number} in progress has that position, or one close to it, so I won't comment on it "
        "before the game is over."
    )
    number: int


class OwnPositionInPlay(PositionInPlay):
    text = gettext_noop(
        "Your game #{number} has that position, or one close to it. Ask in that game, "
        "with `/game ask`: your opponent will know."
    )


class PositionVotedOn(PositionInPlay):
    text = gettext_noop(
        "Teams are voting on that position, or one close to it, in game #{number}. Use "
        "the Hint button below its board when your team votes: everyone sees who asked."
    )
