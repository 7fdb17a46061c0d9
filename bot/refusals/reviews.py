"""Why a game is not reviewed, or its review not shown or ended."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.people import Place
from bot.refusals.base import Refusal


class NoFinishedGame(Refusal):
    """The person has finished no game yet."""


class NothingToReview(Refusal):
    """Nobody made a move in the game."""


@dataclass(eq=False)
class ReviewUnderWay(Refusal):
    """The game is being reviewed: `message_id` shows it, if it was sent."""

    place: Place
    message_id: int | None


class NoReview(Refusal):
    """There is no review of the game."""


@dataclass(eq=False)
class NotYourReview(Refusal):
    """The person neither asked for this review nor moderates the channel."""

    player_id: int


class ReviewOver(Refusal):
    """There is no review left to cancel."""
