"""Which roles may be given for achievements."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord

from bot.ranks.achievements.giving_ui import RoleFault, fault_of
from tests.cases import for_each

ROLE = 5001

DANGEROUS = {
    "administrator",
    "ban_members",
    "bypass_slowmode",
    "deafen_members",
    "kick_members",
    "manage_channels",
    "manage_events",
    "manage_expressions",
    "manage_guild",
    "manage_messages",
    "manage_nicknames",
    "manage_roles",
    "manage_threads",
    "manage_webhooks",
    "mention_everyone",
    "moderate_members",
    "move_members",
    "mute_members",
    "pin_messages",
    "priority_speaker",
    "view_audit_log",
    "view_creator_monetization_analytics",
    "view_guild_insights",
}


class Role:
    """A role below the bot's own."""

    managed = False

    def __init__(self, value: int) -> None:
        self.permissions = discord.Permissions(value)

    def is_default(self) -> bool:
        """Return False."""
        return False

    def __ge__(self, other: object) -> bool:
        return False


def fault(value: int) -> RoleFault | None:
    me = SimpleNamespace(guild_permissions=discord.Permissions(manage_roles=True), top_role=None)
    guild: Any = SimpleNamespace(get_role=lambda _: Role(value), me=me)
    return fault_of(guild, ROLE)


@for_each("name", [name for name, _ in discord.Permissions()])
def test_no_role_with_a_power_can_be_earned(name: str) -> None:
    value = discord.Permissions(**{name: True}).value
    assert fault(value) is (RoleFault.POWERFUL if name in DANGEROUS else None)


def test_a_permission_that_is_still_unknown_counts_as_a_power() -> None:
    assert fault(1 << 62) is RoleFault.POWERFUL


def test_every_power_is_one_of_discords() -> None:
    assert {name for name, _ in discord.Permissions()} >= DANGEROUS
