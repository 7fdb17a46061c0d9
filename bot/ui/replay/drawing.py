"""The pictures of a replay, and the messages with them."""

from __future__ import annotations

import io

import discord

from bot.games.people import Names
from bot.games.snapshot import GameSnapshot
from bot.ui.board_picture import draw_position
from bot.ui.publisher import Drawing
from bot.ui.replay import words
from bot.ui.replay.view import step_view
from renderers.themes import Look


async def draw_step(
    names: Names, snapshot: GameSnapshot, ply: int, look: Look, seen_in: int | None
) -> Drawing:
    """The message of the position after `ply` moves, seen in a server (None: outside of all)."""
    positions = snapshot.positions()
    name = f"replay-{snapshot.game.id}-move-{ply}.png"
    drawn = await draw_position(names, snapshot, positions, ply, look, seen_in, name)
    return Drawing(step_view(snapshot, ply, positions[max(0, ply - 1)], drawn.part), drawn.files)


def animation_name(snapshot: GameSnapshot) -> str:
    """The name of the file of an animation."""
    return f"{snapshot.game.game}-{snapshot.game.id}.gif"


def animation_file(snapshot: GameSnapshot, gif: bytes) -> discord.File:
    """The file of an animation, with what it shows in words."""
    alt = words.animation_alt(snapshot)
    return discord.File(io.BytesIO(gif), filename=animation_name(snapshot), description=alt)
