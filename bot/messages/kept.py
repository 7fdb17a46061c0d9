"""Messages kept up to date: changes are debounced, edits throttled, failures retried, refusals final."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

import structlog

from bot.core.background import KeyedLock
from bot.core.people import Place
from bot.core.publisher import Request
from bot.core.schedule import Backoff, Pacing, Timers
from bot.messages.delivery import Delivered, Delivery, Messenger, Undelivered
from data.db.store import ShownStore

log = structlog.get_logger(__name__)

AT_ONCE = 4
"""Maximum messages of one kind in delivery at a time."""

SLOW_INTERVAL = timedelta(minutes=5)
"""Minimum time between two edits of a message older than an hour, which Discord throttles."""


Content = TypeVar("Content")


class KeptMessages:
    """All messages of one kind, by the id of what each shows."""

    def __init__(
        self,
        name: str,
        show: Callable[[int], Awaitable[Delivery | None]],
        pacing: Pacing,
        *,
        backoff: Backoff,
        interval: timedelta = timedelta(),
    ) -> None:
        """`show` brings one message up to date; it returns None if there was nothing to edit.

        `interval` is the minimum time between two edits.
        """
        self._name = name
        self._show = show
        self._now = pacing.now
        self._interval = interval
        self._timers = Timers(lambda key: pacing.background.spawn(self._update(key)), pacing.rest, backoff)
        self._free_at: dict[int, datetime] = {}
        """When messages may be edited again."""
        self._in_progress: set[int] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)

    def update(self, key: int, delay: timedelta) -> None:
        """Update a message after a delay, which collects further changes."""
        if key in self._free_at:
            delay = max(delay, self._free_at[key] - self._now())
        self._timers.start(key, delay.total_seconds())

    def drop(self, key: int) -> None:
        """Stop updating a message."""
        self._timers.reset(key)
        self._free_at.pop(key, None)

    def close(self) -> None:
        """Update nothing more; the next start does."""
        self._timers.close()

    def _rest(self, key: int, interval: timedelta) -> None:
        """Note that a message was edited, and forget those that may be edited again."""
        now = self._now()
        self._free_at = {shown: at for shown, at in self._free_at.items() if at > now}
        if interval:
            self._free_at[key] = now + interval

    async def _update(self, key: int) -> None:
        if key in self._in_progress:
            self._timers.start(key, 1.0)
            return
        self._in_progress.add(key)
        try:
            async with self._slots:
                delivery = None if self._timers.closed else await self._show(key)
            if isinstance(delivery, Delivered):
                self._timers.forgive(key)
                self._rest(key, SLOW_INTERVAL if delivery.slow else self._interval)
            elif delivery is None:
                self._timers.forgive(key)
            elif delivery.permanent:
                log.info("message refused", kind=self._name, id=key)
                self.drop(key)
            else:
                self._timers.retry(key)
        except Exception:
            # A bug in one message must not stop the rest.
            log.exception("message could not be updated", kind=self._name, id=key)
            self._timers.retry(key)
        finally:
            self._in_progress.discard(key)


@dataclass(frozen=True, slots=True)
class Post(Generic[Content]):
    """What a message is to show, and the message that shows it, if there is one.

    A message with a `digest` is edited only if it would say something else. With `repost` a new one is
    preferred; with `in_place` an old one is edited, too; with `rewrite` it is edited however old it is, and
    never posted again.
    """

    content: Content
    place: Place
    message_id: int | None
    digest: str | None = None
    repost: bool = False
    in_place: bool = False
    rewrite: bool = False


def recorded_in(store: ShownStore) -> Callable[[int, object, Delivered], Awaitable[object]]:
    async def record(key: int, _: object, shown: Delivered) -> None:
        await store.record_message(key, shown.message_id, digest=shown.digest)

    return record


class Posts(KeptMessages, Generic[Content]):
    """Messages of one kind that are loaded, shown and recorded here, one delivery of each at a time."""

    def __init__(
        self,
        name: str,
        load: Callable[[int], Awaitable[Post[Content] | None]],
        record: Callable[[int, Content, Delivered], Awaitable[object]],
        messenger: Messenger,
        pacing: Pacing,
        *,
        backoff: Backoff,
        interval: timedelta = timedelta(),
        refused: Callable[[int, Content, Undelivered], Awaitable[object]] | None = None,
    ) -> None:
        """`load` returns None where there is nothing to show; `record` stores the message that shows a
        content, and `refused` that Discord refuses it for good.
        """
        super().__init__(name, self.show, pacing, backoff=backoff, interval=interval)
        self._load = load
        self._record = record
        self._messenger = messenger
        self._refused = refused
        self._locks = KeyedLock()

    async def answer(self, key: int, request: Request) -> Content | None:
        """Answer a request with a new message; returns what it shows. Raises errors of Discord."""
        # An update in the meantime would post a second one.
        async with self._locks.hold(key):
            post = await self._load(key)
            if post is None:
                return None
            sent = await self._messenger.answer(post.content, post.place, request)
            await self._record(key, post.content, sent)
            return post.content

    async def show(self, key: int, request: Request | None = None) -> Delivery | None:
        """Bring a message up to date, through the tap that has changed it if there is one; None if it is."""
        async with self._locks.hold(key):
            post = await self._load(key)
            if post is None:
                return None
            shown = await self._deliver(post, request)
            if isinstance(shown, Delivered):
                if (shown.message_id, shown.digest) == (post.message_id, post.digest):
                    return None
                await self._record(key, post.content, shown)
            elif shown.permanent and self._refused is not None:
                await self._refused(key, post.content, shown)
            return shown

    async def _deliver(self, post: Post[Content], request: Request | None) -> Delivery:
        if not post.rewrite:
            return await self._messenger.show(
                post.content,
                post.place,
                post.message_id,
                request,
                digest=post.digest,
                repost=post.repost,
                in_place=post.in_place,
            )
        if post.message_id is None:
            return Undelivered(permanent=True)
        return await self._messenger.rewrite(post.content, post.place, post.message_id, request)
