"""`/block …`: nobody else sees these commands or their answers."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.ui.access import Command, person, person_of, services_of
from bot.ui.blocks import words
from bot.ui.refusals import BadRequest
from bot.ui.replies import tell


def block_group() -> app_commands.Group:
    """The command group."""
    group = app_commands.Group(
        name="block",
        description="People who can't challenge you",
    )

    @group.command(name="add", description="Stop someone from challenging you; they aren't told")
    @app_commands.describe(other="Who can't challenge you any more")
    @app_commands.rename(other="person")
    async def add(interaction: Command, other: discord.User) -> None:
        if other.bot:
            raise BadRequest(words.never_challenges(other.mention))
        await services_of(interaction).people.blocking.add(person(interaction), person_of(other))
        await tell(interaction, words.added(other.mention))

    @group.command(name="remove", description="Let someone challenge you again")
    @app_commands.describe(other="Who can challenge you again")
    @app_commands.rename(other="person")
    async def remove(interaction: Command, other: discord.User) -> None:
        await services_of(interaction).people.blocking.remove(person(interaction), person_of(other))
        await tell(interaction, words.removed(other.mention))

    @group.command(name="list", description="Whom you have blocked")
    async def show(interaction: Command) -> None:
        await tell(
            interaction,
            words.blocked(await services_of(interaction).people.blocking.blocked(person(interaction))),
        )

    return group
