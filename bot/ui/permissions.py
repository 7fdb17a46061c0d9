"""The bot's permissions in a channel."""

from __future__ import annotations

import discord

from bot.ui.language import gettext, gettext_noop
from bot.ui.request import Request

NAMES = {
    "view_channel": gettext_noop("View Channel"),
    "send_messages": gettext_noop("Send Messages"),
    "send_messages_in_threads": gettext_noop("Send Messages in Threads"),
    "create_public_threads": gettext_noop("Create Public Threads"),
    "attach_files": gettext_noop("Attach Files"),
}
"""The permissions as Discord's settings call them."""


def missing_permissions(request: Request, needed: discord.Permissions) -> str:
    """Return which of the `needed` permissions the bot lacks where the request came from, as a list to read;
    empty when it has all.
    """
    has = request.interaction.app_permissions
    names = [gettext(NAMES[name]) for name, wanted in needed if wanted and not getattr(has, name)]
    return ", ".join(f"**{name}**" for name in names)
