"""Rankings by points of a week or season, by cups and by streaks; those of servers are posted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import ClassVar

import structlog

from bot.core.fields import Frozen
from bot.core.paging import ListPage, load_page
from bot.core.people import Place
from bot.features import Kit
from bot.messages.delivery import ServerPosts
from bot.preferences.periods import Calendar, Period, Span
from bot.ranks.achievements import achievements
from bot.ranks.achievements.achievements import Achievements
from data.db.chores import Chore
from data.people.players import ZoneStore
from data.periods.points import PeriodDays, PointsStore, RankingCut, RankingPage, RankingRow
from data.periods.rankings import (
    NextRanking,
    RankingPost,
    RankingPostStore,
    RankingStore,
    SeasonBadge,
    rankings_due,
)

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
class ShownRanking(ListPage[RankingPage]):
    """A page of a ranking. `current`: its period is not over."""

    kind: RankingKind
    period: Period | None
    current: bool


class RankingPages:
    """Loads rankings, by the days of the server's calendar, or everywhere by UTC."""

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
        load: Callable[[RankingCut], Awaitable[RankingPage]]
        if kind is RankingKind.STREAKS:
            period = None
            load = self._storage[RankingStore].streaks
        elif kind is RankingKind.CUPS:
            within = None if period is None else (period.begin(calendar), period.end(calendar))
            load = partial(self._storage[RankingStore].cups, within=within)
        else:
            assert period is not None
            load = partial(self._storage[PointsStore].ranking, _days(period, calendar, guild_id))
        list_page = await load_page(
            lambda offset, limit: load(RankingCut(guild_id, asker_id, offset, limit)), page, PAGE
        )
        if kind is RankingKind.POINTS and period is not None:
            # The next look at it is faster.
            self._background.spawn(self.add_up(period, guild_id))
        current = period is not None and period == Period.containing(period.span, self._now(), calendar)
        return ShownRanking(list_page.content, list_page.page, list_page.last_page, kind, period, current)

    async def points_of(self, player_id: int, period: Period, guild_id: int) -> RankingRow | None:
        """Return a person's points in a server, None without any."""
        days = await self.days(period, guild_id)
        own = RankingCut(guild_id, player_id, limit=1)
        return (await self._storage[PointsStore].ranking(days, own)).asker

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
            while not self._background.closing and await self._storage[PointsStore].add_days(days):
                pass
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


log = structlog.get_logger(__name__)

TOO_LATE = timedelta(days=3)
"""Maximum delay of a board that could not be posted; then it is skipped."""

BADGES = 3
"""Places of a season that keep a badge."""


class PeriodRanking(Frozen):
    """The board of a period that is over, for its message."""

    post: RankingPost
    board: ShownRanking


class WeeklyRankingOff(Frozen):
    """The news that a server's weekly board is off because its channel refused it, or (None) was deleted."""

    guild_id: int
    channel_id: int | None


class RankingPosts(ServerPosts):
    name = "weekly board"
    setting = "weekly_channel"
    off = WeeklyRankingOff
    chores: ClassVar[tuple[Chore, ...]] = (rankings_due,)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit[RankingPostStore], kit)
        self._storage = kit.storage
        self._boards = kit[RankingPages]
        self._achievements = kit[Achievements]

    async def points_of(self, post_id: int, player_id: int) -> tuple[Period, RankingRow | None] | None:
        """Return the period of a posted board and a person's points in it; None for an unknown board."""
        post = await self._storage[RankingPostStore].find(post_id)
        if post is None:
            return None
        period = _period(post.span, post.first_day)
        return period, await self._boards.points_of(player_id, period, post.guild_id)

    async def _do_due(self) -> list[datetime]:
        for post in await self._storage[RankingPostStore].not_sent():
            await self._guarded(post.id, partial(self._send, post))
        for board in await self._storage[RankingPostStore].scheduled():
            # After a long stop, one period after the other.
            following: NextRanking | None = board
            while following is not None and following.due_at <= self._now():
                following = await self._guarded(_of(following), partial(self._conclude, following))
        scheduled = await self._storage[RankingPostStore].scheduled()
        return [board.due_at for board in scheduled if _of(board) not in self._not_before]

    async def _follow(self, guild_id: int) -> datetime | None:
        """Follow a change of a server's settings.

        When the time zone changes, the present period only ends at another moment: see `Calendar`.
        """
        settings = await self._preferences.for_server(guild_id)
        known = {board.span: board for board in await self._storage[RankingPostStore].scheduled_in(guild_id)}
        boards: list[NextRanking] = []
        if settings.weekly_channel is not None:
            calendar = await self._boards.calendar(guild_id)
            for span in Span:
                period = Period.containing(span, self._now(), calendar)
                if span.value in known:
                    period = _period(span.value, known[span.value].first_day)
                boards.append(_next(guild_id, period, period.end(calendar)))
        if sorted(boards) == sorted(known.values()):
            return None
        await self._storage[RankingPostStore].schedule(guild_id, boards)
        return min((board.due_at for board in boards), default=None)

    async def _unschedule(self, guild_id: int) -> None:
        await self._storage[RankingPostStore].schedule(guild_id, [])

    async def _conclude(self, board: NextRanking) -> NextRanking | None:
        """Conclude a period that is over, and return the server's next one of its kind."""
        settings = await self._preferences.for_server(board.guild_id)
        if settings.weekly_channel is None:
            await self._switch_off(board.guild_id, None)
            return None
        calendar = await self._boards.calendar(board.guild_id)
        period = _period(board.span, board.first_day)
        following = _next(board.guild_id, period.following(), period.following().end(calendar))
        for span in Span:
            # Of the season, too: a host may delete old games before it is over.
            await self._boards.add_up(Period.of_day(span, period.last), board.guild_id)
        ranking = await self._boards.page(RankingKind.POINTS, period, 0, guild_id=board.guild_id, asker_id=0)
        badges: list[SeasonBadge] = []
        if period.span is Span.SEASON:
            badges = await self._badges(board, period, ranking)
            for badge in badges:
                await self._achievements.award(badge.player_id, achievements.SEASON)
        channel_id = None
        if ranking.content.rows and self._now() - board.due_at < TOO_LATE:
            channel_id = settings.weekly_channel
        else:
            log.info("board skipped", guild=board.guild_id, span=board.span, first_day=board.first_day)
        post = await self._storage[RankingPostStore].conclude(board, following, channel_id, badges)
        if post is not None:
            await self._guarded(post.id, partial(self._send, post, ranking))
        return following

    async def _badges(self, board: NextRanking, period: Period, ranking: ShownRanking) -> list[SeasonBadge]:
        """Return the badges of all people on the first three places, on the first page and as many as they
        take."""
        badges: list[SeasonBadge] = []
        while True:
            winners = [row for row in ranking.content.rows if row.place <= BADGES]
            badges += [SeasonBadge(row.player_id, board.first_day, row.place, row.value) for row in winners]
            if len(winners) < len(ranking.content.rows) or ranking.page >= ranking.last_page:
                return badges
            ranking = await self._boards.page(
                RankingKind.POINTS, period, ranking.page + 1, guild_id=board.guild_id, asker_id=0
            )

    async def _send(self, post: RankingPost, board: ShownRanking | None = None) -> None:
        if self._now() - post.posted_at > TOO_LATE:
            await self._storage[RankingPostStore].drop(post.id)
            return
        if board is None:
            period = _period(post.span, post.first_day)
            board = await self._boards.page(RankingKind.POINTS, period, 0, guild_id=post.guild_id, asker_id=0)
        if not board.content.rows:
            # Everybody on it has deleted their data meanwhile.
            await self._storage[RankingPostStore].drop(post.id)
            return
        place = Place(post.channel_id, post.guild_id)
        sent = await self._messenger.show(PeriodRanking(post, board), place)
        await self._record(post.id, place, sent)


def _of(board: NextRanking) -> tuple[str, int]:
    """Return the key of the back-off: one for all boards of a server."""
    return "server", board.guild_id


def _period(span: str, first_day: str) -> Period:
    return Period(Span(span), date.fromisoformat(first_day))


def _next(guild_id: int, period: Period, due_at: datetime) -> NextRanking:
    return NextRanking(guild_id, period.span.value, period.first.isoformat(), due_at)
