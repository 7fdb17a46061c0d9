"""Planning conditional moves, looking at them, and removing them: all for the person alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

import discord

from bot.games.snapshot import GameSnapshot
from bot.ui.components import select
from bot.ui.conditionals import words
from bot.ui.conditionals.view import RemoveLine
from bot.ui.language import gettext
from bot.ui.layout import View, row, view
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_choice
from data import ConditionalLine

ALL = "all"
"""What stands for all lines in the menu."""


async def plan(request: Request, game_id: int, typed: str | None) -> None:
    """Add the lines that were typed, if any, and show all there are."""
    conditionals = request.services.games.conditionals
    lines = [line for line in re.split(r"[,;\n]", typed or "") if line.strip()]
    who = request.person
    if lines:
        planned = await conditionals.plan(game_id, who, lines)
    else:
        planned = await conditionals.planned(game_id, who)
    await request.send(plans_view(*planned, who.id), private=True)


@on_choice(RemoveLine, on_refusal=OnRefusal.REPLACE)
async def remove(request: Request, menu: RemoveLine, chosen: str) -> None:
    """Drop a line, or all."""
    line_id = None if chosen == ALL else int(chosen)
    who = request.person
    planned = await request.services.games.conditionals.remove(menu.game_id, who, line_id)
    await request.replace(plans_view(*planned, who.id))


def plans_view(snapshot: GameSnapshot, lines: Sequence[ConditionalLine], player_id: int) -> View:
    """What somebody has planned, with a menu to remove it."""
    text = words.plans(snapshot, lines, player_id)
    if not lines:
        return view(text)
    options = [
        discord.SelectOption(label=words.line_label(snapshot, line), value=str(line.id)) for line in lines
    ]
    if len(lines) > 1:
        options.append(discord.SelectOption(label=gettext(words.REMOVE_ALL), value=ALL))
    return view(text, row(select(gettext(words.REMOVE), options, RemoveLine(snapshot.game.id))))
