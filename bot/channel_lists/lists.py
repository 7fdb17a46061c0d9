"""Keeping the lists of channels up to date: an edit for many changes, and not too many edits.

A change is shown a moment later, with all others until then. What could not be shown because of the
connection is tried again; what is refused for good ends the list.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta

import structlog

from bot import refusals
from bot.alarm import Alarm
from bot.channel_lists.posts import MOST_LISTED, Listed, ListPosts
from bot.games.people import Place
from bot.games.publisher import Request
from bot.process.background import BackgroundTasks, for_each
from bot.runtime import Now, Rest, utc_now
from data import ChannelList, Game, Storage

log = structlog.get_logger(__name__)

SOON = timedelta(seconds=3)
"""A list is brought up to date so long after a change; other changes often follow at once."""

BETWEEN = timedelta(seconds=10)
"""The shortest time between two edits of a list."""

LONGEST = timedelta(minutes=15)
"""The longest time between two tries of what does not arrive."""

AT_ONCE = 4
"""Lists that are brought up to date at the same time."""


class ChannelLists:
    """The lists that were asked for."""

    def __init__(
        self,
        storage: Storage,
        posts: ListPosts,
        background: BackgroundTasks,
        *,
        rest: Rest = asyncio.sleep,
        now: Now = utc_now,
    ) -> None:
        self._storage = storage
        self._posts = posts
        self._background = background
        self._now = now
        self._alarm = Alarm(lambda: background.spawn(self._show_due()), rest, now, "channel lists")
        self._channels: set[int] | None = None
        self._due: dict[int, datetime] = {}
        self._shown_at: dict[int, datetime] = {}
        self._failures: dict[int, int] = {}
        self._one_at_a_time = asyncio.Lock()
        self._closing = False
        storage.changes.listen(self._note)

    async def keep(self, place: Place, request: Request) -> None:
        """Answer a command with the list of its channel, which is kept up to date from now on. An earlier
        message of it goes."""
        before = await self._storage.channel_lists.of(place.channel_id)
        games, total = await self._storage.channel_lists.games_in(place.channel_id, MOST_LISTED)
        listed = await self._posts.answer(request, games, total)
        kept = ChannelList(place.channel_id, place.guild_id, listed.message_id, listed.digest)
        await self._storage.channel_lists.keep(kept)
        if self._channels is not None:
            self._channels.add(place.channel_id)
        if before is not None:
            await self._posts.remove(before)
        # Something may have changed while it was sent.
        self._ask_for(place.channel_id, SOON)

    async def end(self, place: Place) -> None:
        """Remove the list of a channel."""
        kept = await self._storage.channel_lists.of(place.channel_id)
        if kept is None or not await self._storage.channel_lists.forget(place.channel_id):
            raise refusals.NoListHere
        self._drop(place.channel_id)
        await self._posts.remove(kept)

    async def look_after(self) -> None:
        """At the start look at every list: games may have changed since it was shown."""
        if self._channels is None:
            self._channels = set(await self._storage.channel_lists.channels())
            for channel_id in self._channels:
                self._ask_for(channel_id, timedelta())

    def close(self) -> None:
        """Show nothing more: the next start does."""
        self._closing = True
        self._alarm.stop()

    def _note(self, game: Game) -> None:
        """A game was stored."""
        if not self._channels:
            return
        if game.channel_id in self._channels:
            self._ask_for(game.channel_id, SOON)
        else:
            self._background.spawn(self._note_thread(game.channel_id))

    async def _note_thread(self, thread_id: int) -> None:
        """Something has changed in a channel without a list, which may be a thread of one that has one."""
        parent_id = await self._storage.threads.parent_of(thread_id)
        if parent_id is not None and self._channels and parent_id in self._channels:
            self._ask_for(parent_id, SOON)

    def _ask_for(self, channel_id: int, wait: timedelta) -> None:
        """Let a list be shown after a while, if it is not going to be anyway."""
        if self._closing or channel_id in self._due:
            return
        moment = self._now() + wait
        if channel_id in self._shown_at:
            moment = max(moment, self._shown_at[channel_id] + BETWEEN)
        self._due[channel_id] = moment
        self._alarm.set(moment)

    async def _show_due(self) -> None:
        async with self._one_at_a_time:
            try:
                await for_each(self._take_due(), self._show, at_once=AT_ONCE)
            finally:
                if self._due and not self._closing:
                    self._alarm.set(min(self._due.values()))

    async def _take_due(self) -> AsyncIterator[int]:
        now = self._now()
        for channel_id in [channel for channel, moment in self._due.items() if moment <= now]:
            # A change from now on is one for the next edit.
            del self._due[channel_id]
            yield channel_id

    async def _show(self, channel_id: int) -> None:
        try:
            kept = await self._storage.channel_lists.of(channel_id)
            if kept is None or self._closing:
                return
            games, total = await self._storage.channel_lists.games_in(channel_id, MOST_LISTED)
            shown = await self._posts.show(kept, games, total)
            if isinstance(shown, Listed):
                self._failures.pop(channel_id, None)
                if (shown.message_id, shown.digest) != (kept.message_id, kept.digest):
                    self._shown_at[channel_id] = self._now()
                    await self._storage.channel_lists.note_shown(channel_id, shown.message_id, shown.digest)
            elif shown.permanent:
                log.info("the list of a channel has ended: it is refused there", channel=channel_id)
                await self._storage.channel_lists.forget(channel_id)
                self._drop(channel_id)
            else:
                self._later(channel_id)
        except Exception:
            # A fault of ours in this one list; the others must not wait for it.
            log.exception("the list of a channel could not be shown", channel=channel_id)
            self._later(channel_id)

    def _later(self, channel_id: int) -> None:
        failures = self._failures[channel_id] = self._failures.get(channel_id, 0) + 1
        self._ask_for(channel_id, min(BETWEEN * 2**failures, LONGEST))

    def _drop(self, channel_id: int) -> None:
        if self._channels is not None:
            self._channels.discard(channel_id)
        for noted in (self._due, self._shown_at, self._failures):
            noted.pop(channel_id, None)
