"""Reviews the games of people who ask for it, in the background and without a message.

Only their latest games, a few a day, when no one's search needs the cores. Every analysed ply is stored, so a
restart continues; a review that a person requests meanwhile takes over what is there.
"""

from __future__ import annotations

from typing import ClassVar

import structlog

from bot.catalog import GAMES
from bot.computer.pool import SearchPool, Urgency
from bot.computer.search_core import SearchCore
from bot.core.background import PendingWork
from bot.core.refusals import UnknownGame
from bot.features import Kit
from bot.play.games.changes import load
from bot.study.review.analysis import Analysis
from data.db.chores import Chore
from data.jobs.reviews import QuietReview, ReviewStore
from engine import StopFlag

log = structlog.get_logger(__name__)

LATEST_GAMES = 50
"""Latest games of a person that are reviewed."""

MAX_A_DAY = 10
"""Maximum background reviews of a person within 24 hours."""


class QuietReviews(PendingWork):
    """Makes background reviews, one after the other."""

    # Whether there is work depends on the time of earlier reviews, so every pass looks.
    chores: ClassVar[tuple[Chore, ...]] = ()

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit.background)
        self._storage = kit.storage
        self._pool = kit[SearchPool]
        self._search_core = kit[SearchCore]
        self._seconds = kit.settings.review_seconds
        self._megabytes = kit.settings.tables().megabytes
        self._a_day = MAX_A_DAY if kit.settings.background_seconds else 0
        self._failed: set[int] = set()

    async def do_pending(self) -> None:
        """Review all games that people want reviewed now."""
        reviews = self._storage[ReviewStore]
        while self._a_day:
            quiet = await reviews.wanted(GAMES, LATEST_GAMES, self._a_day, self._failed)
            if quiet is None:
                return
            try:
                await self._review(quiet)
            except UnknownGame:
                continue
            except Exception:
                log.exception("background review failed", game=quiet.game_id)
                self._failed.add(quiet.game_id)

    async def _review(self, quiet: QuietReview) -> None:
        reviews, snapshot = self._storage[ReviewStore], await load(self._storage, quiet.game_id)
        await self._search_core.ready(snapshot.game.game)
        analysis = Analysis(
            snapshot.kind.judging,
            snapshot.positions(),
            snapshot.game.moves,
            await reviews.plies_of(quiet.game_id),
            seconds=self._seconds,
            megabytes=self._megabytes,
            executor=self._pool.executor,
        )

        def work(seconds: float, stop: StopFlag) -> None:
            analysis.analyse_next(stop)

        try:
            stored = set(analysis.known)
            while not analysis.complete:
                await self._pool.run_in_background(
                    work, self._seconds, urgency=Urgency.SPARE, owner=quiet.player_id
                )
                for ply in set(analysis.known) - stored:
                    if not await reviews.add_quietly(quiet.game_id, ply):
                        return
                    stored.add(ply)
        finally:
            analysis.close()
        await reviews.finish_quietly(quiet)
