"""How a game is to be played."""

from __future__ import annotations

from dataclasses import dataclass

from data import Game, SideChoice, TimeControl, WhyUnrated


@dataclass(frozen=True, slots=True)
class Terms:
    """The challenger's side, the board, the time (None where there is no limit), and whether a game is to be
    rated on another board than the usual one, where it is anyway."""

    side: SideChoice = "random"
    options: str = ""
    time: TimeControl | None = None
    rated: bool = False

    @classmethod
    def of(cls, offer: Game) -> Terms:
        """What somebody offers."""
        time = offer.clock.control if offer.clock else None
        return cls(offer.side_choice, offer.options, time, chosen_as_rated(offer))


def chosen_as_rated(game: Game) -> bool:
    """Whether a game on another board than the usual one was to be rated, whatever has come of it."""
    if not game.options:
        return False
    return game.rated or (game.unrated is not None and game.unrated.why is not WhyUnrated.BOARD)
