"""The card of a person's or a server's settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.account.blocks import ui as blocks
from bot.account.linked_roles import words as link_words
from bot.account.linked_roles.view import ShowLink
from bot.account.privacy.view import ShowPrivacy
from bot.account.settings import words
from bot.core.paging import page_of
from bot.play.channel_lists import words as list_words
from bot.preferences.allowed import (
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
    Switch,
    Time,
    Zone,
)
from bot.preferences.settings import PersonSettings, ServerSettings, Setting, settings_of
from bot.preferences.zones import COMMON, place_name
from bot.ranks.achievements import role_words
from bot.ranks.achievements.ids import ShowRoles
from bot.ui.component_ids import ComponentId
from bot.ui.components import TO_WRITE_IN, ComponentItem, button, channel_select, role_select, select
from bot.ui.layout import BLUE, Part, View, card, row
from bot.ui.links import OpenFeature, ShowGamesList, ShowSettings
from bot.ui.options import TIMES
from bot.ui.paging import turning
from data.people.preferences import OwnerKind
from languages import gettext
from languages.numbers import capitalized


class ChooseValue(ComponentId, action="setting"):
    """Choose a setting's value from a menu."""

    owner: OwnerKind
    name: str


class ChooseRole(ComponentId, action="setting_role"):
    """Choose a role from a menu."""

    owner: OwnerKind
    name: str


class SetTo(ComponentId, action="setting_to"):
    """Turn something on or off."""

    owner: OwnerKind
    name: str
    value: str


class Reset(ComponentId, action="setting_reset"):
    """Reset a setting to its default."""

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
    buttons = (blocks.BUTTON, words.PRIVACY, link_words.BUTTON)
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
        buttons.append(button(gettext(link_words.BUTTON), ShowLink(), emoji="🔗"))
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
    """Return the controls of a setting."""
    named = words.WORDS[owner][setting.name]
    resets = []
    if value != setting.default:
        resets = [button(words.reset(named), Reset(owner, setting.name))]
    if isinstance(setting.allowed, Switch):
        other = SetTo(owner, setting.name, OFF if value else ON)
        return [[button(words.turn(named, on=not value), other), *resets]]
    menus = [[menu] for menu in _menus(owner, setting, value)]
    return [*menus, resets] if resets else menus


def _menus(owner: OwnerKind, setting: Setting, value: Any) -> list[ComponentItem]:
    named, choose = words.WORDS[owner][setting.name], ChooseValue(owner, setting.name)
    placeholder = words.choose(named)
    match setting.allowed:
        case Channels(most=most):
            return [channel_select(placeholder, value, choose, most=most)]
        case Channel():
            chosen = [] if value is None else [value]
            return [channel_select(placeholder, chosen, choose, most=1, types=TO_WRITE_IN)]
        case Circles():
            circles: list[str] = [EVERYBODY.who, MODERATORS.who]
            named_circles = [(who, words.choice_name(named, who)) for who in circles]
            return [
                select(placeholder, _options(named_circles, value.who), choose),
                role_select(words.choose_role(named), value.role_id, ChooseRole(owner, setting.name)),
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
