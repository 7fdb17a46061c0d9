"""Refusals of help from the computer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bot.core.refusals import Refusal, Sentence
from languages import gettext_noop

Whose = Literal["own", "voted", "other"]
"""Whose game has the position: the asker's own, one in which teams vote, or one of other people."""

POSITIONS_IN_PLAY: Mapping[Whose, str] = {
    "other": gettext_noop(
        "Game #{number} in progress has that position, or one close to it, so I won't comment on it "
        "before the game is over."
    ),
    "own": gettext_noop(
        "Your game #{number} has that position, or one close to it. Ask in that game, "
        "with `/game ask`: your opponent will know."
    ),
    "voted": gettext_noop(
        "Teams are voting on that position, or one close to it, in game #{number}. Use "
        "the Hint button below its board when your team votes: everyone sees who asked."
    ),
}


@dataclass(eq=False)
class PositionInPlay(Refusal):
    """Game `number` in progress has the position or one close to it, so the computer must not help."""

    number: int
    whose: Whose = "other"

    def sentence(self) -> Sentence:
        return POSITIONS_IN_PLAY[self.whose]
