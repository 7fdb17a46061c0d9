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


class HistoryPages:
    """Finished games, as far as a viewer may see them."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def page(self, wanted: PastGames, viewer: Viewer, page: int) -> HistoryPage:
        """Return a page of the games that match and that the viewer may see; at most the last page."""
        while True:
            found, total = await self._storage.history.past_games(wanted, viewer, page * PAGE, PAGE)
            last = max(0, (total - 1) // PAGE)
            if page <= last:
                return HistoryPage(found, total, page, last)
            page = last
