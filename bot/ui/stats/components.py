"""What the buttons under a leaderboard, a profile and a comparison do."""

from __future__ import annotations

from bot.catalog import GAMES
from bot.ui.language import gettext
from bot.ui.refusals import BadRequest
from bot.ui.request import Request
from bot.ui.routes import on_press
from bot.ui.stats import comparison_view, profile_view
from bot.ui.stats.component_ids import (
    ShowComparison,
    ShowLeaderboard,
    ShowProfile,
)
from bot.ui.stats.leaderboard_view import Query, turn_page
from bot.ui.words import OTHER_VERSION
from data import RatingList


@on_press(ShowLeaderboard)
async def show_leaderboard(request: Request, pressed: ShowLeaderboard) -> None:
    """Another page, scope or list of the leaderboard, in the same message."""
    _require_game(pressed.game)
    rated_in = RatingList(pressed.game, pressed.pool, pressed.board)
    await turn_page(request, Query(rated_in, pressed.scope == "s", pressed.page, request.user_id))


@on_press(ShowProfile)
async def show_profile(request: Request, pressed: ShowProfile) -> None:
    """Another game of a profile."""
    _require_game(pressed.game)
    await profile_view.turn_to(request, pressed)


@on_press(ShowComparison)
async def show_comparison(request: Request, pressed: ShowComparison) -> None:
    """Two people in another game."""
    _require_game(pressed.game)
    await comparison_view.turn_to(request, pressed)


def _require_game(game: str) -> None:
    if game not in GAMES:
        raise BadRequest(gettext(OTHER_VERSION))
