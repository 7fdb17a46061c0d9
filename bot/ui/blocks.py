"""`/block …`: players who may not challenge the player; all answers are private."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.ui.refusals import BadRequest
from bot.ui.request import Request, person_of
from bot.ui.slash import slash_command
from bot.ui.words import mention
from languages import gettext
from languages.numbers import enumerated


def block_group() -> app_commands.Group:
    """Create the command group."""
    group = app_commands.Group(
        name="block",
        description="People who can't challenge you",
    )

    @slash_command(group, name="add", description="Stop someone from challenging you; they aren't told")
    @app_commands.describe(other="Whom to block")
    @app_commands.rename(other="person")
    async def add(request: Request, other: discord.User) -> None:
        if other.bot:
            raise BadRequest(never_challenges(other.mention))
        await request.services.people.blocking.add(request.person, person_of(other))
        await request.tell(added(other.mention))

    @slash_command(group, name="remove", description="Let someone challenge you again")
    @app_commands.describe(other="Whom to unblock")
    @app_commands.rename(other="person")
    async def remove(request: Request, other: discord.User) -> None:
        await request.services.people.blocking.remove(request.person, person_of(other))
        await request.tell(removed(other.mention))

    @slash_command(group, name="list", description="The people you have blocked")
    async def show(request: Request) -> None:
        await request.tell(
            blocked(await request.services.people.blocking.blocked(request.person)),
        )

    return group


def added(person: str) -> str:
    """Confirm a block."""
    return gettext(
        "{person} can't challenge you any more, and you can't join each other's games. They are not "
        "told. Your current games with each other continue. To undo this: `/block remove`.",
        person=person,
    )


def removed(person: str) -> str:
    """Confirm that a block was removed."""
    return gettext("{person} can challenge you again.", person=person)


def blocked(people: Sequence[int]) -> str:
    """List the blocked players."""
    if not people:
        return gettext("You haven't blocked anyone.")
    # Translators: {people} is a list such as “@Ann, @Bob”.
    return gettext("You have blocked {people}.", people=enumerated([*map(mention, people)]))


def never_challenges(bot: str) -> str:
    """Refuse to block a bot."""
    return gettext("{bot} is a bot and never challenges anyone.", bot=bot)
