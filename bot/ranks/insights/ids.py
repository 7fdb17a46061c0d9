"""The buttons of insights."""

from __future__ import annotations

from typing import Literal

from bot.ranks.insights.kinds import ErrorKind
from bot.ui.component_ids import ComponentId


class TurnInsights(ComponentId, action="insights_turn"):
    """Show one's insights into another game, or from another number of games, in the same message."""

    game: str
    last: int
    purpose: Literal["game", "last"]
    """Keeps ids distinct: two buttons of a message may lead to the same."""


class ShareInsights(ComponentId, action="insights_share"):
    """Post one's insights in the channel."""

    game: str
    last: int


class SwitchReviews(ComponentId, action="insights_reviews"):
    """Have one's games reviewed in the background, or no longer."""

    game: str
    last: int
    to: Literal["on", "off"]


class PractiseKind(ComponentId, action="insights_kind"):
    """Give one of the person's own mistakes of a kind as a puzzle."""

    game: str
    kind: ErrorKind


class PractisePuzzles(ComponentId, action="insights_puzzle"):
    """Give a puzzle of a game."""

    game: str


class SeePlace(ComponentId, action="insights_place"):
    """Show in the explorer where an opening goes wrong: a game after `ply` moves."""

    game_id: int
    ply: int
