"""Why a game is not rated."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class WhyUnrated(StrEnum):
    """The reason; the last three are what somebody did while the game went on."""

    BOARD = "board"  # not the usual one
    OPPONENT = "opponent"  # a computer player without a rating
    SERVER = "server"  # no game there is
    OFTEN = "often"  # these two have had their rated games of the day
    TAKEN_BACK = "taken back"
    THINKING = "thinking"  # the computer's thinking was shown
    HANDED_OVER = "handed over"


@dataclass(frozen=True, slots=True)
class Unrated:
    """Why a game is not rated; who made it so, by their side (None: nobody, or it is not known); and whether
    it was rated as their loss at that moment."""

    why: WhyUnrated
    by: int | None = None
    lost: bool = False

    def __post_init__(self) -> None:
        if self.lost and self.by is None:
            raise ValueError("a game is lost by one of its sides")
