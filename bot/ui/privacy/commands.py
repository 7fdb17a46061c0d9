"""`/privacy` and `/mydata …`: nobody else sees these commands or their answers."""

from __future__ import annotations

import asyncio

from discord import app_commands

from bot.ui.access import Command, person, services_of
from bot.ui.answers import send
from bot.ui.language import gettext
from bot.ui.privacy import words
from bot.ui.privacy.view import delete_view, export_file, export_view, privacy_card
from bot.ui.refusals import BadRequest
from bot.ui.replies import tell


@app_commands.command(name="privacy", description="What is stored about you, why, and for how long")
async def privacy(interaction: Command) -> None:
    """Show the text."""
    settings = services_of(interaction).settings
    hosting = words.Hosting(
        settings.contact,
        left_servers=settings.keep_left_servers_days,
        games=settings.keep_games_days,
        people=settings.keep_people_days,
    )
    await send(interaction, privacy_card(hosting), private=True)


def my_data_group() -> app_commands.Group:
    """The command group."""
    group = app_commands.Group(name="mydata", description="What is stored about you: export it or delete it")

    @group.command(name="export", description="Everything that is stored about you, as a file")
    async def export(interaction: Command) -> None:
        document = await services_of(interaction).people.own_data.export(person(interaction))
        file = await asyncio.to_thread(export_file, document)
        if file is None:
            raise BadRequest(gettext(words.EXPORT_TOO_LARGE))
        await send(interaction, export_view(file), private=True, files=[file])

    @group.command(name="delete", description="Delete everything that is stored about you")
    async def delete(interaction: Command) -> None:
        if await services_of(interaction).people.own_data.is_known(person(interaction)):
            await send(interaction, delete_view(), private=True)
        else:
            await tell(interaction, gettext(words.NOTHING_KNOWN))

    return group
