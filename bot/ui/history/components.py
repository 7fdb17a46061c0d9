"""What the buttons of a list of games do."""

from __future__ import annotations

from dataclasses import astuple

from bot.catalog import GAMES
from bot.ui.access import Click, services_of, viewer_of
from bot.ui.answers import QUIET
from bot.ui.history.component_ids import COMPUTER, NOBODY, ShowAllHistory, ShowHistory
from bot.ui.history.view import history_card
from bot.ui.layout import View
from bot.ui.router import on_press
from data import PastGames


async def show_page(click: Click, pressed: ShowHistory) -> None:
    """Another page, in the same message."""
    await click.edit_original_response(view=await listed(click, pressed), allowed_mentions=QUIET)


async def show_page_of_all(click: Click, pressed: ShowAllHistory) -> None:
    """The same, from a message of an earlier version."""
    page, player, only, opponent, result = astuple(pressed)
    await show_page(click, ShowHistory(page, player, only, opponent, result, ""))


async def listed(click: Click, asked: ShowHistory) -> View:
    """The message with a page of the list, of what the person can see."""
    wanted = PastGames(
        player_id=asked.player or None,
        game=asked.only if asked.only in GAMES else None,
        opponent_id=asked.opponent if asked.opponent not in (NOBODY, COMPUTER) else None,
        against_computer=asked.opponent == COMPUTER,
        result=asked.result or None,
        rated=asked.rated == "yes" if asked.rated else None,
    )
    found = await services_of(click).records.history.page(wanted, viewer_of(click), asked.page)
    return history_card(found, asked)


HISTORY_ROUTES = (on_press(ShowHistory, show_page), on_press(ShowAllHistory, show_page_of_all))
