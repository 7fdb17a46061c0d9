"""The rules of a game, for the person alone."""

from __future__ import annotations

import asyncio
import io

import discord

from bot.catalog import GameKind
from bot.ui.games.board_view import rules_view
from bot.ui.looks import files_of, own_look, shown
from bot.ui.request import Request


async def show_rules(request: Request, kind: GameKind) -> None:
    """Answer with the rules and their picture."""
    look = await own_look(request)
    png, description = await asyncio.to_thread(kind.rules_picture, look)
    file = discord.File(io.BytesIO(png), filename=f"{kind.key}-rules.png")
    view = rules_view(kind, shown(look, file, description))
    await request.send(view, private=True, files=files_of(look, file))
