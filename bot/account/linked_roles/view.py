"""The card of a person's link, opened from `/me`."""

from __future__ import annotations

import discord

from bot.account.linked_roles import words
from bot.account.linked_roles.links import LinkStatus
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button
from bot.ui.layout import BLUE, View, card, row
from bot.ui.links import ShowSettings
from languages import gettext


def link_card(status: LinkStatus | None, address: str, note: str | None = None) -> View:
    """Draw the card; `address` is the web page on which people link, `note` what was just done."""
    buttons: list[ComponentItem] = []
    if status is None:
        buttons.append(discord.ui.Button(label=gettext(words.LINK), url=address))
    else:
        buttons.append(button(gettext(words.UNLINK), Unlink(), style=discord.ButtonStyle.danger))
    buttons.append(button(gettext(words.BACK), ShowSettings("person", 0)))
    parts = [words.link_text(status), *([] if note is None else [gettext(note)])]
    return card(*parts, row(*buttons), colour=BLUE)


class ShowLink(ComponentId, action="role_link"):
    """Show whether the person is linked."""


class Unlink(ComponentId, action="role_unlink"):
    """Unlink the person."""
