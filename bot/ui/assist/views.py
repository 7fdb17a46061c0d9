"""Questions to a person who wants a computer's help, before they get it."""

from __future__ import annotations

import discord

from bot.games.snapshot import GameSnapshot
from bot.ui.assist import component_ids as ids
from bot.ui.assist import words
from bot.ui.components import ComponentItem, button
from bot.ui.language import gettext
from bot.ui.layout import View, row, view


def confirm_hints(snapshot: GameSnapshot) -> View:
    """Does the person want hints although the game becomes unrated?"""
    game = snapshot.game
    yes = button(gettext("Show me"), ids.ShowHints(game.id, game.ply), style=discord.ButtonStyle.primary)
    return view(words.confirm_hints(snapshot), row(yes, _keep_rated()))


def confirm_hint(snapshot: GameSnapshot) -> View:
    """Does the person want a hint although the game becomes unrated?"""
    game = snapshot.game
    begin = ids.ShowHint(game.id, game.ply, "where")
    yes = button(gettext("Give me a hint"), begin, style=discord.ButtonStyle.primary)
    return view(words.confirm_hint(snapshot), row(yes, _keep_rated()))


def confirm_handover(snapshot: GameSnapshot, player: str, handle: str) -> View:
    """Does the person want `player`, which `handle` names, to play for them although it counts as a loss?"""
    game = snapshot.game
    yes = button(
        gettext("Hand over"), ids.HandOver(game.id, game.ply, handle), style=discord.ButtonStyle.danger
    )
    return view(words.confirm_handover(snapshot, player), row(yes, _keep_rated()))


def _keep_rated() -> ComponentItem:
    return button(gettext("No, keep it rated"), ids.KeepRated())
