"""Refusals of help from the computer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from bot.core.people import Place
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
        "Teams are voting on that position in game #{number}, so I won't comment on it until they have "
        "moved: {link}\nAll other positions are open. When your team votes, the Hint button below that board "
        "helps, and everyone sees who asked."
    ),
}


class PositionInPlay(Refusal):
    """Game `number` in progress has the position or one close to it, so the computer must not help.

    Where teams vote, `place` and `message_id` are those of the board.
    """

    number: int
    whose: Whose = "other"
    place: Place | None = None
    message_id: int | None = None

    def sentence(self) -> Sentence:
        return POSITIONS_IN_PLAY[self.whose]
