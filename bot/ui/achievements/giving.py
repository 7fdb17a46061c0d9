"""Giving roles on Discord, and why one can't be given."""

from __future__ import annotations

import asyncio
from enum import Enum, auto

import discord
import structlog

from bot.achievements.roles import Given
from bot.process.masking import described
from bot.ui.publisher import CONNECTION_LOST, REQUEST_SECONDS, TRANSIENT

log = structlog.get_logger(__name__)

UNKNOWN_GUILD, UNKNOWN_MEMBER, UNKNOWN_ROLE, UNKNOWN_USER = 10004, 10007, 10011, 10013

# Appears in the server's audit log, which is in the language of none of its readers.
REASON = "Achievement in Flipfour"

POWERS = discord.Permissions(
    administrator=True,
    manage_guild=True,
    manage_roles=True,
    manage_channels=True,
    manage_webhooks=True,
    manage_messages=True,
    manage_threads=True,
    manage_events=True,
    manage_expressions=True,
    manage_nicknames=True,
    kick_members=True,
    ban_members=True,
    moderate_members=True,
    mute_members=True,
    deafen_members=True,
    move_members=True,
    mention_everyone=True,
    view_audit_log=True,
)
"""Permissions that no one should earn by playing."""


class RoleFault(Enum):
    """Reasons why a role is not given for achievements."""

    GONE = auto()
    MANAGED = auto()
    """It belongs to an integration, or is the one that everyone has."""
    POWERFUL = auto()
    """It has permissions to moderate."""
    NO_PERMISSION = auto()
    """The bot may not manage roles."""
    TOO_HIGH = auto()
    """It is not below the bot's own highest role."""
    NOT_YOURS = auto()
    """The person who chooses it may not give it themselves."""


def fault_of(guild: discord.Guild, role_id: int, chooser: discord.Member | None = None) -> RoleFault | None:
    """Return why the bot can't give a role, or its `chooser` may not have it given; None if all is well."""
    role, me = guild.get_role(role_id), guild.me
    if role is None:
        return RoleFault.GONE
    if role.is_default() or role.managed:
        return RoleFault.MANAGED
    if role.permissions.value & POWERS.value:
        return RoleFault.POWERFUL
    if not me.guild_permissions.manage_roles:
        return RoleFault.NO_PERMISSION
    if role >= me.top_role:
        return RoleFault.TOO_HIGH
    if chooser is not None and chooser.id != guild.owner_id:
        allowed = chooser.guild_permissions.manage_roles and role < chooser.top_role
        return None if allowed else RoleFault.NOT_YOURS
    return None


class DiscordRoles:
    """Gives roles, without a request where the bot knows that Discord would refuse it."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def give(self, guild_id: int, player_id: int, role_id: int) -> Given:
        """Give a role to a person."""
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return Given.FAILED
        fault = fault_of(guild, role_id)
        if fault is not None:
            return Given.ROLE_GONE if fault is RoleFault.GONE else Given.FORBIDDEN
        about = {"guild": guild_id, "user": player_id, "role": role_id}
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                await self._client.http.add_role(guild_id, player_id, role_id, reason=REASON)
        except discord.HTTPException as error:
            log.info("role not given", code=error.code, error=described(error), **about)
            if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
                return Given.NO_MEMBER
            if error.code in (UNKNOWN_ROLE, UNKNOWN_GUILD):
                return Given.ROLE_GONE
            refused = 400 <= error.status < 500 and error.status not in TRANSIENT
            return Given.FORBIDDEN if refused else Given.FAILED
        except CONNECTION_LOST as error:
            log.info("role not given", error=described(error), **about)
            return Given.FAILED
        return Given.GIVEN
