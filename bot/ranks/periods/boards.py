"""Boards of points of a week or season, of cups, and of streaks, in a server or everywhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import ClassVar

from bot.core.paging import ListPage, load_page
from bot.features import Kit
from bot.preferences.periods import Calendar, Period, Span
from data.db.chores import Chore
from data.people.players import ZoneStore
from data.periods.boards import RankingStore
from data.periods.points import BoardPage, PeriodDays, PointsStore, RankingRow

PASS_EVERY = timedelta(hours=1)
"""Interval of the passes that add up points."""

ACTIVE = timedelta(days=2)
"""Time for which these passes look for points of a place."""

PAGE = 10
"""People on a page of a board."""


class RankingKind(StrEnum):
    """The figure by which a board ranks people."""

    POINTS = "points"
    CUPS = "cups"
    STREAKS = "streaks"


@dataclass(frozen=True, slots=True)
class ShownRanking(ListPage[BoardPage]):
    """A page of a board. `current`: its period is not over."""

    kind: RankingKind
    period: Period | None
    current: bool


class RankingPages:
    """Loads boards, by the days of the server's calendar, or everywhere by UTC."""

    chores: ClassVar[tuple[Chore, ...]] = ()

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._background = kit.background
        self._now = kit.now
        self._next_pass = datetime.min.replace(tzinfo=UTC)
        self._adding: set[tuple[int | None, Period]] = set()

    async def calendar(self, guild_id: int | None) -> Calendar:
        """Return the calendar of a server, or (None) of everywhere."""
        return Calendar.changing(() if guild_id is None else await self._storage[ZoneStore].of(guild_id))

    async def current(self, span: Span, guild_id: int | None) -> Period:
        """Return the present week or season."""
        return Period.containing(span, self._now(), await self.calendar(guild_id))

    async def page(
        self, kind: RankingKind, period: Period | None, page: int, *, guild_id: int | None, asker_id: int
    ) -> ShownRanking:
        """Return a page of a board, of a server or (None) of all; at most the last page.

        Points are of a `period`; cups of one, or (None) of all time; streaks are always the present ones.
        """
        calendar = await self.calendar(guild_id)
        load: Callable[..., Awaitable[BoardPage]]
        if kind is RankingKind.STREAKS:
            period = None
            load = partial(self._storage[RankingStore].streaks, guild_id=guild_id, asker_id=asker_id)
        elif kind is RankingKind.CUPS:
            within = None if period is None else (period.begin(calendar), period.end(calendar))
            load = partial(self._storage[RankingStore].cups, within, guild_id=guild_id, asker_id=asker_id)
        else:
            assert period is not None
            days = _days(period, calendar, guild_id)
            load = partial(self._storage[PointsStore].board, days, asker_id=asker_id)
        found = await load_page(lambda offset, limit: load(offset=offset, limit=limit), page, PAGE)
        if kind is RankingKind.POINTS and period is not None:
            # The next look at it is faster.
            self._background.spawn(self.add_up(period, guild_id))
        current = period is not None and period == Period.containing(period.span, self._now(), calendar)
        return ShownRanking(found.content, found.page, found.last_page, kind, period, current)

    async def points_of(self, player_id: int, period: Period, guild_id: int) -> RankingRow | None:
        """Return a person's points in a server, None without any."""
        days = await self.days(period, guild_id)
        return (await self._storage[PointsStore].board(days, asker_id=player_id, limit=1)).asker

    async def days(self, period: Period, guild_id: int | None) -> PeriodDays:
        """Return the days of a period of a server, or (None) of everywhere."""
        return _days(period, await self.calendar(guild_id), guild_id)

    async def add_up(self, period: Period, guild_id: int | None) -> None:
        """Add up the points of the days that are over, a few days in each transaction."""
        if (guild_id, period) in self._adding:
            return
        self._adding.add((guild_id, period))
        try:
            days = await self.days(period, guild_id)
            while not self._background.closing and await self._storage[PointsStore].has_days_to_add(days):
                await self._storage[PointsStore].add_days(days)
        finally:
            self._adding.discard((guild_id, period))

    async def add_up_moments(self, guild_id: int | None, moments: Collection[datetime]) -> bool:
        """Add up the weeks and seasons of some moments; returns whether all of those moments are."""
        calendar = await self.calendar(guild_id)
        latest: dict[Period, datetime] = {}
        for moment in sorted(moments):
            latest |= {Period.containing(span, moment, calendar): moment for span in Span}
        for period, moment in latest.items():
            await self.add_up(period, guild_id)
            if not await self._storage[PointsStore].is_added(_days(period, calendar, guild_id), moment):
                return False
        return True

    def recover(self) -> None:
        """Once an hour, add up the days that are over wherever there may be points, for fast first looks."""
        now = self._now()
        if now >= self._next_pass:
            self._next_pass = now + PASS_EVERY
            self._background.spawn(self._add_up_active(now))

    async def _add_up_active(self, now: datetime) -> None:
        for guild_id in await self._storage[PointsStore].active_places(now - ACTIVE):
            calendar = await self.calendar(guild_id)
            # In the first hour of a period, the day before it is added up.
            moments = (now - ACTIVE, now)
            for period in {Period.containing(span, moment, calendar) for span in Span for moment in moments}:
                await self.add_up(period, guild_id)


def _days(period: Period, calendar: Calendar, guild_id: int | None) -> PeriodDays:
    return PeriodDays(guild_id, period.span.value, period.first.isoformat(), period.days(calendar))
