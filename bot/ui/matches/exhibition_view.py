"""What the message of a match of two computer players has of its own: its words and its buttons."""

from __future__ import annotations

import discord

from bot.computer.computer import Mood
from bot.games.snapshot import Table
from bot.ui import components
from bot.ui.words import board_name, seat_name


def match_heading(table: Table) -> str:
    """The line under the players: who wanted to see them, and on which board."""
    board = f"{board_name(table)} · " if table.game.options else ""
    return f"-# {board}a match, started by <@{table.game.challenger_id}>"


def match_status(table: Table, mood: Mood | None) -> str:
    """What a match that is not over waits for."""
    mover = f"{table.kind.sides[table.position.turn].disc} {seat_name(table.to_move)}"
    if mood is Mood.STUMBLED:
        again = "Press Step, and it tries again." if table.paused else "It tries again in a minute."
        return f"{mover} **stumbled** over this position. {again}"
    if table.paused:
        return f"⏸️ **Paused**, {mover} to move."
    return f"{mover} to move."


def match_controls(table: Table) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    """The buttons for whoever started the match; when it is over, one for anybody."""
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    game = table.game
    primary = discord.ButtonStyle.primary
    if not table.going:
        row.add_item(
            components.button("Again, sides exchanged", "match_again", game.id, style=primary, emoji="🔁")
        )
        return row
    if table.paused:
        row.add_item(components.button("Step", "match_step", game.id, game.ply, style=primary, emoji="⏭️"))
        row.add_item(components.button("Resume", "match_resume", game.id, emoji="▶️"))
    else:
        row.add_item(components.button("Pause", "match_pause", game.id, emoji="⏸️"))
    row.add_item(components.button("Stop", "match_stop", game.id, emoji="⏹️"))
    return row
