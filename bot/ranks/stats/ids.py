"""The buttons under a leaderboard, a profile and a comparison."""

from __future__ import annotations

from typing import Literal

from bot.ui.component_ids import ComponentId
from data import Pool


class ShowLeaderboard(ComponentId, action="standings"):
    """Show a page of a leaderboard, of this server (`s`) or of everywhere (`e`); `board` is "" for the usual
    one.

    `purpose` keeps the ids of a message distinct: two of its buttons may lead to the same page.
    """

    game: str
    board: str
    pool: Pool
    scope: Literal["s", "e"]
    page: int
    asker_id: int
    purpose: Literal["b", "n", "p", "s", "g"]


class ShowProfile(ComponentId, action="profile"):
    """Show a person's profile with another game in full."""

    player_id: int
    game: str


class ShowComparison(ComponentId, action="compare"):
    """Compare two people in another game."""

    first_id: int
    second_id: int
    game: str


class CompareWith(ComponentId, action="compare_with"):
    """Compare the player of a profile with a person chosen from a menu."""

    player_id: int
