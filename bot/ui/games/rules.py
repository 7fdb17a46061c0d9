"""The rules of a game, for the person alone."""

from __future__ import annotations

import asyncio
import io

import discord

from bot.catalog import GameKind
from bot.ui.access import Click
from bot.ui.answers import send
from bot.ui.games.board_view import rules_view


async def show_rules(click: Click, kind: GameKind) -> None:
    """Answer with the rules and their picture."""
    png, description = await asyncio.to_thread(kind.rules_picture)
    file = discord.File(io.BytesIO(png), filename=f"{kind.key}-rules.png")
    await send(click, rules_view(kind, file, description), private=True, files=[file])
