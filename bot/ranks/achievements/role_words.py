"""The texts about roles for achievements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.catalog import GAMES
from bot.ranks.achievements.giving_ui import RoleFault
from bot.ranks.achievements.words import achievement_name
from bot.ui.words import role_mention
from languages import gettext, gettext_noop

TITLE = gettext_noop(
    "## Roles for achievements\n"
    "Everyone who has played here and has earned an achievement gets the role you choose for it. I need the "
    "permission **Manage Roles**, and my own role has to be above it in the server's list of roles."
)
# Translators: a heading: achievements that are not wins against a level.
CHOOSE_OTHER = gettext_noop("Other achievements")
CHOOSE_ROLE = gettext_noop("Choose a role")
# Translators: a button: no role is given for an achievement.
NO_ROLE = gettext_noop("No role")
# Translators: a button that leads back to the card before.
BACK = gettext_noop("Back")
BUTTON = gettext_noop("Roles for achievements")

FAULTS: Mapping[RoleFault, str] = {
    RoleFault.GONE: gettext_noop("That role no longer exists. Please choose another one."),
    RoleFault.MANAGED: gettext_noop(
        "{role} belongs to an app or to everyone, so nobody can be given it. Please choose another role."
    ),
    RoleFault.POWERFUL: gettext_noop(
        "{role} has permissions to moderate this server, which no one should earn by playing. Please choose "
        "a role without them."
    ),
    RoleFault.NO_PERMISSION: gettext_noop(
        "I can't give roles here yet: give me the permission **Manage Roles**, then choose {role} again."
    ),
    RoleFault.TOO_HIGH: gettext_noop(
        "{role} is above my own role, so I can't give it: drag my role above it in the server's settings, "
        "under Roles, then choose it again."
    ),
    RoleFault.NOT_YOURS: gettext_noop(
        "You can only choose a role you could give yourself: you need the permission "
        "**Manage Roles** and a role above {role}."
    ),
}
"""The problem with a role, and its remedy."""


def fault_text(fault: RoleFault, role_id: int) -> str:
    """Say why a role can't be given, and what to do."""
    return gettext(FAULTS[fault], role=role_mention(role_id))


def choose_level(game: str) -> str:
    """Return the placeholder of the menu of a game's levels."""
    # Translators: in an empty menu of levels.
    return gettext("{game}: first win against…", game=GAMES[game].title)


def listing(chosen: Sequence[tuple[str, int]], faults: Mapping[int, RoleFault]) -> str:
    """List the roles of a server, and below them what is wrong with some."""
    lines = [f"- {achievement_name(key)}: {role_mention(role)}" for key, role in chosen]
    unfit = dict.fromkeys(role for _, role in chosen if role in faults)
    lines += [f"⚠️ {fault_text(faults[role], role)}" for role in unfit]
    return "\n".join(lines)


def chosen(key: str, *, saved: bool) -> str:
    """Name the achievement whose role is being chosen; `saved` if it was chosen just now."""
    name = f"**{achievement_name(key)}**"
    return f"✅ {name}" if saved else name
