"""Watching the clocks: whoever runs short of time is reminded, and a game whose time is over ends by itself.

The watch sleeps until the earliest moment at which something is to happen, and no longer than a beat: then it
notes that the bot is there, by which an absence is known afterwards. While no clock runs it does nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime

import structlog

from bot.alarm import Alarm
from bot.clocks.presence import ABSENCE, BEAT
from bot.computer.computer import Computer
from bot.games.publisher import Publisher
from bot.games.referee import Referee
from bot.games.snapshot import GameSnapshot
from bot.process.background import BackgroundTasks, for_each
from bot.runtime import Now, Rest, utc_now
from data import GameChanged, Storage
from data.games.clock import NOTHING

log = structlog.get_logger(__name__)

AT_ONCE = 16
"""Games in which a clock is attended to at the same time."""


class ClockWatch:
    """Attends to the clocks of all games, while people can reach the bot."""

    def __init__(
        self,
        storage: Storage,
        referee: Referee,
        computer: Computer,
        publisher: Publisher,
        background: BackgroundTasks,
        *,
        rest: Rest = asyncio.sleep,
        now: Now = utc_now,
    ) -> None:
        self._storage = storage
        self._referee = referee
        self._computer = computer
        self._publisher = publisher
        self._background = background
        self._now = now
        self._alarm = Alarm(lambda: background.spawn(self._attend()), rest, now, "clocks")
        self._reachable = False
        self._watching = False
        self._one_at_a_time = asyncio.Lock()
        storage.clocks.watch(self._wake_at)

    def come_back(self) -> None:
        """People can reach the bot from now on; `look_after` lets the clocks run."""
        self._reachable = True

    def go_away(self) -> None:
        """People cannot reach the bot any more."""
        self._reachable = self._watching = False
        self._alarm.stop()

    async def look_after(self) -> None:
        """Watch the clocks, unless people cannot reach the bot; the time in which they could not is not
        theirs to lose."""
        if self._watching or not self._reachable:
            return
        given_back = await self._storage.clocks.note_presence(NOTHING)
        if given_back:
            log.info("clocks got the time back in which the bot was away", games=given_back)
        self._watching = self._reachable
        await self._attend()

    def close(self) -> None:
        """Watch no more: the next start goes on."""
        self.go_away()

    def _wake_at(self, moment: datetime) -> None:
        """Attend to the clocks at a moment, or after a beat, if not earlier anyway."""
        if self._watching:
            self._alarm.set(min(moment, self._now() + BEAT))

    async def _attend(self) -> None:
        """Do what is due in every game, and rest until there is more."""
        async with self._one_at_a_time:
            next_due: datetime | None = self._now() + BEAT
            try:
                await self._storage.clocks.note_presence(ABSENCE)
                await for_each(self._due(), self._attend_to, at_once=AT_ONCE)
                next_due = await self._storage.clocks.next_due()
            finally:
                # After a fault, too.
                if next_due is not None:
                    self._wake_at(next_due)

    async def _due(self) -> AsyncIterator[int]:
        for game_id in await self._storage.clocks.due():
            yield game_id

    async def _attend_to(self, game_id: int) -> None:
        try:
            snapshot = await self._referee.snapshot(game_id)
            clock = snapshot.game.clock
            if clock is None or clock.flag_at is None:
                return
            if clock.flag_at <= self._now():
                snapshot = await self._referee.call_time(game_id)
            elif clock.warn_at is not None:
                snapshot = GameSnapshot.of(await self._storage.note_warned(snapshot.game))
        except GameChanged:
            # They have moved at the last moment.
            return
        except Exception:
            # A fault of ours in this one game; the others must not wait for it.
            log.exception("a clock could not be attended to", game=game_id)
            return
        if not snapshot.going:
            self._computer.forget(game_id)
        self._background.spawn(self._publisher.show(game_id, known=snapshot))
