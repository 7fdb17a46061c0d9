"""How a game is played, and whether it is rated."""

from __future__ import annotations

from dataclasses import dataclass

from bot.catalog import GameKind
from bot.games.snapshot import GameSnapshot
from bot.opponents.specs import opponent, require_player
from data import Game, SideChoice, TimeControl, WhyUnrated, is_set_up


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


UNRATING_LOSES_FROM = 10
"""From so many plies on, whoever makes a rated game unrated has lost it: else nobody would ever lose one."""


def why_unrated(
    kind: GameKind, options: str, spec: str | None = None, *, chosen: bool = False
) -> WhyUnrated | None:
    """Why a new game is not rated, against the computer player `spec` or (None) between people.

    None: it is rated. On the usual board a computer player in it must have a rating; on another one people
    play each other, and have `chosen` so. Raises `UnknownPlayer` when `spec` describes no player.
    """
    rating = None if spec is None else require_player(kind, spec).rating
    if options and not (chosen and spec is None and can_be_rated(options)):
        return WhyUnrated.BOARD
    return WhyUnrated.OPPONENT if spec is not None and rating is None else None


def can_be_rated(options: str) -> bool:
    """Whether people can choose that games on a board count: not from a position that somebody has set up."""
    return not is_set_up(options)


def unrating_loses(snapshot: GameSnapshot) -> bool:
    """Whether help from the computer, or taking a move back, counts as a loss now for whoever does it."""
    return snapshot.game.rated and snapshot.game.ply >= UNRATING_LOSES_FROM


def computer_rating(snapshot: GameSnapshot) -> int | None:
    """The fixed rating of the computer in this game; None between people."""
    spec = next((seat.computer for seat in snapshot.game.seats if seat.computer), None)
    return opponent(snapshot.kind, spec).rating if spec is not None else None
