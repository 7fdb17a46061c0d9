"""The card of a person's link, opened from `/me`."""

from __future__ import annotations

import discord

from bot.account.linked_roles import words
from bot.account.linked_roles.api import role_connections
from bot.account.linked_roles.links import LinkedRoles
from bot.account.linked_roles.page_ui import PATH
from bot.account.linked_roles.view import ShowLink, Unlink, link_card
from bot.features import Kit
from bot.preferences import refusals
from bot.ui.request import Request
from bot.ui.routes import on_press


@on_press(ShowLink)
async def show_link(request: Request, pressed: ShowLink) -> None:
    """Show whether the person is linked."""
    await _show(request)


@on_press(Unlink)
async def unlink(request: Request, pressed: Unlink) -> None:
    """Unlink the person."""
    unlinked = await request.kit[LinkedRoles].unlink(request.user_id)
    await _show(request, words.UNLINKED if unlinked else words.NOT_LINKED)


async def _show(request: Request, note: str | None = None) -> None:
    links = request.kit[LinkedRoles]
    if not links.enabled:
        # A card from before the host switched it off.
        raise refusals.SettingGone
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
