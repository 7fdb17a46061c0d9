"""Judges the moves of finished reviews for the insights of their players, in the background."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import structlog

from bot.core.background import PendingWork
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.ranks.insights.judged import judged_games
from bot.study.review.reports import done_report
from data.db.chores import Chore
from data.games.records import Game
from data.jobs.judged import JudgedGame, JudgedStore, Timing, reviews_to_judge
from data.jobs.reviews import ReviewStore, StoredReview

log = structlog.get_logger(__name__)


class InsightsDirector(PendingWork):
    """Judges one review after the other; a restart resumes with the next one."""

    chores: ClassVar[tuple[Chore, ...]] = (reviews_to_judge,)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit.background)
        self._storage = kit.storage

    async def do_pending(self) -> None:
        """Judge all finished reviews that are not judged yet."""
        judged = self._storage[JudgedStore]
        while (game_id := await judged.next_game()) is not None:
            game, stored = await self._storage.game(game_id), await self._storage[ReviewStore].of(game_id)
            if game is None or stored is None:
                # Deleted in this moment.
                continue
            found: tuple[JudgedGame, ...] = ()
            try:
                timing = await judged.timing(game_id)
                found = await asyncio.to_thread(_judged, game, stored, timing)
            except Exception:
                log.exception("review not judged for insights", game=game_id)
            await judged.store(game_id, found)


def _judged(game: Game, stored: StoredReview, timing: Timing) -> tuple[JudgedGame, ...]:
    snapshot = GameSnapshot.of(game)
    review = done_report(stored, snapshot).review
    assert review is not None
    return judged_games(snapshot, review, timing)
