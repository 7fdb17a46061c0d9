"""What the buttons of a list of games do."""

from __future__ import annotations

from bot.catalog import GAMES
from bot.ui.history.component_ids import COMPUTER, NOBODY, ShowHistory
from bot.ui.history.view import history_card
from bot.ui.layout import View
from bot.ui.request import Request
from bot.ui.routes import on_press
from data import PastGames


@on_press(ShowHistory)
async def show_page(request: Request, pressed: ShowHistory) -> None:
    """Another page, in the same message."""
    await request.replace(await listed(request, pressed))


async def listed(request: Request, asked: ShowHistory) -> View:
    """The message with a page of the list, of what the person can see."""
    wanted = PastGames(
        player_id=asked.player or None,
        game=asked.only if asked.only in GAMES else None,
        opponent_id=asked.opponent if asked.opponent not in (NOBODY, COMPUTER) else None,
        against_computer=asked.opponent == COMPUTER,
        result=asked.result or None,
        rated=asked.rated == "yes" if asked.rated else None,
    )
    found = await request.services.records.history.page(wanted, request.viewer, asked.page)
    return history_card(found, asked)
