"""Why a game is not shown again, or its animation not posted."""

from __future__ import annotations

from bot.refusals.base import Refusal


class NothingToReplay(Refusal):
    """Nobody made a move in the game."""


class Restarting(Refusal):
    """The bot has been told to stop, and makes nothing new."""


class AlreadyPosted(Refusal):
    """The animation is posted already, or on its way."""
