"""The card of a person's link, opened from `/me`."""

from __future__ import annotations

import discord

from bot.account.linked_roles import words
from bot.account.linked_roles.api import role_connections
from bot.account.linked_roles.connections import PATH
from bot.account.linked_roles.links import LinkedRoles, LinkStatus
from bot.features import Kit
from bot.preferences import preferences
from bot.ranks.achievements.ui import ShowSettings
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button
from bot.ui.layout import BLUE, View, card, row
from bot.ui.request import Request
from bot.ui.routes import on_press
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


@on_press(ShowLink)
async def show_link(request: Request, pressed: ShowLink) -> None:
    await _show(request)


@on_press(Unlink)
async def unlink(request: Request, pressed: Unlink) -> None:
    unlinked = await request.kit[LinkedRoles].unlink(request.user_id)
    await _show(request, words.UNLINKED if unlinked else words.NOT_LINKED)


async def _show(request: Request, note: str | None = None) -> None:
    links = request.kit[LinkedRoles]
    if not links.enabled:
        # A card from before the host switched it off.
        raise preferences.SettingGone
    address = f"{request.kit.settings.linked_roles_address}{PATH}"
    await request.replace(link_card(await links.status(request.user_id), address, note))


def _linked_roles(kit: Kit) -> LinkedRoles:
    setup = kit.settings.linked_roles
    if setup is None:
        return LinkedRoles(kit)
    # It needs a package that few hosts have.
    from bot.account.linked_roles.vault import Vault

    return LinkedRoles(kit, role_connections(kit[discord.Client], kit.settings, setup), Vault(setup.keys))


FEATURES = ((LinkedRoles, _linked_roles),)
