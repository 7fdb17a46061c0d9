"""Planning, listing and removing conditional moves, in private."""

from __future__ import annotations

import re

from bot.play.conditionals.view import ALL, RemoveLine, ShowPlans, plans_view
from bot.play.games.conditionals import Conditionals
from bot.ui.component_ids import read_number
from bot.ui.request import Request
from bot.ui.routes import OnRefusal, on_choice, on_press


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
