"""Posts in servers, each at its moment: what fails rests alone."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from functools import partial

import pytest

from bot.core.background import BackgroundTasks
from bot.core.schedule import Pacing
from bot.messages import posts
from bot.messages.posts import AFTER_FAULT, RETRY, ServerPosts
from bot.preferences.preferences import Preferences
from data import Storage
from tests.bot.helpers import Clock, RecordingMessenger


class Posts(ServerPosts):
    """Posts of which some fail, and some are not delivered."""

    name = "test post"
    setting = "daily_channel"

    def __init__(self, storage: Storage, clock: Clock) -> None:
        self.background, self.rests = BackgroundTasks(), list[float]()
        pacing = Pacing(self.background, self._rest, clock)
        super().__init__(Preferences(storage), RecordingMessenger(), pacing)
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
    tested = Posts(storage, clock)
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
