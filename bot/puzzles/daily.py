"""The daily puzzle of servers that want one: posted at an hour of their choice, answered a day later.

The time of each server's next puzzle is stored, so a late start posts it once, and days during which the bot
was down are skipped. A puzzle is stored before it is sent; one that was sent but not stored is found. Updates
of its message are those of any posted puzzle; here is only what happens at a time of day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import ClassVar

import structlog

from bot.core.people import Place
from bot.features import Kit
from bot.messages.delivery import ServerPosts, Undelivered
from bot.preferences.settings import ServerSettings
from bot.puzzles.posted import PostedPuzzles
from bot.puzzles.puzzles import draw_near
from data.db.chores import Chore
from data.puzzles.puzzle_posts import NewPuzzlePost, PuzzlePost, PuzzlePostStore, daily_puzzles_due
from data.puzzles.puzzles import PuzzleStore
from data.ratings.glicko2 import START
from engine import puzzles
from engine.puzzles import Puzzle

log = structlog.get_logger(__name__)

DAY = timedelta(days=1)
"""Time until the answer is added."""

TOO_LATE = timedelta(hours=12)
"""Maximum delay of a puzzle that could not be posted; then it is skipped."""

SPREAD = 250.0
"""Standard deviation of the daily puzzles' ratings around an average player's."""


@dataclass(frozen=True, slots=True)
class DailyPuzzleOff:
    """The news that a server's daily puzzle is off because its channel refused it, or (None) was deleted."""

    guild_id: int
    channel_id: int | None


class DailyPuzzles(ServerPosts):
    """Posts the puzzles, and their answers."""

    name = "daily puzzle"
    setting = "daily_channel"
    off = DailyPuzzleOff
    chores: ClassVar[tuple[Chore, ...]] = (daily_puzzles_due,)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit[PuzzlePostStore], kit)
        self._storage = kit.storage
        self._posted = kit[PostedPuzzles]
        self._rng = kit.runtime.rng

    async def _do_due(self) -> list[datetime]:
        for post in await self._storage[PuzzlePostStore].not_posted():
            await self._guarded(post.id, partial(self._send, post))
        for guild_id, moment in (await self._storage[PuzzlePostStore].scheduled()).items():
            if moment <= self._now():
                await self._post(guild_id, moment)
        for post in await self._storage[PuzzlePostStore].to_answer():
            if post.message_id is not None and post.answer_at is not None and post.answer_at <= self._now():
                await self._guarded(post.id, partial(self._answer, post))
        moments = [*(await self._storage[PuzzlePostStore].scheduled()).values()]
        waiting = await self._storage[PuzzlePostStore].to_answer()
        moments += [post.answer_at for post in waiting if post.answer_at and post.id not in self._not_before]
        return moments

    async def _follow(self, guild_id: int) -> datetime | None:
        settings = await self._preferences.for_server(guild_id)
        following = None if settings.daily_channel is None else await self._next(guild_id, settings)
        await self._storage[PuzzlePostStore].schedule(guild_id, following)
        return following

    async def _unschedule(self, guild_id: int) -> None:
        await self._storage[PuzzlePostStore].schedule(guild_id, None)

    async def _next(self, guild_id: int, settings: ServerSettings) -> datetime:
        """Return when a server gets its next puzzle: one a day."""
        last = await self._storage[PuzzlePostStore].last_daily(guild_id)
        last_day = None if last is None else last.new.day
        moment = (
            self._now().astimezone(UTC).replace(hour=settings.daily_hour, minute=0, second=0, microsecond=0)
        )
        while moment <= self._now() or (last_day is not None and moment.date().isoformat() <= last_day):
            moment += DAY
        return moment

    async def _post(self, guild_id: int, moment: datetime) -> None:
        """Post the puzzle that was due at a moment, unless it is too late."""
        settings = await self._preferences.for_server(guild_id)
        if settings.daily_channel is None:
            await self._switch_off(guild_id, None)
            return
        following = await self._next(guild_id, settings)
        puzzle = None
        if self._now() - moment < TOO_LATE:
            puzzle = await self._choose(guild_id, settings.daily_game)
        if puzzle is None:
            log.info("daily puzzle skipped", guild=guild_id, due=moment.isoformat())
            await self._storage[PuzzlePostStore].schedule(guild_id, following)
            return
        day = moment.date().isoformat()
        new = NewPuzzlePost(puzzle.id, guild_id, settings.daily_channel, day=day, answer_at=self._now() + DAY)
        post = await self._storage[PuzzlePostStore].add_daily(new, max(following, moment + DAY))
        if post is not None:
            await self._guarded(post.id, partial(self._send, post))

    async def _choose(self, guild_id: int, game: str | None) -> Puzzle | None:
        """Choose a puzzle that was never posted in the server; None if none is left."""
        used = await self._storage[PuzzlePostStore].used_in(guild_id)
        left = [puzzle for puzzle in puzzles.shipped(game) if puzzle.id not in used]
        if not left:
            return None
        ratings = await self._storage[PuzzleStore].ratings()
        return draw_near(left, ratings, self._rng.gauss(START.value, SPREAD), self._rng)

    async def _send(self, post: PuzzlePost) -> None:
        puzzle = puzzles.find(post.new.puzzle)
        if puzzle is None or self._now() - post.posted_at > TOO_LATE:
            await self._storage[PuzzlePostStore].drop(post.id)
            return
        sent = await self._posted.send(post, puzzle)
        await self._record(post.id, Place(post.new.channel_id, post.new.guild_id), sent)

    async def _answer(self, post: PuzzlePost) -> None:
        """Add the answer; solving it no longer counts for the streak."""
        if not post.answered:
            await self._storage[PuzzlePostStore].record_answered(post.id)
        shown = await self._posted.update(post.id)
        if isinstance(shown, Undelivered) and not shown.permanent:
            self._retry(post.id)
        else:
            await self._storage[PuzzlePostStore].record_answer_shown(post.id)
