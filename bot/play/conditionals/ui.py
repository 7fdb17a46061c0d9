"""Conditional moves in private: planning, a list, and a menu to remove them."""

from __future__ import annotations

import re
from collections.abc import Sequence

import discord

from bot.core.snapshot import GameSnapshot
from bot.play.conditionals import words
from bot.play.games.conditionals import Conditionals
from bot.ui.component_ids import CHOSEN, SHOWS, ComponentId, read_number
from bot.ui.components import select
from bot.ui.layout import View, row, view
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_choice, on_press
from data.games.conditional import ConditionalLine
from languages import pgettext

ALL = "all"
"""Value of the menu that means all lines."""


class ShowPlans(ComponentId, action="if_show", timeless=SHOWS):
    """Show the player's plans."""

    game_id: int


class RemoveLine(ComponentId, action="if_remove", timeless=CHOSEN):
    """Remove a line chosen from a menu, or all."""

    game_id: int


def plans_view(snapshot: GameSnapshot, lines: Sequence[ConditionalLine], player_id: int) -> View:
    """Draw a player's plans with a menu to remove them."""
    text = words.plans(snapshot, lines, player_id)
    if not lines:
        return view(text)
    options = [
        discord.SelectOption(label=words.line_label(snapshot, line), value=str(line.id)) for line in lines
    ]
    if len(lines) > 1:
        options.append(
            discord.SelectOption(label=pgettext("menu of conditional moves", words.REMOVE_ALL), value=ALL)
        )
    return view(
        text,
        row(
            select(pgettext("menu of conditional moves", words.REMOVE), options, RemoveLine(snapshot.game.id))
        ),
    )


async def plan(request: Request, game_id: int, typed: str | None) -> None:
    """Add the typed lines, if any, and list all."""
    conditionals = request.kit[Conditionals]
    lines = [line for line in re.split(r"[,;\n]", typed or "") if line.strip()]
    who = request.person
    if lines:
        planned = await conditionals.plan(game_id, who, lines)
    else:
        planned = await conditionals.planned(game_id, who)
    await request.send(plans_view(*planned, who.id), private=True)


@on_press(ShowPlans)
async def show_plans(request: Request, pressed: ShowPlans) -> None:
    """Show the player's plans, and how to add to them."""
    await plan(request, pressed.game_id, None)


def _line(chosen: str) -> int | None:
    return None if chosen == ALL else read_number(chosen)


@on_choice(RemoveLine, _line, on_refusal=OnRefusal.REPLACE)
async def remove(request: Request, menu: RemoveLine, line_id: int | None) -> None:
    """Remove a line, or all."""
    who = request.person
    planned = await request.kit[Conditionals].remove(menu.game_id, who, line_id)
    await request.replace(plans_view(*planned, who.id))


FEATURES = (Conditionals,)
