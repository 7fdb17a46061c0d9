"""The card of `/play` and `/help`."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.catalog import GAMES, GameKind
from bot.ui.components import ComponentItem, button, select
from bot.ui.help import component_ids as ids
from bot.ui.help import words
from bot.ui.layout import GREEN, View, card, row
from bot.ui.level_words import level_description


def help_card(suited: Mapping[str, str]) -> View:
    """The games as buttons, their levels as menus, and ways to read more; `suited` is a level by game.

    It is short, since people see the end of a channel: the buttons have to be there.
    """
    kinds = GAMES.values()
    return card(
        words.welcome(suited),
        row(*(_play(kind) for kind in kinds)),
        *(row(_levels(kind, suited[kind.key])) for kind in kinds),
        row(
            *(button(words.rules_of(kind), ids.ShowRules(kind.key), emoji="📖") for kind in kinds),
            button(words.what_else(), ids.ShowMore(), emoji="💡"),
        ),
        colour=GREEN,
    )


def more_card() -> View:
    """Where everything else is."""
    return card(words.more(), colour=GREEN)


def _play(kind: GameKind) -> ComponentItem:
    return button(
        kind.title, ids.StartGame(kind.key), style=discord.ButtonStyle.primary, emoji=kind.sides[0].disc
    )


def _levels(kind: GameKind, suited: str) -> ComponentItem:
    options = [
        discord.SelectOption(
            label=name,
            value=name,
            description=level_description(kind, name),
            emoji="👉" if name == suited else None,
        )
        for name in kind.levels
    ]
    return select(words.other_level(kind), options, ids.StartAtLevel(kind.key))
