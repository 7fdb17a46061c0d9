"""What is stored about a person, and its export and deletion, opened from `/me` and `/help`."""

from __future__ import annotations

from collections.abc import Sequence

from bot.account.privacy import words
from bot.account.privacy.host_settings import PrivacySettings, RetentionSettings
from bot.account.privacy.own_data import OwnData
from bot.account.privacy.retention import Retention
from bot.account.privacy.view import (
    AskToDelete,
    DeleteMyData,
    DeleteTyped,
    ExportMyData,
    KeepMyData,
    ShowPrivacy,
    delete_view,
    export_file,
    export_view,
    privacy_cards,
    word_dialog,
)
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_dialog, on_press
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
    await request.kit[OwnData].delete(request.person)
    await request.replace(gettext(words.DELETED))


@on_press(KeepMyData)
async def keep(request: Request, pressed: KeepMyData) -> None:
    """Delete nothing after all."""
    await request.replace(gettext(words.KEPT_ALL))


@on_press(ShowPrivacy)
async def show_privacy(request: Request, pressed: ShowPrivacy) -> None:
    """Show what is stored, why, and for how long."""
    settings = request.kit.settings
    kept = settings.of(RetentionSettings)
    hosting = words.Hosting(
        settings.of(PrivacySettings).contact,
        left_servers=kept.keep_left_servers_days,
        games=kept.keep_games_days,
        people=kept.keep_people_days,
    )
    for part in privacy_cards(hosting, on_web=bool(settings.web_url)):
        await request.send(part, private=True)


@on_press(ExportMyData)
async def export(request: Request, pressed: ExportMyData) -> None:
    """Send everything that is stored about the person as a file."""
    exported = await request.kit[OwnData].export(request.person)
    if exported is None:
        raise BadRequest(gettext(words.EXPORT_TOO_LARGE))
    file = export_file(exported)
    await request.send(export_view(file), private=True, files=[file])


@on_press(DeleteMyData)
async def offer_to_delete(request: Request, pressed: DeleteMyData) -> None:
    """Say what deleting means, and ask."""
    if await request.kit[OwnData].is_known(request.person):
        await request.send(delete_view(), private=True)
    else:
        await request.tell(gettext(words.NOTHING_KNOWN))


FEATURES = (OwnData, Retention)
