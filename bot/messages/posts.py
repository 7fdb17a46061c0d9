"""Posts in servers that want them, each at a moment that is stored, and tried again where it failed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Hashable, Iterable
from datetime import datetime, timedelta
from typing import ClassVar, TypeVar

import structlog

from bot.core.people import Place
from bot.core.schedule import Pacing, Schedule
from bot.messages.delivery import Delivered, Delivery, Messenger
from bot.preferences.preferences import Preferences
from data.db.store import ShownStore

log = structlog.get_logger(__name__)

RETRY = timedelta(minutes=2)
"""Time until what was not delivered is sent again."""

AFTER_FAULT = timedelta(hours=1)
"""Back-off after a fault of ours."""

Done = TypeVar("Done")


class ServerPosts(ABC):
    """Posts of one kind, in the channel that each server chose for them."""

    name: ClassVar[str]
    setting: ClassVar[str]
    """The server setting that names the channel."""
    off: ClassVar[Callable[..., object]]
    """Returns the news that a server's posts are off, by the server and the channel that refused them; None:
    it was deleted."""

    def __init__(
        self, store: ShownStore, preferences: Preferences, messenger: Messenger, pacing: Pacing
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._messenger = messenger
        self._now = pacing.now
        self._schedule = Schedule(
            f"{self.name}s",
            self._pass,
            pacing,
            after_fault=AFTER_FAULT,
            pause=timedelta(seconds=1),
        )
        self._not_before: dict[Hashable, datetime] = {}
        """Moments before which work that failed is not tried again."""
        preferences.listen_to_servers(lambda guild_id: pacing.background.spawn(self._reschedule(guild_id)))

    @abstractmethod
    async def _do_due(self) -> Iterable[datetime]:
        """Do what is due, and return the moments at which more will be."""

    @abstractmethod
    async def _follow(self, guild_id: int) -> datetime | None:
        """Follow a change of a server's settings, and return when its next post is due."""

    @abstractmethod
    async def _unschedule(self, guild_id: int) -> None:
        """Store that a server has no next post."""

    async def on_start(self) -> None:
        """Post what is due, now and from now on."""
        await self._schedule.run()

    async def recover(self) -> None:
        """Post what is due."""
        await self._schedule.run()

    def close(self) -> None:
        """Post nothing more; the next start does."""
        self._schedule.close()

    async def _pass(self) -> datetime | None:
        now = self._now()
        self._not_before = {work: moment for work, moment in self._not_before.items() if moment > now}
        return min([*await self._do_due(), *self._not_before.values()], default=None)

    async def _reschedule(self, guild_id: int) -> None:
        async with self._schedule.one_at_a_time:
            following = await self._follow(guild_id)
            if following is not None:
                self._schedule.wake_at(following)

    async def _guarded(self, key: Hashable, work: Callable[[], Awaitable[Done]]) -> Done | None:
        """Do one piece of work unless it failed recently; a fault in it must not stop the others."""
        if key in self._not_before:
            return None
        try:
            return await work()
        except Exception:
            log.exception(f"{self.name} failed", key=key)
            self._not_before[key] = self._now() + AFTER_FAULT
            return None

    def _retry(self, key: Hashable) -> None:
        """Try a piece of work again soon."""
        self._not_before[key] = self._now() + RETRY

    async def _record(self, post_id: int, place: Place, sent: Delivery) -> None:
        """Store what became of a post: a server whose channel refuses it gets no more, other failures are
        retried."""
        if isinstance(sent, Delivered):
            await self._store.record_message(post_id, sent.message_id)
        elif sent.permanent:
            await self._store.drop(post_id)
            assert place.guild_id is not None
            await self._switch_off(place.guild_id, place.channel_id)
        else:
            self._retry(post_id)

    async def _switch_off(self, guild_id: int, channel_id: int | None) -> None:
        """Switch off the posts of a server whose channel takes none, and say so where possible; the channel
        is None if it was deleted."""
        log.info(f"{self.name} switched off", guild=guild_id, channel=channel_id)
        await self._unschedule(guild_id)
        await self._preferences.change_server(guild_id, self.setting, None, manager=True)
        news = self.off(guild_id, channel_id)
        announcements = (await self._preferences.for_server(guild_id)).announcements
        for channel in (channel_id, announcements):
            if channel is not None and isinstance(
                await self._messenger.send(news, Place(channel, guild_id)), Delivered
            ):
                return
