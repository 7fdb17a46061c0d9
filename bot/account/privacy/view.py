"""The privacy text, the export, and the question before data is deleted."""

from __future__ import annotations

import io

import discord

from bot.account.privacy import words
from bot.account.privacy.data_file import ExportedData
from bot.ui.component_ids import ComponentId
from bot.ui.components import Field, button, dialog
from bot.ui.layout import BLUE, View, card, row, view
from bot.ui.links import SignOutEverywhere
from languages import gettext


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
    """Create the exported file."""
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
