"""Questions before a computer helps: to the person who wants help, and to the other person of the game."""

from __future__ import annotations

import discord

from bot.games.snapshot import GameSnapshot
from bot.ui.assist import component_ids as ids
from bot.ui.assist import words
from bot.ui.component_ids import ComponentId
from bot.ui.components import ComponentItem, button
from bot.ui.language import gettext
from bot.ui.layout import BLUE, GREY, View, card, row, view


def handover_question(
    snapshot: GameSnapshot, side: int, player: str | None, handle: str, answer: words.Answer | None = None
) -> View:
    """May the computer player `player`, which `handle` names, play for the person on this side?"""
    text = words.handover_question(snapshot, side, player, answer)
    if answer is not None:
        return card(text, colour=GREY)
    game_id, ply = snapshot.game.id, snapshot.game.ply
    return _question(
        text, ids.AgreeToHandover(game_id, side, ply, handle), ids.RefuseHandover(game_id, side, handle)
    )


def hints_question(snapshot: GameSnapshot, side: int, answer: words.Answer | None = None) -> View:
    """May the person on this side, and the other one, see hints?"""
    text = words.hints_question(snapshot, side, answer)
    if answer is not None:
        return card(text, colour=GREY)
    game_id, ply = snapshot.game.id, snapshot.game.ply
    return _question(text, ids.AgreeToHints(game_id, side, ply), ids.RefuseHints(game_id, side))


def confirm_hints(snapshot: GameSnapshot) -> View:
    """Does the person want hints although the game becomes unrated?"""
    game = snapshot.game
    yes = button(gettext("Show me"), ids.ShowHints(game.id, game.ply), style=discord.ButtonStyle.primary)
    return view(words.confirm_hints(snapshot), row(yes, _keep_rated()))


def confirm_handover(snapshot: GameSnapshot, player: str, handle: str) -> View:
    """Does the person want `player`, which `handle` names, to play for them although it counts as a loss?"""
    game = snapshot.game
    yes = button(
        gettext("Hand over"), ids.HandOver(game.id, game.ply, handle), style=discord.ButtonStyle.danger
    )
    return view(words.confirm_handover(snapshot, player), row(yes, _keep_rated()))


def _keep_rated() -> ComponentItem:
    return button(gettext("No, keep it rated"), ids.KeepRated())


def _question(text: str, agree: ComponentId, refuse: ComponentId) -> View:
    buttons = row(
        button(gettext("Agree"), agree, style=discord.ButtonStyle.success),
        button(gettext("Refuse"), refuse),
    )
    return card(text, buttons, colour=BLUE)
