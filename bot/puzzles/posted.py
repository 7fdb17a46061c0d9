"""Puzzles in channels: everybody may try them, each for themselves; the message names who has solved them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

import structlog

from bot import refusals
from bot.alarm import Alarm
from bot.games.people import Person, Place
from bot.games.publisher import Request
from bot.process.background import BackgroundTasks
from bot.puzzles.trials import Trial
from bot.runtime import Now, Rest, utc_now
from data import NewPuzzlePost, PostResults, PuzzlePost, Storage, Streak
from engine import puzzles
from engine.puzzles import Puzzle

log = structlog.get_logger(__name__)

SOON = timedelta(seconds=3)
"""A message is brought up to date so long after somebody has solved its puzzle …"""
FRESH = timedelta(minutes=50)
"""… as long as it is so young; Discord takes few edits of older ones, …"""
SELDOM = timedelta(minutes=15)
"""… which therefore wait so long."""

KEPT_FOR = timedelta(days=90)
"""So long it is known who has solved a puzzle that somebody has posted."""


@dataclass(frozen=True, slots=True)
class Posted:
    """The message shows the puzzle."""

    message_id: int


@dataclass(frozen=True, slots=True)
class NotPosted:
    """It does not; when `permanent`, trying again would not help."""

    permanent: bool


class PuzzlePublisher(Protocol):
    """Brings puzzles to channels. Never raises for what the connection does, but in `answer`."""

    async def answer(self, post: PuzzlePost, puzzle: Puzzle, request: Request) -> int:
        """Answer a command with a puzzle for all; the id of the message."""

    async def post(self, post: PuzzlePost, puzzle: Puzzle) -> Posted | NotPosted:
        """Send a message, unless one was sent before and not noted."""

    async def update(
        self, post: PuzzlePost, puzzle: Puzzle, results: PostResults, request: Request | None = None
    ) -> Posted | NotPosted:
        """Bring the message up to date, however old it is; `request` is the tap on one of its buttons."""

    async def tell_off(self, guild_id: int, channel_id: int | None) -> None:
        """Say that a server's daily puzzle is switched off since it could not be posted in a channel, if that
        can be said anywhere; None: the channel is gone."""


class PostedPuzzles:
    """Keeps the messages as their puzzles stand."""

    def __init__(
        self,
        storage: Storage,
        publisher: PuzzlePublisher,
        background: BackgroundTasks,
        *,
        rest: Rest = asyncio.sleep,
        now: Now = utc_now,
    ) -> None:
        self._storage = storage
        self._publisher = publisher
        self._now = now
        self._background = background
        self._alarm = Alarm(lambda: background.spawn(self._update_due()), rest, now, "puzzles in channels")
        self._due: dict[int, datetime] = {}
        self._looked = self._closing = False

    async def post(self, puzzle: Puzzle, place: Place, request: Request) -> None:
        """Answer a command with a puzzle for everybody there."""
        new = NewPuzzlePost(puzzle.id, place.guild_id, place.channel_id, place.by_clicks)
        post = await self._storage.puzzle_posts.add(new)
        message_id = await self._publisher.answer(post, puzzle, request)
        await self._storage.puzzle_posts.note_message(post.id, message_id)

    async def take_part(self, post_id: int, who: Person, message_id: int | None) -> PuzzlePost:
        """Note that somebody tries a puzzle in a channel, which stands in that message. Refused when it is
        not known any more."""
        post = await self._storage.puzzle_posts.find(post_id)
        if post is None:
            raise refusals.PuzzleGone
        if post.message_id is None and message_id is not None:
            # The process that had sent it was killed before it could note that.
            await self._storage.puzzle_posts.note_message(post_id, message_id)
            post = replace(post, message_id=message_id)
        await self._storage.puzzle_posts.note_try(post_id, who.id)
        return post

    async def note_solved(self, who: Person, trial: Trial) -> None:
        """Somebody has solved a puzzle: the messages that show it are to say so."""
        first = trial.attempt.result == "solved"
        for post_id in await self._storage.puzzle_posts.note_solved(who.id, trial.puzzle.id, first=first):
            await self._ask_for(post_id)

    async def look_again(self, post_ids: Iterable[int]) -> None:
        """Bring messages up to date that name somebody who is to be named no more."""
        for post_id in post_ids:
            await self._ask_for(post_id)

    async def streak(self, who: Person, puzzle_id: str, guild_id: int | None) -> Streak | None:
        """How many daily puzzles in a row somebody has solved, if this one was the server's last."""
        if guild_id is None:
            return None
        day = await self._storage.puzzle_posts.last_daily(guild_id)
        if day is None or day.new.puzzle != puzzle_id:
            return None
        return await self._storage.puzzle_posts.streak(guild_id, who.id)

    async def update(self, post: PuzzlePost, request: Request | None = None) -> Posted | NotPosted:
        """Bring the message of a puzzle up to date."""
        puzzle = puzzles.find(post.new.puzzle)
        if puzzle is None:
            return NotPosted(permanent=True)
        results = await self._storage.puzzle_posts.results(post.id)
        shown = await self._publisher.update(post, puzzle, results, request)
        if isinstance(shown, Posted) or shown.permanent:
            await self._storage.puzzle_posts.note_shown(post.id, len(results.solvers))
        return shown

    async def bring_up_to_date(self, post: PuzzlePost, request: Request) -> None:
        """The same by a tap on one of its buttons, if it is not up to date."""
        results = await self._storage.puzzle_posts.results(post.id)
        if len(results.solvers) != post.shown:
            await self.update(post, request)

    async def look_after(self) -> None:
        """At the start see to the messages that were left behind; forget what is long ago."""
        if not self._looked:
            self._looked = True
            for post_id in await self._storage.puzzle_posts.out_of_date():
                await self._ask_for(post_id)
        await self._storage.puzzle_posts.forget_old(self._now() - KEPT_FOR)

    def close(self) -> None:
        """Show nothing more: the next start does."""
        self._closing = True
        self._alarm.stop()

    async def _ask_for(self, post_id: int) -> None:
        """Let a message be brought up to date after a while, if it is not going to be anyway."""
        if self._closing or post_id in self._due:
            return
        post = await self._storage.puzzle_posts.find(post_id)
        if post is None or post.new.by_clicks:
            return
        young = self._now() - post.posted_at < FRESH
        self._due[post_id] = self._now() + (SOON if young else SELDOM)
        self._alarm.set(self._due[post_id])

    async def _update_due(self) -> None:
        try:
            for post_id in [post_id for post_id, moment in self._due.items() if moment <= self._now()]:
                # Whoever solves it from now on is for the next time.
                del self._due[post_id]
                post = await self._storage.puzzle_posts.find(post_id)
                if post is not None and post.message_id is not None and not self._closing:
                    shown = await self.update(post)
                    if isinstance(shown, NotPosted) and not shown.permanent:
                        self._due[post_id] = self._now() + SELDOM
        finally:
            if self._due and not self._closing:
                self._alarm.set(min(self._due.values()))
