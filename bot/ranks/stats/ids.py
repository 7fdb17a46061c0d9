"""The buttons under a leaderboard, a profile and a comparison."""

from __future__ import annotations

from bot.ui.component_ids import SHOWS, ComponentId


class ShowProfile(ComponentId, action="profile", timeless=SHOWS):
    """Show a person's profile with another game in full."""

    player_id: int
    game: str


class ShowComparison(ComponentId, action="compare", timeless=SHOWS):
    """Compare two people in another game."""

    first_id: int
    second_id: int
    game: str


class CompareWith(ComponentId, action="compare_with", timeless=SHOWS):
    """Compare the player of a profile with a person chosen from a menu."""

    player_id: int
