"""The card of a person's link, opened from `/me`, and Discord's side of it for a bot."""

from __future__ import annotations

import discord
from discord.utils import format_dt

from bot.account.linked_roles.connections import CALLBACK, PATH, SCOPES, RoleConnections
from bot.account.linked_roles.links import LinkedRoles
from bot.features import Kit
from bot.preferences import preferences
from bot.ranks.achievements.ui import ShowSettings
from bot.settings.settings import Settings
from bot.settings.web import LinkedRolesSetup
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button
from bot.ui.layout import BLUE, card, row
from bot.ui.request import Request
from bot.ui.routes import on_press
from data.people.role_links import RoleLink
from languages import gettext, gettext_noop
from languages.numbers import joined

UNLINKED = gettext_noop(
    "Your account is no longer linked. Discord deletes your stats within minutes, "
    "and servers may take back the roles they gave you for them."
)
NOT_LINKED = gettext_noop("Your account isn't linked, so I can't unlink it.")


# Translators, all below: buttons. “Linked Roles” is Discord's name of roles that people get for such stats.
BUTTON = gettext_noop("Linked Roles")
LINK = gettext_noop("Link my account")
UNLINK = gettext_noop("Unlink my account")
# Translators: a button that leads back to the card before.
BACK = gettext_noop("Back")


def link_text(link: RoleLink | None) -> str:
    """Describe a person's link, or what it is for."""
    if link is None:
        return gettext(
            "### Linked Roles\nYour account is not linked. Servers can give roles for your ratings, rated "
            "games and solved puzzles, if you let Discord know them."
        )
    sentences = [
        # Translators: {date} is a date.
        gettext(
            "Your account has been linked since {date}: Discord knows your ratings, rated games and solved "
            "puzzles, and servers can give roles for them.",
            date=format_dt(link.linked_at, "D"),
        )
    ]
    if link.pushed_at is not None:
        # Translators: {time} is such as “5 minutes ago”.
        sentences.append(gettext("Last updated {time}.", time=format_dt(link.pushed_at, "R")))
    # Translators: a heading, and below it a text.
    return gettext("### Linked Roles\n{text}", text=joined(sentences))


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
    await _show(request, UNLINKED if unlinked else NOT_LINKED)


async def _show(request: Request, note: str | None = None) -> None:
    """Draw the card; `note` is what was just done."""
    links = request.kit[LinkedRoles]
    if not links.enabled:
        # A card from before the host switched it off.
        raise preferences.SettingGone
    link = await links.status(request.user_id)
    buttons: list[ComponentItem] = []
    if link is None:
        address = f"{request.kit.settings.linked_roles_address}{PATH}"
        buttons.append(discord.ui.Button(label=gettext(LINK), url=address))
    else:
        buttons.append(button(gettext(UNLINK), Unlink(), style=discord.ButtonStyle.danger))
    buttons.append(button(gettext(BACK), ShowSettings("person", 0)))
    parts = [link_text(link), *([] if note is None else [gettext(note)])]
    await request.replace(card(*parts, row(*buttons), colour=BLUE))


def role_connections(client: discord.Client, settings: Settings, setup: LinkedRolesSetup) -> RoleConnections:
    return connections(client, settings, setup.client_secret, f"{setup.url}{CALLBACK}", SCOPES)


def connections(
    client: discord.Client, settings: Settings, client_secret: str, redirect_to: str, scopes: str
) -> RoleConnections:
    """Return Discord's API for the application of a bot that is logged in by the time it is used."""

    def application_id() -> int:
        assert client.application_id is not None, "the bot is not logged in"
        return client.application_id

    return RoleConnections(
        settings.discord_api,
        application_id,
        client_secret,
        redirect_to,
        client.http.user_agent,
        scopes,
    )


def _linked_roles(kit: Kit) -> LinkedRoles:
    setup = kit.settings.linked_roles
    if setup is None:
        return LinkedRoles(kit, None)
    # It needs a package that few hosts have.
    from bot.account.linked_roles.vault import Vault

    discord_side = role_connections(kit[discord.Client], kit.settings, setup)
    return LinkedRoles(kit, (discord_side, Vault(setup.keys)))


FEATURES = ((LinkedRoles, _linked_roles),)
