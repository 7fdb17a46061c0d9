"""`/me` and `/settings`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import app_commands

from bot.account.linked_roles.links import LinkedRoles
from bot.account.settings import words
from bot.account.settings.view import ChooseRole, ChooseValue, Reset, SetTo, settings_card
from bot.preferences import refusals
from bot.preferences.allowed import Channel, Channels
from bot.preferences.preferences import Preferences
from bot.preferences.settings import PersonSettings, ServerSettings, settings_of
from bot.preferences.zones import place_name, zone_typed, zones_like
from bot.ui.layout import View
from bot.ui.links import ShowSettings
from bot.ui.options import Typed
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_choices, on_press
from bot.ui.slash import completion, slash_command
from bot.ui.untrusted import safe
from data.people.preferences import OwnerKind
from languages import gettext


def is_manager(request: Request) -> bool:
    """Return whether the person may manage the server."""
    return request.interaction.permissions.manage_guild


@on_choices(ChooseValue)
async def choose_value(request: Request, menu: ChooseValue, chosen: Sequence[str]) -> None:
    """Set the chosen value, or the chosen channels, possibly none."""
    await _change(request, menu.owner, menu.name, " ".join(chosen))


@on_choices(ChooseRole)
async def choose_role(request: Request, menu: ChooseRole, chosen: Sequence[str]) -> None:
    """Set the chosen role."""
    await _change(request, menu.owner, menu.name, " ".join(["role", *chosen]))


@on_press(SetTo)
async def set_to(request: Request, pressed: SetTo) -> None:
    """Turn a setting on or off."""
    await _change(request, pressed.owner, pressed.name, pressed.value)


@on_press(Reset)
async def reset(request: Request, pressed: Reset) -> None:
    """Reset a setting to its default."""
    await _change(request, pressed.owner, pressed.name, None)


@on_press(ShowSettings)
async def show_page(request: Request, pressed: ShowSettings) -> None:
    """Show another page."""
    shown = await current(request, pressed.owner)
    await request.replace(_card(request, shown, page=pressed.page))


async def current(request: Request, owner: OwnerKind) -> ServerSettings | PersonSettings:
    """Return the current settings."""
    preferences = request.kit[Preferences]
    if owner == "server":
        return await preferences.for_server(request.own_server())
    return await preferences.for_person(request.user_id)


async def _change(request: Request, owner: OwnerKind, name: str, text: str | None) -> None:
    preferences = request.kit[Preferences]
    settings: ServerSettings | PersonSettings
    if owner == "server":
        server, manager = request.own_server(), is_manager(request)
        settings = await preferences.change_server(server, name, text, manager=manager)
    else:
        settings = await preferences.change_person(request.user_id, name, text)
    await request.replace(_card(request, settings, changed=name))
    closed = _closed_channels(request, settings, name)
    if closed:
        await request.tell(words.closed_to_me(closed))


def _card(request: Request, settings: ServerSettings | PersonSettings, **shown: Any) -> View:
    """Draw the card, with the buttons of what the host has switched on."""
    kit = request.kit
    return settings_card(settings, linkable=kit[LinkedRoles].enabled, **shown)


def _closed_channels(request: Request, settings: ServerSettings | PersonSettings, name: str) -> list[int]:
    """Return the chosen channels in which the bot may not write."""
    allowed, value = settings_of(type(settings))[name].allowed, getattr(settings, name)
    if request.interaction.guild is None or not isinstance(allowed, Channel | Channels):
        return []
    closed = []
    for channel_id in (value,) if isinstance(value, int) else value or ():
        channel = request.interaction.guild.get_channel(channel_id)
        if channel is not None:
            may = channel.permissions_for(request.interaction.guild.me)
            if not (may.view_channel and may.send_messages and may.attach_files):
                closed.append(channel_id)
    return closed


@slash_command(
    name="settings", description="This server's settings: channels, levels, ratings, looks, daily puzzle"
)
@app_commands.describe(time_zone="Set the time zone in which weeks and seasons begin: a city, such as Berlin")
@app_commands.default_permissions(manage_guild=True)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def settings(request: Request, time_zone: Typed | None = None) -> None:
    """Show the card, to the person alone, after setting the time zone if one is given."""
    shown = await current(request, "server")
    if not is_manager(request):
        raise refusals.NotServerManager
    if time_zone is None:
        await request.send(settings_card(shown), private=True)
        return
    zone = zone_typed(time_zone)
    if zone is None:
        raise BadRequest(gettext(words.UNKNOWN_ZONE, typed=safe(time_zone)))
    changed = await request.kit[Preferences].change_server(
        request.own_server(), "time_zone", zone, manager=True
    )
    await request.send(settings_card(changed, changed="time_zone"), private=True)


@completion(settings, "time_zone")
async def zones(request: Request, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest time zones."""
    return [app_commands.Choice(name=place_name(zone), value=zone) for zone in zones_like(typed)]


@slash_command(name="me", description="Your settings: how boards look to you, turn notices, reminders")
async def me(request: Request) -> None:
    """Show the card, to the person alone."""
    manager = request.guild_id is not None and request.bot_is_member and is_manager(request)
    shown = _card(request, await current(request, "person"), manager=manager)
    await request.send(shown, private=True)


COMMANDS = (me, settings)
