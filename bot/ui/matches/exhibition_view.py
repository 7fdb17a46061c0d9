"""What the message of a match of two computer players has of its own: its words and its buttons."""

from __future__ import annotations

import discord

from bot.computer.computer import ComputerStatus
from bot.games.snapshot import GameSnapshot
from bot.ui import components
from bot.ui.words import board_name, seat_name


def match_heading(snapshot: GameSnapshot) -> str:
    """The line under the players: who wanted to see them, and on which board."""
    board = f"{board_name(snapshot)} · " if snapshot.game.options else ""
    return f"-# {board}a match, started by <@{snapshot.game.challenger_id}>"


def match_status(snapshot: GameSnapshot, status: ComputerStatus | None) -> str:
    """What a match that is not over waits for."""
    mover = f"{snapshot.kind.sides[snapshot.position.turn].disc} {seat_name(snapshot.to_move)}"
    if status is ComputerStatus.FAILED:
        again = "Press Step, and it tries again." if snapshot.paused else "It tries again in a minute."
        return f"{mover} **stumbled** over this position. {again}"
    if snapshot.paused:
        return f"⏸️ **Paused**, {mover} to move."
    return f"{mover} to move."


def match_controls(snapshot: GameSnapshot) -> discord.ui.ActionRow[discord.ui.LayoutView]:
    """The buttons for whoever started the match; when it is over, one for anybody."""
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    game = snapshot.game
    primary = discord.ButtonStyle.primary
    if not snapshot.going:
        row.add_item(
            components.button("Again, sides exchanged", "match_again", game.id, style=primary, emoji="🔁")
        )
        return row
    if snapshot.paused:
        row.add_item(components.button("Step", "match_step", game.id, game.ply, style=primary, emoji="⏭️"))
        row.add_item(components.button("Resume", "match_resume", game.id, emoji="▶️"))
    else:
        row.add_item(components.button("Pause", "match_pause", game.id, emoji="⏸️"))
    row.add_item(components.button("Stop", "match_stop", game.id, emoji="⏹️"))
    return row
