"""Rights of a person and of the bot in the channel of a request."""

from __future__ import annotations

import discord

from bot.core.people import Place
from bot.core.refusals import NotAMember
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from languages import gettext, gettext_noop

PERMISSIONS_NEEDED = gettext_noop(
    "I can't do that here: I need permission to see this channel, send messages and attach files. Ask "
    "a moderator, or try another channel."
)


def is_moderator(request: Request) -> bool:
    """Return whether the person may delete other people's messages in this channel."""
    return request.interaction.permissions.manage_messages


def place_to_write(request: Request) -> Place:
    """Return this place if the bot can post here without clicks; refused otherwise."""
    place = request.place
    if place.by_clicks:
        raise NotAMember
    may = request.interaction.app_permissions
    in_thread = isinstance(request.interaction.channel, discord.Thread)
    may_write = may.send_messages_in_threads if in_thread else may.send_messages
    if request.guild_id is not None and not (may.view_channel and may.attach_files and may_write):
        raise BadRequest(gettext(PERMISSIONS_NEEDED))
    return place
