"""What the buttons and the dialog of `/mydata delete` do."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.access import Click, person, services_of
from bot.ui.language import gettext
from bot.ui.privacy import component_ids as ids
from bot.ui.privacy import words
from bot.ui.privacy.view import word_dialog
from bot.ui.refusals import BadRequest
from bot.ui.replies import replace
from bot.ui.router import on_dialog, on_press


async def ask_to_delete(click: Click, pressed: ids.AskToDelete) -> None:
    """Ask once more."""
    await click.response.send_modal(word_dialog())


async def delete(click: Click, sent: ids.DeleteTyped, typed: Sequence[str]) -> None:
    """Delete everything, if the word is right."""
    if [word.strip().casefold() for word in typed] != [words.WORD.casefold()]:
        raise BadRequest(words.not_typed(typed))
    await services_of(click).people.own_data.delete(person(click))
    await replace(click, gettext(words.DELETED))


async def keep(click: Click, pressed: ids.KeepMyData) -> None:
    """Leave everything as it is."""
    await replace(click, gettext(words.KEPT_ALL))


PRIVACY_ROUTES = (
    on_press(ids.AskToDelete, ask_to_delete, opens_dialog=True),
    on_dialog(ids.DeleteTyped, delete),
    on_press(ids.KeepMyData, keep),
)
