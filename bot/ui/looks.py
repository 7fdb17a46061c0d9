"""How pictures look in answers, and what stands for them where people want words."""

from __future__ import annotations

import discord

from bot.ui.access import Click, place_of, services_of
from bot.ui.layout import Part, picture
from bot.ui.untrusted import escaped
from renderers.look import Look


async def look_for_all(click: Click) -> Look:
    """How an answer looks that everybody there sees."""
    return await services_of(click).people.looks.of_place(place_of(click), click.user.id)


async def own_look(click: Click) -> Look:
    """How an answer looks that the person alone sees."""
    return await services_of(click).people.looks.of_person(click.user.id, click.guild_id)


def shown(look: Look, file: discord.File, description: str) -> Part:
    """A picture, or the words that stand for it; `files_of` tells what is to be sent with it."""
    return escaped(description) if look.in_words else picture(file, description)


def files_of(look: Look, *files: discord.File) -> list[discord.File]:
    """The pictures to be sent."""
    return [] if look.in_words else list(files)
