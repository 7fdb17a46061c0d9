"""Rounds of care: whatever stands still and should not is set going again."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from bot.matches.exhibitions import FORGOTTEN_AFTER
from bot.puzzles.posted import KEPT_FOR
from bot.services import Services
from bot.settings import Settings
from data import Chore, Lifetimes

RETENTION = (
    Chore.OLD_REQUESTS,
    Chore.OLD_IMPORTS,
    Chore.LEFT_SERVERS,
    Chore.OLD_GAMES,
    Chore.ABSENT_PEOPLE,
)


class Care:
    """Looks after everything that the services do by themselves.

    The first round looks everywhere, a later one asks once what waits, and goes only there.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lifetimes = _lifetimes(services.settings)
        self._looked_everywhere = False

    async def round(self, *, reconnected: bool = False) -> None:
        """Look after what waits. With `reconnected` messages are tried at once that were to be tried again
        later."""
        services = self._services
        waiting: Collection[Chore] = frozenset(Chore)
        if self._looked_everywhere:
            waiting = await services.storage.chores.waiting(self._lifetimes)

        await services.games.caretaker.look_after(waiting, reconnected=reconnected)
        await services.messages.channel_lists.look_after()
        if Chore.NOTICES in waiting:
            await services.messages.turn_notices.look_after()
        if Chore.OLD_PUZZLES in waiting:
            await services.puzzles.posted.look_after()
        if Chore.DAILY_PUZZLES in waiting:
            await services.puzzles.daily.look_after()
        if services.background.closing:
            return
        if Chore.STRENGTH_TESTS in waiting:
            await services.matches.strength_tests.look_after()
        if Chore.REVIEWS in waiting:
            await services.records.reviews.look_after()
        if Chore.MISTAKES in waiting:
            services.puzzles.mistakes.look_after()
        if any(chore in waiting for chore in RETENTION):
            await services.hosting.retention.look_after()
        if Chore.OPENINGS in waiting:
            await services.records.opening_names.look_after()
        services.hosting.backups.look_after()
        await services.hosting.monitor.measure()
        self._looked_everywhere = True


def _lifetimes(settings: Settings) -> Lifetimes:
    return Lifetimes(
        offers=timedelta(hours=settings.offer_hours),
        exhibitions=FORGOTTEN_AFTER,
        untouched_games=timedelta(days=settings.adjourn_days),
        puzzles=KEPT_FOR,
        games=settings.retention.games,
        people=settings.retention.people,
    )
