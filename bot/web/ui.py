"""The links to a game's page."""

from __future__ import annotations

import discord

from bot.ui.links import WatchOnWeb
from bot.ui.request import Request
from bot.ui.routes import on_press
from bot.web import words
from bot.web.links import WebLinks


@on_press(WatchOnWeb)
async def watch(request: Request, pressed: WatchOnWeb) -> None:
    """Tell the person privately where they can watch the game."""
    address = await request.services[WebLinks].for_person(pressed.game_id, request.person)
    await request.send(words.about_link(address), private=True)


def everyone_sees(client: discord.Client, guild_id: int | None, channel_id: int) -> bool:
    """Return whether every member of a server sees a channel, as far as the bot knows."""
    guild = None if guild_id is None else client.get_guild(guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(channel_id)
    if guild is None or channel is None:
        return False
    if isinstance(channel, discord.Thread):
        parent = channel.parent
        return (
            not channel.is_private()
            and parent is not None
            and parent.permissions_for(guild.default_role).view_channel
        )
    return channel.permissions_for(guild.default_role).view_channel
