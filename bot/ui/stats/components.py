"""What the buttons under a leaderboard do."""

from __future__ import annotations

from bot.catalog import GAMES
from bot.ui.access import Click
from bot.ui.language import gettext
from bot.ui.refusals import BadRequest
from bot.ui.router import on_press
from bot.ui.stats.component_ids import ShowLeaderboard, ShowUsualLeaderboard
from bot.ui.stats.leaderboard_view import Query, turn_page
from bot.ui.words import OTHER_VERSION
from data import RatingList


async def show_leaderboard(click: Click, pressed: ShowLeaderboard) -> None:
    """Another page, scope or list of the leaderboard, in the same message."""
    await _show(click, pressed, RatingList(pressed.game, pressed.pool, pressed.board))


async def show_usual_leaderboard(click: Click, pressed: ShowUsualLeaderboard) -> None:
    """The same, from a message of an earlier version."""
    await _show(click, pressed, RatingList(pressed.game, pressed.pool))


async def _show(click: Click, pressed: ShowLeaderboard | ShowUsualLeaderboard, rated_in: RatingList) -> None:
    if rated_in.game not in GAMES:
        raise BadRequest(gettext(OTHER_VERSION))
    await turn_page(click, Query(rated_in, pressed.scope == "s", pressed.page, click.user.id))


STATS_ROUTES = (
    on_press(ShowLeaderboard, show_leaderboard),
    on_press(ShowUsualLeaderboard, show_usual_leaderboard),
)
