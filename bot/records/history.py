"""Games that are over, page by page."""

from __future__ import annotations

from dataclasses import dataclass

from data import PastGame, PastGames, Storage, Viewer

PAGE = 8
"""So many games are listed at a time."""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of a list of games, of which there are `total`; pages count from 0."""

    games: tuple[PastGame, ...]
    total: int
    page: int
    last_page: int


async def history_page(storage: Storage, wanted: PastGames, viewer: Viewer, page: int) -> HistoryPage:
    """A page of the games that are meant and that somebody can see; the last one when there are fewer."""
    while True:
        found, total = await storage.history.past_games(wanted, viewer, page * PAGE, PAGE)
        last = max(0, (total - 1) // PAGE)
        if page <= last:
            return HistoryPage(found, total, page, last)
        page = last
