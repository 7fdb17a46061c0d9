"""Whether the channels are still there in which somebody plays, and who can play where."""

from __future__ import annotations

import discord

from bot.ui.request import Request
from data import MyGame


def is_gone(request: Request, game: MyGame) -> bool:
    """Whether it is known that the channel of a game was deleted: the game has no message any more."""
    return game.message_id is None and _is_unknown(request, game.guild_id, game.channel_id)


async def sees_channel(request: Request, user_id: int) -> bool:
    """Whether somebody can play where the click was made."""
    guild, channel = request.interaction.guild, request.interaction.channel
    if guild is None or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    try:
        member = guild.get_member(user_id) or await guild.fetch_member(user_id)
    except discord.NotFound:
        return False
    return channel.permissions_for(member).view_channel


def _is_unknown(request: Request, guild_id: int | None, channel_id: int) -> bool:
    """Whether the bot does not know a channel of a server that it is in."""
    guild = None if guild_id is None else request.interaction.client.get_guild(guild_id)
    if guild is None or guild.unavailable:
        return False
    return guild.get_channel_or_thread(channel_id) is None
