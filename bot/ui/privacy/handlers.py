"""`/privacy` and `/mydata`."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.ui.privacy import words
from bot.ui.privacy.view import (
    AskToDelete,
    DeleteTyped,
    KeepMyData,
    delete_view,
    export_file,
    export_view,
    privacy_cards,
    word_dialog,
)
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_dialog, on_press
from bot.ui.slash import slash_command
from languages import gettext


@on_press(AskToDelete, opens_dialog=True)
async def ask_to_delete(request: Request, pressed: AskToDelete) -> None:
    """Request confirmation."""
    await request.open_dialog(word_dialog())


@on_dialog(DeleteTyped)
async def delete(request: Request, sent: DeleteTyped, typed: Sequence[str]) -> None:
    """Delete everything, if the word is right."""
    if not words.is_word(typed):
        raise BadRequest(words.not_typed(typed))
    await request.services.people.own_data.delete(request.person)
    await request.replace(gettext(words.DELETED))


@on_press(KeepMyData)
async def keep(request: Request, pressed: KeepMyData) -> None:
    """Delete nothing after all."""
    await request.replace(gettext(words.KEPT_ALL))


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
    for part in privacy_cards(hosting):
        await request.send(part, private=True)


def my_data_group() -> app_commands.Group:
    """Create the command group."""
    group = app_commands.Group(name="mydata", description="What is stored about you: export it or delete it")

    @slash_command(group, name="export", description="Export everything that is stored about you as a file")
    async def export(request: Request) -> None:
        exported = await request.services.people.own_data.export(request.person)
        if exported is None:
            raise BadRequest(gettext(words.EXPORT_TOO_LARGE))
        file = export_file(exported)
        await request.send(export_view(file), private=True, files=[file])

    @slash_command(group, name="delete", description="Delete everything that is stored about you")
    async def delete(request: Request) -> None:
        if await request.services.people.own_data.is_known(request.person):
            await request.send(delete_view(), private=True)
        else:
            await request.tell(gettext(words.NOTHING_KNOWN))

    return group
