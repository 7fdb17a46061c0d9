"""What is stored about a person, and its export and deletion, opened from `/me` and `/help`."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord

from bot.account.privacy import words
from bot.account.privacy.host_settings import PrivacySettings, RetentionSettings
from bot.account.privacy.own_data import ExportedData, OwnData
from bot.account.privacy.retention import Retention
from bot.ui.component_ids import ComponentId
from bot.ui.components import Field, button, dialog
from bot.ui.layout import BLUE, View, card, row, view
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_dialog, on_press
from languages import gettext


class SignOutEverywhere(ComponentId, action="sign_out"):
    """Sign a person out of the pages in all browsers."""


class ShowPrivacy(ComponentId, action="privacy"):
    """Show what is stored about a person."""


class ExportMyData(ComponentId, action="my_data_export"):
    """Export everything that is stored about a person."""


class DeleteMyData(ComponentId, action="my_data"):
    """Ask whether to delete everything that is stored about a person."""


class AskToDelete(ComponentId, action="my_data_delete"):
    """Request confirmation, by a word to be typed."""


class DeleteTyped(ComponentId, action="my_data_word"):
    """Send the typed word."""


class KeepMyData(ComponentId, action="my_data_keep"):
    """Delete nothing after all."""


def privacy_cards(hosting: words.Hosting, *, on_web: bool = False) -> list[View]:
    """Return the privacy text, with buttons that export and delete the data.

    `on_web`: people can be signed in to boards in their browsers, so there is one to sign out of all.
    """
    stored, rights = words.privacy(hosting)
    buttons = [
        button(gettext(words.EXPORT), ExportMyData(), emoji="📦"),
        button(gettext(words.DELETE), DeleteMyData(), emoji="🗑️"),
    ]
    if on_web:
        buttons.append(button(gettext(words.SIGN_OUT), SignOutEverywhere(), emoji="🌐"))
    return [card(stored, colour=BLUE), card(rights, row(*buttons), colour=BLUE)]


def export_file(exported: ExportedData) -> discord.File:
    name = f"flipfour-mydata.json{'.gz' if exported.compressed else ''}"
    return discord.File(io.BytesIO(exported.content), filename=name)


def export_view(file: discord.File) -> View:
    """Return the message that goes with the exported file."""
    shown: discord.ui.File[View] = discord.ui.File(file)
    return view(gettext(words.EXPORTED), shown)


def delete_view() -> View:
    """Draw the consequences of deleting, and the first question."""
    return view(
        gettext(words.QUESTION),
        row(
            button(gettext("Delete my data"), AskToDelete(), style=discord.ButtonStyle.danger),
            button(gettext("Keep my data"), KeepMyData()),
        ),
    )


def word_dialog() -> discord.ui.Modal:
    """Create the dialog of the second question."""
    # Translators: above a field of a dialog, max. 45 characters.
    label = gettext("Type {word} to delete it all", word=words.word())
    field = Field(label, gettext("This can't be undone."), "")
    return dialog(gettext("Delete my data"), [field], DeleteTyped())


@on_press(AskToDelete, opens_dialog=True)
async def ask_to_delete(request: Request, pressed: AskToDelete) -> None:
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
