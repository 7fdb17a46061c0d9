"""`/privacy` and `/mydata …`: nobody else sees these commands or their answers."""

from __future__ import annotations

import asyncio

from discord import app_commands

from bot.ui.language import gettext
from bot.ui.privacy import words
from bot.ui.privacy.view import delete_view, export_file, export_view, privacy_card
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.slash import slash_command


@slash_command(name="privacy", description="What is stored about you, why, and for how long")
async def privacy(request: Request) -> None:
    """Show the text."""
    settings = request.services.settings
    hosting = words.Hosting(
        settings.contact,
        left_servers=settings.keep_left_servers_days,
        games=settings.keep_games_days,
        people=settings.keep_people_days,
    )
    await request.send(privacy_card(hosting), private=True)


def my_data_group() -> app_commands.Group:
    """The command group."""
    group = app_commands.Group(name="mydata", description="What is stored about you: export it or delete it")

    @slash_command(group, name="export", description="Everything that is stored about you, as a file")
    async def export(request: Request) -> None:
        document = await request.services.people.own_data.export(request.person)
        file = await asyncio.to_thread(export_file, document)
        if file is None:
            raise BadRequest(gettext(words.EXPORT_TOO_LARGE))
        await request.send(export_view(file), private=True, files=[file])

    @slash_command(group, name="delete", description="Delete everything that is stored about you")
    async def delete(request: Request) -> None:
        if await request.services.people.own_data.is_known(request.person):
            await request.send(delete_view(), private=True)
        else:
            await request.tell(gettext(words.NOTHING_KNOWN))

    return group
