"""Events and posts."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, cast

import pytest

from bot.core.background import BackgroundTasks, Backoff, Pacing
from bot.core.people import Place
from bot.messages import delivery as posts
from bot.messages.delivery import AFTER_FAULT, RETRY, Delivered, Delivery, Messenger, Post, Posts, ServerPosts
from bot.messages.events import INTERVAL, EventDirector
from data import Storage
from data.db.registry import Registry
from data.db.store import EventStore
from data.games.records import GameChanged
from data.periods.rankings import RankingPostStore
from tests.bot.helpers import PLACE, Clock, RecordingMessenger, kit_of

EVENTS = 50
BACKOFF = Backoff(timedelta(seconds=1), timedelta(seconds=1))


class Now:
    def __init__(self) -> None:
        self.moment = datetime(2026, 11, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment


async def rest(seconds: float) -> None:
    await asyncio.Event().wait()


class Store:
    """A store without events in progress."""

    changed = GameChanged

    async def active(self) -> tuple[int, ...]:
        return ()


def posts_of(load: Any, record: Any, messenger: Messenger, now: Now, **options: Any) -> Posts[Any]:
    kit = kit_of(cast(Any, Registry()), now, messenger=messenger, rest=rest)
    return Posts("card", load, record, kit, backoff=BACKOFF, **options)


async def forget(*_: object) -> None:
    """Record nothing."""


class Director(EventDirector[int]):
    """A director that notes how many steps of an event are in progress."""

    def __init__(self) -> None:
        pacing = Pacing(BackgroundTasks(), rest, lambda: Now().moment)

        messages = posts_of(forget, forget, RecordingMessenger(), Now())
        super().__init__("event", cast("EventStore", Store()), messages, pacing)
        self.in_progress = self.most = 0

    async def _find(self, event_id: int) -> int | None:
        return event_id

    async def _step(self, record: int) -> bool:
        self.in_progress += 1
        self.most = max(self.most, self.in_progress)
        await asyncio.sleep(0)
        self.in_progress -= 1
        return False

    async def _next_due(self, record: int) -> datetime | None:
        return None


async def test_steps_of_one_event_wait_and_leave_no_lock() -> None:
    for numbers, at_once in ([*range(EVENTS)], EVENTS), ([1] * 5, 1), ([*range(5)], 5):
        director = Director()
        await asyncio.gather(*map(director.advance, numbers))
        assert (director.most, len(director._locks)) == (at_once, 0)
        director.close()


async def test_messages_shown_long_ago_are_forgotten() -> None:
    now = Now()

    async def load(key: int) -> Post[int]:
        return Post(key, PLACE, None)

    messages = posts_of(load, forget, RecordingMessenger(), now, interval=INTERVAL)
    for key in range(EVENTS):
        await messages._update(key)
        now.moment += INTERVAL / 2
    assert 1 <= len(messages._free_at) <= 3


async def test_two_that_show_a_message_at_once_post_it_once() -> None:
    given, stored = list[int | None](), list[int]()

    class Slow(RecordingMessenger):
        async def show(
            self, content: object, place: Place, message_id: int | None = None, *_: object, **__: object
        ) -> Delivery:
            given.append(message_id)
            await asyncio.sleep(0)
            return Delivered(message_id or 7, place.channel_id, digest="as it is")

    async def load(key: int) -> Post[str]:
        return Post("a card", PLACE, stored[0], "as it is") if stored else Post("a card", PLACE, None, "")

    async def record(key: int, content: str, shown: Delivered) -> None:
        stored.append(shown.message_id)

    kept = posts_of(load, record, Slow(), Now())
    first, second = await asyncio.gather(kept.show(1), kept.show(1))
    assert (given, stored) == ([None, 7], [7])
    # The second one has changed nothing.
    assert (first is None, second) == (False, None)


class ServersPosts(ServerPosts):
    """Posts of which some fail, and some are not delivered."""

    name = "test post"
    setting = "daily_channel"

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self.rests = list[float]()
        kit = kit_of(storage, clock, rest=self._rest)
        self.background = kit.background
        super().__init__(kit[RankingPostStore], kit)
        self.due: list[str] = []
        self.tried: list[str] = []

    async def _rest(self, seconds: float) -> None:
        self.rests.append(seconds)
        await asyncio.Event().wait()

    async def _do_due(self) -> list[datetime]:
        for key in self.due:
            await self._guarded(key, partial(self._post, key))
        return []

    async def _post(self, key: str) -> None:
        self.tried.append(key)
        if key == "fails":
            raise RuntimeError("a fault of ours")
        if key == "is not delivered":
            self._retry(key)

    async def _follow(self, guild_id: int) -> datetime | None:
        return None

    async def _unschedule(self, guild_id: int) -> None:
        pass


async def test_what_fails_rests_without_the_others_and_is_forgotten_once_it_is_gone(
    storage: Storage, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posts.log, "exception", lambda *_, **__: None)
    tested = ServersPosts(storage, clock)
    tested.due = ["fails", "is not delivered", "arrives"]
    await tested.recover()
    await asyncio.sleep(0)
    assert tested.rests == [RETRY.total_seconds()]
    clock.now += RETRY
    await tested.recover()
    assert tested.tried == [*tested.due, "is not delivered", "arrives"]
    clock.now += AFTER_FAULT
    tested.due, tested.rests = [], []
    await tested.recover()
    clock.now += timedelta(seconds=1)
    await tested.recover()
    await asyncio.sleep(0)
    assert tested.rests == []
    tested.close()
