"""A player's conditional moves, with a menu to remove them."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.core.snapshot import GameSnapshot
from bot.play.conditionals import words
from bot.ui.component_ids import CHOSEN, SHOWS, ComponentId
from bot.ui.components import select
from bot.ui.layout import View, row, view
from data.games.conditional import ConditionalLine
from languages import pgettext

ALL = "all"
"""Value of the menu that means all lines."""


class ShowPlans(ComponentId, action="if_show", timeless=SHOWS):
    """Show the player's plans."""

    game_id: int


class RemoveLine(ComponentId, action="if_remove", timeless=CHOSEN):
    """Remove a line chosen from a menu, or all."""

    game_id: int


def plans_view(snapshot: GameSnapshot, lines: Sequence[ConditionalLine], player_id: int) -> View:
    """Draw a player's plans with a menu to remove them."""
    text = words.plans(snapshot, lines, player_id)
    if not lines:
        return view(text)
    options = [
        discord.SelectOption(label=words.line_label(snapshot, line), value=str(line.id)) for line in lines
    ]
    if len(lines) > 1:
        options.append(
            discord.SelectOption(label=pgettext("menu of conditional moves", words.REMOVE_ALL), value=ALL)
        )
    return view(
        text,
        row(
            select(pgettext("menu of conditional moves", words.REMOVE), options, RemoveLine(snapshot.game.id))
        ),
    )
