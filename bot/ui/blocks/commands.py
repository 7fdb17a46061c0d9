"""`/block …`: nobody else sees these commands or their answers."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.ui.blocks import words
from bot.ui.refusals import BadRequest
from bot.ui.request import Request, person_of
from bot.ui.slash import slash_command


def block_group() -> app_commands.Group:
    """The command group."""
    group = app_commands.Group(
        name="block",
        description="People who can't challenge you",
    )

    @slash_command(group, name="add", description="Stop someone from challenging you; they aren't told")
    @app_commands.describe(other="Who can't challenge you any more")
    @app_commands.rename(other="person")
    async def add(request: Request, other: discord.User) -> None:
        if other.bot:
            raise BadRequest(words.never_challenges(other.mention))
        await request.services.people.blocking.add(request.person, person_of(other))
        await request.tell(words.added(other.mention))

    @slash_command(group, name="remove", description="Let someone challenge you again")
    @app_commands.describe(other="Who can challenge you again")
    @app_commands.rename(other="person")
    async def remove(request: Request, other: discord.User) -> None:
        await request.services.people.blocking.remove(request.person, person_of(other))
        await request.tell(words.removed(other.mention))

    @slash_command(group, name="list", description="Whom you have blocked")
    async def show(request: Request) -> None:
        await request.tell(
            words.blocked(await request.services.people.blocking.blocked(request.person)),
        )

    return group
