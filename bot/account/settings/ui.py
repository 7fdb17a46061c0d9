"""`/me` and `/settings`: the cards of a person's and of a server's settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.account import blocks_ui as blocks
from bot.account.linked_roles import ui as link_ui
from bot.account.linked_roles.links import LinkedRoles
from bot.account.privacy.ui import ShowPrivacy
from bot.account.settings import words
from bot.core.paging import page_of
from bot.play import channel_lists_ui as list_words
from bot.play.games.ids import OpenFeature, ShowGamesList
from bot.preferences.periods import COMMON, place_name, zone_typed, zones_like
from bot.preferences.preferences import NotServerManager, Preferences
from bot.preferences.settings import (
    EVERYBODY,
    MODERATORS,
    NONE,
    OFF,
    ON,
    Channel,
    Channels,
    Circles,
    Hour,
    OneOf,
    PersonSettings,
    ServerSettings,
    Setting,
    Switch,
    Time,
    Zone,
    settings_of,
)
from bot.ranks.achievements import words as role_words
from bot.ranks.achievements.ui import ShowRoles, ShowSettings
from bot.ui.component_ids import ComponentId
from bot.ui.components import TO_WRITE_IN, ComponentItem, button, channel_select, role_select, select, turning
from bot.ui.layout import BLUE, Part, View, card, row
from bot.ui.options import TIMES, Typed
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_choices, on_press
from bot.ui.slash import completion, slash_command
from bot.ui.untrusted import safe
from data.people.preferences import OwnerKind
from languages import gettext, gettext_noop
from languages.numbers import capitalized


class ChooseValue(ComponentId, action="setting"):
    """Choose a setting's value from a menu."""

    owner: OwnerKind
    name: str


class ChooseRole(ComponentId, action="setting_role"):
    owner: OwnerKind
    name: str


class SetTo(ComponentId, action="setting_to"):
    """Turn something on or off."""

    owner: OwnerKind
    name: str
    value: str


class Reset(ComponentId, action="setting_reset"):
    owner: OwnerKind
    name: str


MAX_PARTS = 40
"""Components in a message, nested ones included: Discord's limit."""

AROUND = 7
"""Components of a card besides its settings: the frame, its head, and a row of up to four buttons.

A person's settings fit on one page, which has no buttons to turn it.
"""


def names_on_own_card() -> list[str]:
    """Return the names of what a person finds in `/me`, in the current language."""
    buttons = (blocks.BUTTON, words.PRIVACY, link_ui.BUTTON)
    shown = (setting for page in pages(PersonSettings) for setting in page)
    titles = (words.WORDS["person"][setting.name].title for setting in shown)
    return [gettext(name) for name in (*buttons, *titles)]


def settings_card(
    settings: ServerSettings | PersonSettings,
    page: int = 0,
    *,
    changed: str | None = None,
    linkable: bool = False,
    manager: bool = False,
) -> View:
    """Draw a page of the settings, the nearest there is; or the one with the setting that was just
    `changed`. `linkable` adds the button of linked roles to a person's, `manager` that of the server's."""
    owner: OwnerKind = "server" if isinstance(settings, ServerSettings) else "person"
    all_pages = pages(type(settings))
    for number, names in enumerate(all_pages):
        if changed in [setting.name for setting in names]:
            page = number
    shown = page_of(all_pages, page, 1)
    parts: list[Part] = [words.title(owner, shown.page, len(all_pages))]
    for setting in all_pages[shown.page]:
        value = getattr(settings, setting.name)
        parts.append(words.setting_text(owner, setting, value, changed=setting.name == changed))
        parts += [row(*items) for items in _rows(owner, setting, value)]
    buttons = turning(shown, lambda to: ShowSettings(owner, to), arrows=False)
    if owner == "server":
        buttons.append(button(gettext(role_words.BUTTON), ShowRoles(), emoji="🏅"))
        buttons.append(button(gettext(list_words.BUTTON), ShowGamesList(), emoji="📋"))
    else:
        buttons.append(button(gettext(blocks.BUTTON), blocks.ShowBlocked(), emoji="🚫"))
        buttons.append(button(gettext(words.PRIVACY), ShowPrivacy(), emoji="🔒"))
    if owner == "person" and linkable:
        buttons.append(button(gettext(link_ui.BUTTON), link_ui.ShowLink(), emoji="🔗"))
    if owner == "person" and manager:
        buttons.append(button(gettext(words.SERVER_SETTINGS), OpenFeature("settings"), emoji="🏠"))
    parts.append(row(*buttons))
    return card(*parts, colour=BLUE)


def pages(kind: type[Any]) -> list[list[Setting]]:
    """Split the settings into as few pages as fit for any values, of similar length."""
    settings = [setting for setting in settings_of(kind).values() if not setting.elsewhere]
    most = MAX_PARTS - AROUND
    fewest = len(_split(settings, most))
    even = -(-sum(map(_size, settings)) // fewest)
    return next(made for room in range(even, most + 1) if len(made := _split(settings, room)) == fewest)


def _split(settings: Sequence[Setting], room: int) -> list[list[Setting]]:
    """Fill each page with settings, in order, as far as there is room; at least one on each."""
    made: list[list[Setting]] = [[]]
    left = room
    for setting in settings:
        if made[-1] and _size(setting) > left:
            made.append([])
            left = room
        made[-1].append(setting)
        left -= _size(setting)
    return made


def _size(setting: Setting) -> int:
    """Return the maximum of components that a setting can have: its text, and rows with what is in them."""
    match setting.allowed:
        case Switch():
            return 1 + 3
        case Circles():
            return 1 + 3 * 2
        case _:
            return 1 + 2 * 2


def _rows(owner: OwnerKind, setting: Setting, value: Any) -> list[list[ComponentItem]]:
    title, resets = gettext(words.WORDS[owner][setting.name].title), []
    if value != setting.default:
        # Translators: a button; {setting} is the name of a setting.
        resets = [button(gettext("{setting}: reset", setting=title), Reset(owner, setting.name))]
    if isinstance(setting.allowed, Switch):
        # Translators: a button; {setting} is the name of a setting.
        turn = gettext_noop("{setting}: turn off") if value else gettext_noop("{setting}: turn on")
        other = SetTo(owner, setting.name, OFF if value else ON)
        return [[button(gettext(turn, setting=title), other), *resets]]
    menus = [[menu] for menu in _menus(owner, setting, value)]
    return [*menus, resets] if resets else menus


def _menus(owner: OwnerKind, setting: Setting, value: Any) -> list[ComponentItem]:
    named, choose = words.WORDS[owner][setting.name], ChooseValue(owner, setting.name)
    title = gettext(named.title)
    # Translators: in an empty menu; {setting} is the name of a setting.
    placeholder = gettext("{setting}: choose", setting=title)
    match setting.allowed:
        case Channels(most=most):
            return [channel_select(placeholder, value, choose, most=most)]
        case Channel():
            chosen = [] if value is None else [value]
            return [channel_select(placeholder, chosen, choose, most=1, types=TO_WRITE_IN)]
        case Circles():
            circles: list[str] = [EVERYBODY.who, MODERATORS.who]
            named_circles = [(who, words.choice_name(named, who)) for who in circles]
            # Translators: in an empty menu of roles; {setting} is the name of a setting.
            of_roles = gettext("{setting}: a role", setting=title)
            return [
                select(placeholder, _options(named_circles, value.who), choose),
                role_select(of_roles, value.role_id, ChooseRole(owner, setting.name)),
            ]
        case Time() as allowed:
            times = [None, *TIMES, *([] if value in TIMES or value is None else [value])]
            named_times = [(allowed.write(time), words.value_name(named, setting, time)) for time in times]
            return [select(placeholder, _options(named_times, allowed.write(value)), choose)]
        case Hour() as allowed:
            hours = [(allowed.write(hour), words.hour_name(hour)) for hour in range(24)]
            return [select(placeholder, _options(hours, allowed.write(value)), choose)]
        case Zone():
            zones = [*COMMON, *([] if value in COMMON else [value])]
            named_zones = [(zone, place_name(zone)) for zone in zones]
            return [select(placeholder, _options(named_zones, value), choose)]
        case OneOf(words=choices, or_none=or_none):
            offered = [*([NONE] if or_none else []), *choices]
            named_choices = [(choice, words.choice_name(named, choice)) for choice in offered]
            chosen_word = NONE if value is None else str(value)
            return [select(placeholder, _options(named_choices, chosen_word), choose)]
        case Switch():
            return []


def _options(named: list[tuple[str, str]], chosen: str) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(label=capitalized(name), value=value, default=value == chosen)
        for value, name in named
    ]


def is_manager(request: Request) -> bool:
    return request.interaction.permissions.manage_guild


@on_choices(ChooseValue)
async def choose_value(request: Request, menu: ChooseValue, chosen: Sequence[str]) -> None:
    """Set the chosen value, or the chosen channels, possibly none."""
    await _change(request, menu.owner, menu.name, " ".join(chosen))


@on_choices(ChooseRole)
async def choose_role(request: Request, menu: ChooseRole, chosen: Sequence[str]) -> None:
    await _change(request, menu.owner, menu.name, " ".join(["role", *chosen]))


@on_press(SetTo)
async def set_to(request: Request, pressed: SetTo) -> None:
    await _change(request, pressed.owner, pressed.name, pressed.value)


@on_press(Reset)
async def reset(request: Request, pressed: Reset) -> None:
    await _change(request, pressed.owner, pressed.name, None)


@on_press(ShowSettings)
async def show_page(request: Request, pressed: ShowSettings) -> None:
    shown = await current(request, pressed.owner)
    await request.replace(_card(request, shown, page=pressed.page))


async def current(request: Request, owner: OwnerKind) -> ServerSettings | PersonSettings:
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
        raise NotServerManager
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
    return [app_commands.Choice(name=place_name(zone), value=zone) for zone in zones_like(typed)]


@slash_command(name="me", description="Your settings: how boards look to you, turn notices, reminders")
async def me(request: Request) -> None:
    manager = request.guild_id is not None and request.bot_is_member and is_manager(request)
    shown = _card(request, await current(request, "person"), manager=manager)
    await request.send(shown, private=True)


COMMANDS = (me, settings)
