"""Clocks: players short of time are warned, and games whose time is up end.

The watch sleeps until the next warning or flag, but no longer than a beat, at which it stores that the bot is
running: an absence can then be seen afterwards, and its time is returned. Without a running clock it does
nothing.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime

import structlog

from bot.computer.computer import Computer
from bot.core.background import Schedule, for_each
from bot.core.publisher import Publisher
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.play.games.referee import ABSENCE, BEAT, Referee
from data.games.clocks import ClockStore
from data.games.records import GameChanged
from data.games.time_control import NOTHING

log = structlog.get_logger(__name__)

AT_ONCE = 16
"""Maximum games whose clocks are handled at a time."""


class ClockWatch:
    """Watches the clocks of all games, while players can reach the bot."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._referee = kit[Referee]
        self._computer = kit[Computer]
        self._publisher = kit[Publisher]
        self._background = kit.background
        self._now = kit.now
        self._schedule = Schedule(
            "clocks",
            self._do_due,
            kit,
            after_fault=BEAT,
            longest=BEAT,
        )
        self._reachable = False
        self._watching = False
        kit[ClockStore].watch(self._wake_at)

    def come_back(self) -> None:
        """Note that players can reach the bot; `recover` starts the clocks."""
        self._reachable = True

    def go_away(self) -> None:
        """Stop watching while players cannot reach the bot."""
        self._reachable = self._watching = False
        self._schedule.stop()

    @property
    def watching(self) -> bool:
        """True while clocks run out: players can reach the bot, and its absence was returned."""
        return self._watching

    async def recover(self) -> None:
        """Return the time of the bot's absence and watch the clocks, if players can reach the bot."""
        if self._watching:
            # How old a restored copy is shows by this.
            await self._storage[ClockStore].record_presence(ABSENCE)
        if self._watching or not self._reachable:
            return
        returned = await self._storage[ClockStore].record_presence(NOTHING)
        if returned:
            log.info("time of the bot's absence returned", games=returned)
        self._watching = self._reachable
        await self._schedule.run()

    def close(self) -> None:
        """Watch no more; the next start does."""
        self.go_away()

    def _wake_at(self, moment: datetime) -> None:
        if self._watching:
            self._schedule.wake_at(min(moment, self._now() + BEAT))

    async def _do_due(self) -> datetime | None:
        await self._storage[ClockStore].record_presence(ABSENCE)
        await for_each(self._due(), self._handle, at_once=AT_ONCE)
        return await self._storage[ClockStore].next_due()

    async def _due(self) -> AsyncIterator[int]:
        for game_id in await self._storage[ClockStore].due():
            yield game_id

    async def _handle(self, game_id: int) -> None:
        try:
            snapshot = await self._referee.snapshot(game_id)
            clock = snapshot.game.clock
            if clock is None or clock.flag_at is None:
                return
            if clock.flag_at <= self._now():
                snapshot = await self._referee.call_time(game_id)
            elif clock.warn_at is not None:
                snapshot = GameSnapshot.of(await self._storage.record_warned(snapshot.game))
        except GameChanged:
            # A move arrived at the last moment.
            return
        except Exception:
            # A bug in one game must not stop the rest.
            log.exception("clock not handled", game=game_id)
            return
        if not snapshot.going:
            self._computer.forget(game_id)
        self._background.spawn(self._publisher.show(game_id, known=snapshot))
