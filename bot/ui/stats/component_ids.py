"""The buttons under a leaderboard, a profile and a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from bot.ui.component_ids import ComponentId
from data import Pool


@dataclass(frozen=True, slots=True)
class ShowLeaderboard(ComponentId):
    """Show a page of a leaderboard: of this server (`s`) or of everywhere (`e`); `board` is "" for the usual
    one.

    `purpose` tells apart the buttons of one message: two of them may lead to the same page.
    """

    action: ClassVar[str] = "standings"
    game: str
    board: str
    pool: Pool
    scope: Literal["s", "e"]
    page: int
    asker_id: int
    purpose: Literal["b", "n", "p", "s", "g"]


@dataclass(frozen=True, slots=True)
class ShowProfile(ComponentId):
    """Show somebody's profile with another game in full."""

    action: ClassVar[str] = "profile"
    player_id: int
    game: str


@dataclass(frozen=True, slots=True)
class ShowComparison(ComponentId):
    """Compare two people in another game."""

    action: ClassVar[str] = "compare"
    first_id: int
    second_id: int
    game: str
