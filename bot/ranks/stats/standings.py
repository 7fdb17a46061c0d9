"""Players' standings: pages of the leaderboard, and the certainty of ratings."""

from __future__ import annotations

from bot.core.paging import ListPage, load_page
from data import Storage
from data.db.registry import Registry
from data.ratings.glicko2 import LISTED_BELOW, Rating, games_until
from data.ratings.leaderboard import Standing, StandingPage, StandingStore
from data.ratings.ratings import Listing, RatingList

PAGE = 10
"""Players on a page of the leaderboard."""


class Leaderboard:
    """Ranks players by rating."""

    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]

    async def page(
        self, rated_in: RatingList, page: int, *, guild_id: int | None, asker_id: int
    ) -> ListPage[StandingPage]:
        """Return a page, of a server's players or (None) of all; at most the last page."""
        load = self._storage[StandingStore].leaderboard
        return await load_page(
            lambda offset, limit: load(
                rated_in, guild_id=guild_id, asker_id=asker_id, offset=offset, limit=limit
            ),
            page,
            PAGE,
        )


def is_provisional(standing: Standing) -> bool:
    """Return whether the rating is provisional, so shown with a question mark."""
    return standing.listing is Listing.PROVISIONAL


def games_to_go(rating: Rating) -> int:
    """Return about how many more games a provisional rating needs for a rank.

    It assumes opponents of equal strength with settled ratings, such as the suggested level.
    """
    return max(1, games_until(rating, LISTED_BELOW))
