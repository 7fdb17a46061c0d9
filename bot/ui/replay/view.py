"""The messages of a replay: a single position, and the animated picture of the whole game."""

from __future__ import annotations

import discord

from bot.games.snapshot import GameSnapshot
from bot.ui.components import button
from bot.ui.language import gettext
from bot.ui.layout import GOLD, Part, View, around, card, row
from bot.ui.replay import component_ids as ids
from bot.ui.replay import words
from bot.ui.review.view import review_button
from bot.ui.step_through import step_buttons
from engine import Position


def step_view(snapshot: GameSnapshot, ply: int, before: Position, board: Part) -> View:
    """The message of the position after `ply` moves; `before` is the one before the last of them."""
    game_id = snapshot.game.id
    over = snapshot.positions()[ply].result() is not None
    steps = step_buttons(ply, snapshot.game.ply, lambda step: ids.ReplayStep(game_id, ply, step))
    animate = button(gettext("Animation"), ids.Animate(game_id), emoji="🎞️")
    return card(
        *around(board, words.step_text(snapshot, ply, before)),
        row(*steps),
        row(animate, *review_button(snapshot)),
        row(
            button(gettext("Analyse"), ids.AnalyseReplayed(game_id, ply), emoji="🔬", disabled=over),
            button(gettext("Play on against …"), ids.PlayOnReplayed(game_id, ply), emoji="⚔️", disabled=over),
        ),
        colour=GOLD,
    )


def animation_view(snapshot: GameSnapshot, animation: Part, *, posted: bool = False) -> View:
    """The message with the animated picture that one person sees, who can post it once."""
    below: list[Part] = [gettext(words.POSTED)]
    if not posted:
        post = button(
            gettext("Post for everyone"),
            ids.PostAnimation(snapshot.game.id),
            style=discord.ButtonStyle.primary,
            emoji="📤",
        )
        below = [gettext(words.OFFER), row(post)]
    return card(words.animation_text(snapshot), animation, *below, colour=GOLD)
