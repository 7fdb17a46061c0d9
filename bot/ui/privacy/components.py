"""What the buttons and the dialog of `/mydata delete` do."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.language import gettext
from bot.ui.privacy import component_ids as ids
from bot.ui.privacy import words
from bot.ui.privacy.view import word_dialog
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_dialog, on_press


@on_press(ids.AskToDelete, opens_dialog=True)
async def ask_to_delete(request: Request, pressed: ids.AskToDelete) -> None:
    """Ask once more."""
    await request.open_dialog(word_dialog())


@on_dialog(ids.DeleteTyped)
async def delete(request: Request, sent: ids.DeleteTyped, typed: Sequence[str]) -> None:
    """Delete everything, if the word is right."""
    if [word.strip().casefold() for word in typed] != [words.WORD.casefold()]:
        raise BadRequest(words.not_typed(typed))
    await request.services.people.own_data.delete(request.person)
    await request.replace(gettext(words.DELETED))


@on_press(ids.KeepMyData)
async def keep(request: Request, pressed: ids.KeepMyData) -> None:
    """Leave everything as it is."""
    await request.replace(gettext(words.KEPT_ALL))
