"""Delivery of messages to Discord, as use-cases see it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import structlog

from bot.core.background import Backoff, KeyedLock, Schedule, Timers
from bot.core.fields import Frozen
from bot.core.people import Place
from bot.core.publisher import UserRequest
from bot.features import Kit
from bot.preferences.preferences import Preferences, ServerSettingsChanged
from data.db.registry import Signal
from data.db.store import ShownStore

EDIT_AGE = timedelta(minutes=55)
"""Maximum age of a message that is still edited: after an hour Discord throttles edits (error 30046)."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """A message that was posted or edited.

    `attachments` are its files as Discord stores them; `digest` identifies what it says. It is `slow` if
    Discord throttles its edits, for its age.
    """

    message_id: int
    channel_id: int
    attachments: tuple[Any, ...] = field(default=(), compare=False)
    digest: str = field(default="", compare=False)
    slow: bool = field(default=False, compare=False)


class Undelivered(Frozen):
    """A message that did not arrive.

    `permanent`: a retry cannot help, and Discord would count it against the bot. `unacceptable`: Discord
    rejects the content, so a smaller or simpler message may be accepted. `message_gone`: the message that it
    is about was deleted.
    """

    permanent: bool
    channel_gone: bool = False
    thread_closed: bool = False
    unacceptable: bool = False
    message_gone: bool = False


Delivery: TypeAlias = Delivered | Undelivered


class Adopted(NamedTuple):
    """A message with what it shows: the kind and number that its buttons mark."""

    kind: str
    number: int
    message: Delivered


class MessageAdopted(Signal[Adopted, Awaitable[None]]):
    """A killed process answered a command with a message, and may not have stored that.

    The feature that it belongs to does, unless it has stored the message or a newer one.
    """


class Messenger(Protocol):
    """Brings messages to Discord.

    `content` is a value that says what a message shows; the user interface has a view for each type. Only
    `answer` raises errors of Discord or the connection.
    """

    async def answer(self, content: object, place: Place, request: UserRequest) -> Delivered:
        """Answer a request with a message."""

    async def show(
        self,
        content: object,
        place: Place,
        message_id: int | None = None,
        request: UserRequest | None = None,
        *,
        digest: str | None = None,
        repost: bool = False,
        in_place: bool = False,
    ) -> Delivery:
        """Edit a message, or replace one that cannot be edited by a new one.

        A message whose `digest` has not changed is left alone. With `repost` a new one is preferred; with
        `in_place` an old one is edited, too.
        """

    async def rewrite(
        self, content: object, place: Place, message_id: int, request: UserRequest | None = None
    ) -> Delivery:
        """Edit a message however old it is; never post a new one."""

    async def conclude(self, content: object, place: Place, message_id: int) -> Delivery:
        """Replace a message and its files by its last state, once."""

    async def send(self, content: object, place: Place) -> Delivery:
        """Send a new message of plain text."""

    async def send_direct(self, content: object, person_id: int) -> Delivery:
        """Send a direct message of plain text."""

    async def remove(self, place: Place, message_id: int) -> bool:
        """Delete a message; False if that should be retried."""


log = structlog.get_logger(__name__)

AT_ONCE = 4
"""Maximum messages of one kind in delivery at a time."""

SLOW_INTERVAL = timedelta(minutes=5)
"""Minimum time between two edits of a message older than an hour, which Discord throttles."""


Content = TypeVar("Content")


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


class Posts(Generic[Content]):
    """Messages of one kind, by the id of what each shows; one delivery of each at a time."""

    def __init__(
        self,
        name: str,
        load: Callable[[int], Awaitable[Post[Content] | None]],
        record: Callable[[int, Content, Delivered], Awaitable[object]],
        kit: Kit,
        *,
        backoff: Backoff,
        interval: timedelta = timedelta(),
        refused: Callable[[int, Content, Undelivered], Awaitable[object]] | None = None,
    ) -> None:
        """`load` returns None where there is nothing to show; `record` stores the message that shows a
        content, and `refused` that Discord refuses it for good. `interval` is the minimum time between two
        edits.
        """
        self._name = name
        self._load = load
        self._record = record
        self._messenger = kit[Messenger]
        self._now = kit.now
        self._interval = interval
        self._refused = refused
        self._timers = Timers(lambda key: kit.background.spawn(self._update(key)), kit.rest, backoff)
        self._free_at: dict[int, datetime] = {}
        """When messages may be edited again."""
        self._in_progress: set[int] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._locks = KeyedLock()

    def update(self, key: int, delay: timedelta) -> None:
        """Update a message after a delay, which collects further changes."""
        if key in self._free_at:
            delay = max(delay, self._free_at[key] - self._now())
        self._timers.start(key, delay.total_seconds())

    def drop(self, key: int) -> None:
        self._timers.reset(key)
        self._free_at.pop(key, None)

    def close(self) -> None:
        self._timers.close()

    async def answer(self, key: int, request: UserRequest) -> Content | None:
        """Answer a request with a new message, which replaces an earlier one; returns what it shows.

        Raises errors of Discord.
        """
        # An update in the meantime would post a second one.
        async with self._locks.hold(key):
            post = await self._load(key)
            if post is None:
                return None
            await self._replace(key, post, await self._messenger.answer(post.content, post.place, request))
            return post.content

    async def adopt(self, key: int, message: Delivered) -> None:
        """Take a message that a killed process posted for the one of `key`, unless that is as new."""
        async with self._locks.hold(key):
            post = await self._load(key)
            if post is not None and (post.message_id or 0) < message.message_id:
                await self._replace(key, post, message)

    async def show(self, key: int, request: UserRequest | None = None) -> Delivery | None:
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

    async def _replace(self, key: int, post: Post[Content], message: Delivered) -> None:
        # In this order, a kill in between leaves one message, which the next start finds, and not two.
        if post.message_id is not None:
            await self._messenger.remove(post.place, post.message_id)
        await self._record(key, post.content, message)

    async def _deliver(self, post: Post[Content], request: UserRequest | None) -> Delivery:
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
                delivery = None if self._timers.closed else await self.show(key)
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

    def __init__(self, store: ShownStore, kit: Kit) -> None:
        self._store = store
        self._preferences = kit[Preferences]
        self._messenger = kit[Messenger]
        self._now = kit.now
        self._schedule = Schedule(
            f"{self.name}s",
            self._pass,
            kit,
            after_fault=AFTER_FAULT,
            pause=timedelta(seconds=1),
        )
        self._not_before: dict[Hashable, datetime] = {}
        """Moments before which work that failed is not tried again."""
        kit[ServerSettingsChanged].listen(lambda guild_id: kit.background.spawn(self._reschedule(guild_id)))

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
        await self._schedule.run()

    def close(self) -> None:
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
