"""Members of servers, as far as Discord tells the bot."""

from __future__ import annotations

import discord
import structlog

from bot.core.masking import described
from bot.ui.request import CONNECTION_LOST

log = structlog.get_logger(__name__)


async def is_member(client: discord.Client, guild_id: int, user_id: int) -> bool:
    """Return whether a person is in a server, which may be another process's; True if that can't be found
    out."""
    guild = client.get_guild(guild_id)
    if guild is not None and guild.get_member(user_id) is not None:
        return True
    try:
        await client.http.get_member(guild_id, user_id)
    except discord.NotFound:
        return False
    except (discord.HTTPException, *CONNECTION_LOST) as error:
        log.info("member not looked up", guild=guild_id, error=described(error))
    return True
