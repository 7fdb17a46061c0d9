"""Giving and taking roles on Discord, and why one can't be given."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum, auto

import discord
import structlog

from bot.core.masking import described
from bot.features import Kit
from bot.ranks.achievements.roles import Given, RoleGiver
from bot.ui.publisher import REQUEST_SECONDS, TRANSIENT
from bot.ui.request import CONNECTION_LOST

log = structlog.get_logger(__name__)

UNKNOWN_GUILD, UNKNOWN_MEMBER, UNKNOWN_ROLE, UNKNOWN_USER = 10004, 10007, 10011, 10013

# Appears in the server's audit log, which is in the language of none of its readers.
REASON = "Achievement in Flipfour"

HARMLESS = discord.Permissions(
    create_instant_invite=True,
    add_reactions=True,
    stream=True,
    view_channel=True,
    send_messages=True,
    send_tts_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    external_emojis=True,
    external_stickers=True,
    connect=True,
    speak=True,
    use_voice_activation=True,
    change_nickname=True,
    use_application_commands=True,
    request_to_speak=True,
    create_public_threads=True,
    create_private_threads=True,
    send_messages_in_threads=True,
    use_embedded_activities=True,
    use_external_apps=True,
    use_soundboard=True,
    use_external_sounds=True,
    create_expressions=True,
    create_events=True,
    send_voice_messages=True,
    send_polls=True,
    set_voice_channel_status=True,
)
"""Permissions that a role may have. No one should earn another by playing, nor one that is still unknown."""


class RoleFault(Enum):
    """Reasons why a role is not given for achievements."""

    GONE = auto()
    MANAGED = auto()
    """A role of an integration, or the one that everyone has."""
    POWERFUL = auto()
    """A role with more than harmless permissions."""
    NO_PERMISSION = auto()
    """The bot may not manage roles."""
    TOO_HIGH = auto()
    """A role that is not below the bot's own highest one."""
    NOT_YOURS = auto()
    """The person who chooses it may not give it themselves."""


def fault_of(guild: discord.Guild, role_id: int, chooser: discord.Member | None = None) -> RoleFault | None:
    """Return why the bot can't give a role, or its `chooser` may not have it given; None if all is well."""
    role, me = guild.get_role(role_id), guild.me
    if role is None:
        return RoleFault.GONE
    if role.is_default() or role.managed:
        return RoleFault.MANAGED
    if role.permissions.value & ~HARMLESS.value:
        return RoleFault.POWERFUL
    if not me.guild_permissions.manage_roles:
        return RoleFault.NO_PERMISSION
    if role >= me.top_role:
        return RoleFault.TOO_HIGH
    if chooser is not None and chooser.id != guild.owner_id:
        allowed = chooser.guild_permissions.manage_roles and role < chooser.top_role
        return None if allowed else RoleFault.NOT_YOURS
    return None


class DiscordRoles(RoleGiver):
    """Gives and takes roles, without a request where the bot knows that Discord would refuse it."""

    def __init__(self, kit: Kit) -> None:
        self._client = kit[discord.Client]

    async def give(self, guild_id: int, player_id: int, role_id: int) -> Given:
        return await self._change(self._client.http.add_role, guild_id, player_id, role_id)

    async def take(self, guild_id: int, player_id: int, role_id: int) -> Given:
        return await self._change(self._client.http.remove_role, guild_id, player_id, role_id)

    async def _change(
        self, request: Callable[..., Awaitable[None]], guild_id: int, player_id: int, role_id: int
    ) -> Given:
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return Given.FAILED
        fault = fault_of(guild, role_id)
        if fault is not None:
            return Given.ROLE_GONE if fault is RoleFault.GONE else Given.FORBIDDEN
        about = {"guild": guild_id, "user": player_id, "role": role_id}
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                await request(guild_id, player_id, role_id, reason=REASON)
        except discord.HTTPException as error:
            log.info("role not changed", code=error.code, error=described(error), **about)
            if error.code in (UNKNOWN_MEMBER, UNKNOWN_USER):
                return Given.NO_MEMBER
            if error.code in (UNKNOWN_ROLE, UNKNOWN_GUILD):
                return Given.ROLE_GONE
            refused = 400 <= error.status < 500 and error.status not in TRANSIENT
            return Given.FORBIDDEN if refused else Given.FAILED
        except CONNECTION_LOST as error:
            log.info("role not changed", error=described(error), **about)
            return Given.FAILED
        return Given.DONE
