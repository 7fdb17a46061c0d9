"""How a game is to be played."""

from __future__ import annotations

from dataclasses import dataclass

from data import Game, SideChoice, TimeControl


@dataclass(frozen=True, slots=True)
class Terms:
    """The challenger's side, the board, and the time, None where there is no limit."""

    side: SideChoice = "random"
    options: str = ""
    time: TimeControl | None = None

    @classmethod
    def of(cls, offer: Game) -> Terms:
        """What somebody offers."""
        return cls(offer.side_choice, offer.options, offer.clock.control if offer.clock else None)
