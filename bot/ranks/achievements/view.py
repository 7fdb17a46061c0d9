"""The card of a server's roles for achievements."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.catalog import GAMES
from bot.computer.opponents.names import level_name
from bot.ranks.achievements import kinds, role_words
from bot.ranks.achievements.giving_ui import RoleFault
from bot.ranks.achievements.ids import (
    ChooseAchievement,
    ChooseAchievementRole,
    ClearAchievementRole,
    ShowRoles,
    written,
)
from bot.ranks.achievements.words import achievement_name
from bot.ui.components import ComponentItem, button, role_select, select
from bot.ui.layout import BLUE, Part, View, card, row
from bot.ui.links import ShowSettings
from languages import gettext

MAX_OPTIONS = 25
"""Options of a menu: Discord's limit."""


def roles_card(
    roles: Mapping[str, int],
    faults: Mapping[int, RoleFault],
    chosen: str | None = None,
    *,
    saved: bool = False,
) -> View:
    """Draw the card; `chosen` is the achievement whose role is being chosen, `faults` are those of roles."""
    parts: list[Part] = [gettext(role_words.TITLE)]
    listed = [key for key in kinds.all_keys() if key in roles]
    if listed:
        parts.append(role_words.listing([(key, roles[key]) for key in listed], faults))
    if chosen is not None:
        parts.append(role_words.chosen(chosen, saved=saved))
        pick = ChooseAchievementRole(written(chosen))
        parts.append(row(role_select(gettext(role_words.CHOOSE_ROLE), roles.get(chosen), pick)))
        buttons = [button(gettext(role_words.BACK), ShowRoles())]
        if chosen in roles:
            clear = ClearAchievementRole(written(chosen))
            buttons.append(button(gettext(role_words.NO_ROLE), clear))
        return card(*parts, row(*buttons), colour=BLUE)
    parts += [row(_levels_menu(game, roles)) for game in GAMES]
    parts.append(row(_menu(gettext(role_words.CHOOSE_OTHER), "", kinds.others(), roles)))
    parts.append(row(button(gettext(role_words.BACK), ShowSettings("server", 0))))
    return card(*parts, colour=BLUE)


def _levels_menu(game: str, roles: Mapping[str, int]) -> ComponentItem:
    """Return the menu of a game's levels, strongest first."""
    return _menu(role_words.choose_level(game), game, kinds.levels(game)[::-1], roles)


def _menu(placeholder: str, game: str, keys: list[str], roles: Mapping[str, int]) -> ComponentItem:
    options = [
        discord.SelectOption(label=_label(key), value=written(key), emoji="✅" if key in roles else None)
        for key in keys[:MAX_OPTIONS]
    ]
    return select(placeholder, options, ChooseAchievement(game))


def _label(key: str) -> str:
    parsed = kinds.AchievementKey.parse(key)
    if parsed is not None and parsed.kind == kinds.WIN:
        return level_name(parsed.level)
    return achievement_name(key)
