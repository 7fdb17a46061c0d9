"""Replays: a position, the animation of the whole game, and the buttons that open them."""

from __future__ import annotations

import io

import discord

from bot.core.people import Names
from bot.core.snapshot import GameSnapshot
from bot.study.analysis.view import ways_on
from bot.study.replay import ids, words
from bot.ui.components import button
from bot.ui.layout import GOLD, Part, View, around, card, row
from bot.ui.links import review_button
from bot.ui.pictures import draw_position
from bot.ui.publisher import Drawing
from bot.ui.step_through import step_buttons
from engine import Position
from languages import gettext
from renderers.themes import Look


def step_view(snapshot: GameSnapshot, ply: int, before: Position, board: Part) -> View:
    """Draw the position after `ply` moves; `before` is the position one move earlier."""
    game_id = snapshot.game.id
    over = snapshot.positions()[ply].result() is not None
    steps = step_buttons(ply, snapshot.game.ply, lambda step: ids.ReplayStep(game_id, ply, step))
    # Translators: a button; it shows the game as an animation.
    animate = button(gettext("Animation"), ids.Animate(game_id), emoji="🎞️")
    return card(
        *around(board, words.step_text(snapshot, ply, before)),
        row(*steps),
        row(animate, *review_button(snapshot)),
        row(*ways_on(ids.AnalyseReplayed(game_id, ply), ids.PlayOnReplayed(game_id, ply), over=over)),
        colour=GOLD,
    )


def animation_view(snapshot: GameSnapshot, animation: Part, *, posted: bool = False) -> View:
    """Draw the private message of an animation, which can be posted once."""
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


async def draw_step(
    names: Names, snapshot: GameSnapshot, ply: int, look: Look, seen_in: int | None
) -> Drawing:
    """Draw the position after `ply` moves with the names seen in a server (None: outside of any)."""
    positions = snapshot.positions()
    name = f"replay-{snapshot.game.id}-move-{ply}.png"
    drawn = await draw_position(names, snapshot, positions, ply, look, seen_in, name)
    return Drawing(step_view(snapshot, ply, positions[max(0, ply - 1)], drawn.part), drawn.files)


def animation_name(snapshot: GameSnapshot) -> str:
    """Return the file name of an animation."""
    return f"{snapshot.game.game}-{snapshot.game.id}.gif"


def animation_file(snapshot: GameSnapshot, gif: bytes) -> discord.File:
    """Create the file of an animation, with alt text."""
    alt = words.animation_alt(snapshot)
    return discord.File(io.BytesIO(gif), filename=animation_name(snapshot), description=alt)
