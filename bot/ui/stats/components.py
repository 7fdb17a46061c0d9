"""What the buttons under a leaderboard do."""

from __future__ import annotations

from bot.ui.access import Click
from bot.ui.router import on_press
from bot.ui.stats.component_ids import ShowLeaderboard
from bot.ui.stats.leaderboard_view import Query, turn_page


async def show_leaderboard(click: Click, pressed: ShowLeaderboard) -> None:
    """Another page, scope or list of the leaderboard, in the same message."""
    in_server = pressed.scope == "s"
    await turn_page(click, Query(pressed.game, pressed.pool, in_server, pressed.page, click.user.id))


STATS_ROUTES = (on_press(ShowLeaderboard, show_leaderboard),)
