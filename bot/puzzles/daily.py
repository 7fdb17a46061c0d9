"""The daily puzzle of servers that want one: posted once a day at an hour of theirs, answered a day later.

When each server gets its next one is stored, so a start that comes late posts it once, and days on which the
bot was away are left out. A puzzle is stored before it is sent; one that was sent, but not noted, is found.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import structlog

from bot.alarm import Alarm
from bot.preferences.preferences import Preferences
from bot.preferences.settings import ServerSettings
from bot.process.background import BackgroundTasks
from bot.puzzles.posted import NotPosted, Posted, PostedPuzzles, PuzzlePublisher
from bot.puzzles.trials import draw_near
from bot.runtime import Now, Rest, utc_now
from data import NewPuzzlePost, PuzzlePost, Storage
from data.ratings.glicko2 import START
from engine import puzzles
from engine.puzzles import Puzzle

log = structlog.get_logger(__name__)

DAY = timedelta(days=1)
"""After this long the answer is added."""

TOO_LATE = timedelta(hours=12)
"""A puzzle that could not be posted for so long is left out."""

SPREAD = 250.0
"""How different daily puzzles are, rating points: the standard deviation around a usual person's."""

AGAIN = timedelta(minutes=2)
"""After this long something that did not arrive is tried again."""

SETTING = "daily_channel"
"""The setting that says where."""


class DailyPuzzles:
    """Posts the puzzles, and their answers."""

    def __init__(
        self,
        storage: Storage,
        preferences: Preferences,
        posted: PostedPuzzles,
        publisher: PuzzlePublisher,
        background: BackgroundTasks,
        *,
        rng: random.Random,
        rest: Rest = asyncio.sleep,
        now: Now = utc_now,
    ) -> None:
        self._storage = storage
        self._preferences = preferences
        self._posted = posted
        self._publisher = publisher
        self._now = now
        self._rng = rng
        self._alarm = Alarm(lambda: background.spawn(self.look_after()), rest, now, "daily puzzles")
        self._one_at_a_time = asyncio.Lock()
        self._not_before: dict[int, datetime] = {}
        self._closing = False
        preferences.listen_to_servers(lambda guild_id: background.spawn(self._reschedule(guild_id)))

    async def look_after(self) -> None:
        """Do what is due, and rest until there is more."""
        async with self._one_at_a_time:
            if self._closing:
                return
            for post in await self._storage.puzzle_posts.not_posted():
                await self._guarded(self._send, post)
            for guild_id, moment in (await self._storage.puzzle_posts.scheduled()).items():
                if moment <= self._now():
                    await self._post(guild_id, moment)
            for post in await self._storage.puzzle_posts.to_answer():
                if (
                    post.message_id is not None
                    and post.answer_at is not None
                    and post.answer_at <= self._now()
                ):
                    await self._guarded(self._answer, post)
            await self._set_alarm()

    def close(self) -> None:
        """Post nothing more: the next start does."""
        self._closing = True
        self._alarm.stop()

    async def _set_alarm(self) -> None:
        moments = [*(await self._storage.puzzle_posts.scheduled()).values(), *self._not_before.values()]
        waiting = await self._storage.puzzle_posts.to_answer()
        moments += [post.answer_at for post in waiting if post.answer_at and post.id not in self._not_before]
        if moments and not self._closing:
            self._alarm.set(max(min(moments), self._now() + timedelta(seconds=1)))

    async def _reschedule(self, guild_id: int) -> None:
        """A server has changed its settings."""
        async with self._one_at_a_time:
            settings = await self._preferences.for_server(guild_id)
            if settings.daily_channel is None:
                await self._storage.puzzle_posts.schedule(guild_id, None)
            else:
                await self._storage.puzzle_posts.schedule(guild_id, await self._next(guild_id, settings))
            await self._set_alarm()

    async def _next(self, guild_id: int, settings: ServerSettings) -> datetime:
        """When a server gets its next puzzle: one a day."""
        last = await self._storage.puzzle_posts.last_daily(guild_id)
        last_day = None if last is None else last.new.day
        moment = (
            self._now().astimezone(UTC).replace(hour=settings.daily_hour, minute=0, second=0, microsecond=0)
        )
        while moment <= self._now() or (last_day is not None and moment.date().isoformat() <= last_day):
            moment += DAY
        return moment

    async def _post(self, guild_id: int, moment: datetime) -> None:
        """Post the puzzle that was due at a moment, if that is not too long ago."""
        settings = await self._preferences.for_server(guild_id)
        if settings.daily_channel is None:
            await self._switch_off(guild_id, None)
            return
        following = await self._next(guild_id, settings)
        puzzle = None
        if self._now() - moment < TOO_LATE:
            puzzle = await self._choose(guild_id, settings.daily_game)
        if puzzle is None:
            log.info("a server gets no puzzle today", guild=guild_id, due=moment.isoformat())
            await self._storage.puzzle_posts.schedule(guild_id, following)
            return
        day = moment.date().isoformat()
        new = NewPuzzlePost(puzzle.id, guild_id, settings.daily_channel, day=day, answer_at=self._now() + DAY)
        post = await self._storage.puzzle_posts.add_daily(new, max(following, moment + DAY))
        if post is not None:
            await self._guarded(self._send, post)

    async def _choose(self, guild_id: int, game: str | None) -> Puzzle | None:
        """A puzzle that never stood in the server; None when there is none left."""
        used = await self._storage.puzzle_posts.used_in(guild_id)
        left = [puzzle for puzzle in puzzles.shipped(game) if puzzle.id not in used]
        if not left:
            return None
        ratings = await self._storage.puzzles.ratings()
        return draw_near(left, ratings, self._rng.gauss(START.value, SPREAD), self._rng)

    async def _send(self, post: PuzzlePost) -> None:
        puzzle = puzzles.find(post.new.puzzle)
        if puzzle is None or self._now() - post.posted_at > TOO_LATE:
            await self._storage.puzzle_posts.drop(post.id)
            return
        shown = await self._publisher.post(post, puzzle)
        if isinstance(shown, Posted):
            await self._storage.puzzle_posts.note_message(post.id, shown.message_id)
        elif shown.permanent:
            await self._storage.puzzle_posts.drop(post.id)
            assert post.new.guild_id is not None
            await self._switch_off(post.new.guild_id, post.new.channel_id)
        else:
            self._not_before[post.id] = self._now() + AGAIN

    async def _answer(self, post: PuzzlePost) -> None:
        """Add the answer: nobody solves it in time from now on."""
        if not post.answered:
            await self._storage.puzzle_posts.note_answered(post.id)
        answered = await self._storage.puzzle_posts.find(post.id)
        assert answered is not None
        shown = await self._posted.update(answered)
        if isinstance(shown, NotPosted) and not shown.permanent:
            self._not_before[post.id] = self._now() + AGAIN
        else:
            await self._storage.puzzle_posts.note_answer_shown(post.id)

    async def _switch_off(self, guild_id: int, channel_id: int | None) -> None:
        """Nothing can be posted where a server wants its puzzles."""
        log.info("a server gets no daily puzzle any more", guild=guild_id, channel=channel_id)
        await self._storage.puzzle_posts.schedule(guild_id, None)
        await self._preferences.change_server(guild_id, SETTING, None, manager=True)
        await self._publisher.tell_off(guild_id, channel_id)

    async def _guarded(self, work: Callable[[PuzzlePost], Awaitable[None]], post: PuzzlePost) -> None:
        """Do something about one post; the others do not wait for what is wrong with it."""
        if self._not_before.get(post.id, self._now()) > self._now():
            return
        self._not_before.pop(post.id, None)
        try:
            await work(post)
        except Exception:
            log.exception("a daily puzzle could not be seen to", post=post.id)
            self._not_before[post.id] = self._now() + timedelta(hours=1)
