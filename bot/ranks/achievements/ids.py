"""The components of the card of roles for achievements.

Keys of achievements are written with dots, since colons separate the parts of an id.
"""

from __future__ import annotations

from bot.ui.component_ids import ComponentId


class ShowRoles(ComponentId, action="badge_roles"):
    """Show the roles of the server."""


class ChooseAchievement(ComponentId, action="badge"):
    """Choose the achievement from a menu: one of a game's levels, or ("") another one."""

    game: str


class ChooseAchievementRole(ComponentId, action="badge_role"):
    """Choose the role for an achievement."""

    achievement: str


class ClearAchievementRole(ComponentId, action="badge_no_role"):
    """Give no role for an achievement."""

    achievement: str


def written(key: str) -> str:
    """Write the key of an achievement for an id."""
    return key.replace(":", ".")


def key_in(text: str) -> str:
    """Read the key of an achievement from an id."""
    return text.replace(".", ":")
