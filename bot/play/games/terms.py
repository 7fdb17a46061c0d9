"""The terms of a game, and whether it is rated."""

from __future__ import annotations

from dataclasses import dataclass

from bot.catalog import GameKind
from bot.computer.opponents.specs import opponent, require_player
from bot.core.snapshot import GameSnapshot
from data.games.boards import is_set_up
from data.games.clocks import TimeControl
from data.games.records import Game, SideChoice, WhyUnrated


@dataclass(frozen=True, slots=True)
class Terms:
    """Terms of an offer: the challenger's side, the board, the time (None: no limit), and whether a game on
    an unusual board is rated."""

    side: SideChoice = "random"
    options: str = ""
    time: TimeControl | None = None
    rated: bool = False

    @classmethod
    def of(cls, offer: Game) -> Terms:
        """Return the terms of an offer."""
        time = offer.clock.control if offer.clock else None
        return cls(offer.side_choice, offer.options, time, chosen_as_rated(offer))


def chosen_as_rated(game: Game) -> bool:
    """Return whether a game on an unusual board was offered as rated, regardless of later changes."""
    if not game.options:
        return False
    return game.rated or (game.unrated is not None and game.unrated.why is not WhyUnrated.BOARD)


def why_unrated(
    kind: GameKind, options: str, spec: str | None = None, *, chosen: bool = False
) -> WhyUnrated | None:
    """Return why a new game is not rated, against the computer player `spec` or (None) between people.

    None means rated. On the usual board a computer player needs a rating; on another board people must have
    `chosen` a rated game. Raises `UnknownPlayer` when `spec` describes no player.
    """
    rating = None if spec is None else require_player(kind, spec).rating
    if options and not (chosen and spec is None and can_be_rated(options)):
        return WhyUnrated.BOARD
    return WhyUnrated.OPPONENT if spec is not None and rating is None else None


def can_be_rated(options: str) -> bool:
    """Return whether players can choose rated games on a board: not on a position set up by hand."""
    return not is_set_up(options)


def computer_rating(snapshot: GameSnapshot) -> int | None:
    """Return the computer's fixed rating in this game; None between people."""
    spec = next((seat.computer for seat in snapshot.game.seats if seat.computer), None)
    return opponent(snapshot.kind, spec).rating if spec is not None else None
