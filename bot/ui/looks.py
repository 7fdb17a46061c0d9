"""The look of pictures in answers, and their replacement for people who prefer words."""

from __future__ import annotations

import discord

from bot.ui.layout import Part, picture
from bot.ui.request import Request
from bot.ui.untrusted import escaped
from renderers.themes import Look


async def look_for_all(request: Request) -> Look:
    """Return the look of an answer that everyone there sees."""
    return await request.services.people.looks.for_place(request.place, request.user_id)


async def own_look(request: Request) -> Look:
    """Return the look of a private answer."""
    return await request.services.people.looks.for_person(request.user_id, request.guild_id)


def shown(look: Look, file: discord.File, description: str) -> Part:
    """Return a picture, or the words that replace it; `files_of` returns the files to send with it."""
    return escaped(description) if look.in_words else picture(file, description)


def files_of(look: Look, *files: discord.File) -> list[discord.File]:
    """The pictures to be sent."""
    return [] if look.in_words else list(files)
