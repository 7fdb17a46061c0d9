"""Retention of data from servers the bot left, of finished games, and of absent people.

It deletes a little at a time, so that no player waits for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from datetime import datetime
from functools import partial

import structlog

from bot.account.privacy.host_settings import RetentionSettings
from bot.account.privacy.own_data import OwnData
from bot.features import Kit
from bot.play.games.threads import Adjournments
from bot.ranks.periods.boards import RankingPages
from data.db.chores import Chore
from data.games.limits import RequestStore, old_requests
from data.jobs.imports import ImportStore, old_imports
from data.periods.points import PointsStore
from data.puzzles.runs import PuzzleRunStore, old_runs
from data.upkeep.forgetting import RetentionStore, absent_people, old_games
from data.upkeep.servers import ServerStore, left_servers

log = structlog.get_logger(__name__)

STEPS = 10
"""Maximum transactions per pass for each kind of data."""


class Retention:
    """Deletes data past its retention period."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._adjournments = kit[Adjournments]
        self._own_data = kit[OwnData]
        self._boards = kit[RankingPages]
        self._periods = periods = kit.settings.of(RetentionSettings)
        self._now = kit.now
        self.chores: list[Chore] = [old_requests, old_imports, old_runs, left_servers]
        if periods.games is not None:
            self.chores.append(partial(old_games, age=periods.games))
        if periods.people is not None:
            self.chores.append(partial(absent_people, age=periods.people))

    async def record_servers(self, guild_ids: Collection[int]) -> None:
        """Note all servers the bot is in, including those that are not available now.

        An empty list is ignored (see `record_left` for single servers): an error would cost too much.
        """
        if guild_ids:
            await self._storage[ServerStore].record_all(guild_ids)

    async def record_joined(self, guild_id: int) -> None:
        """Note that the bot was added to a server, whose data is kept."""
        await self._storage[ServerStore].record_there(guild_id)

    async def record_left(self, guild_id: int) -> None:
        """Note that the bot was removed from a server, where clocks stop until it is back."""
        await self._storage[ServerStore].record_left(guild_id)
        await self._adjournments.adjourn_in(guild_id)

    async def recover(self) -> None:
        """Delete some data past its retention period."""
        await self._storage[RequestStore].forget_old()
        await self._storage[ImportStore].forget_old()
        await self._storage[PuzzleRunStore].forget_old()
        for guild_id, left_at in (await self._storage[ServerStore].left()).items():
            if left_at > self._now() - self._periods.left_servers:
                await self._adjournments.adjourn_in(guild_id)
                continue

            # Points in one server also count everywhere.
            solved = await self._storage[PointsStore].moments_of_dailies(guild_id)
            if not await self._boards.add_up_moments(None, solved):
                continue

            async def delete_some(guild_id: int = guild_id) -> bool:
                return not await self._storage[ServerStore].delete_some(guild_id)

            if await _in_steps(delete_some):
                log.info("what belonged to a server was deleted: the bot had left it", guild=guild_id)
        if not self._storage.share.first_of_all:
            return
        if self._periods.games is not None:
            before = self._now() - self._periods.games
            await _in_steps(lambda: self._delete_games(before))
            await self._storage[RetentionStore].delete_simuls(before)
        if self._periods.people is not None:
            for player_id in await self._storage[RetentionStore].absent_since(
                self._now() - self._periods.people
            ):
                await self._own_data.delete_absent(player_id)

    async def _delete_games(self, before: datetime) -> bool:
        """Delete some old games, whose points are kept; returns whether there may be more."""
        found = await self._storage[RetentionStore].old_games(before)
        if not found:
            return False
        for guild_id, ended in (await self._storage[PointsStore].moments_of_games(found)).items():
            if not await self._boards.add_up_moments(guild_id, ended):
                return False
        await self._storage[RetentionStore].delete_games(found)
        return True


async def _in_steps(step: Callable[[], Awaitable[bool]]) -> bool:
    """Repeat a step while there is more to do, within limits; returns whether all is done."""
    for _ in range(STEPS):
        if not await step():
            return True
    return False
