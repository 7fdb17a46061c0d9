"""A person's own data: exported in bounded memory, deleted at their request, or when their time is over."""

from __future__ import annotations

import json
import zlib
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

import structlog

from bot.account.privacy.host_settings import RetentionSettings
from bot.computer.computer import Computer
from bot.core.heavy import HeavyWork
from bot.core.people import Person
from bot.core.publisher import Publisher
from bot.core.signals import PersonForgotten, PersonLeaving
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.play.games.flow import Adjournments
from bot.play.games.referee import resigned
from bot.ranks.periods.rankings import RankingPages
from data.db.chores import Chore
from data.games.limits import RequestStore, old_requests
from data.games.records import Game, Outcome
from data.jobs.imports import ImportStore, old_imports
from data.periods.points import PointsStore
from data.puzzles.runs import PuzzleRunStore, old_runs
from data.upkeep.export import ExportStore
from data.upkeep.forgetting import ForgettingStore, RetentionStore, absent_people, old_games
from data.upkeep.servers import ServerStore, left_servers

MAX_BYTES = 8 * 2**20
"""Maximum size of the file, compressed if it would be larger; Discord accepts a little more everywhere."""

_GZIP = 31
"""Window bits that make zlib write the format of gzip."""


class ExportedData(NamedTuple):
    """A document in JSON, possibly compressed."""

    content: bytes
    compressed: bool


class DataFile:
    """Writes one document in JSON: as it is while it fits, and compressed at the same time."""

    def __init__(self, head: Mapping[str, object]) -> None:
        """`head` are the values before the tables."""
        self._plain: bytearray | None = bytearray()
        self._compressed = bytearray()
        self._compressor = zlib.compressobj(wbits=_GZIP)
        self._table = ""
        self._between = ""
        self._write(json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}"))

    @property
    def too_large(self) -> bool:
        """True if the file is too large even when compressed."""
        return len(self._compressed) > MAX_BYTES

    def add(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add rows of a table; all of one table must be added one after another."""
        if table != self._table:
            self._write(f"{self._end_of_table()},\n {json.dumps(table)}: [")
            self._table, self._between = table, "\n"
        for row in rows:
            self._write(f"{self._between}{json.dumps(row, ensure_ascii=False, indent=1)}")
            self._between = ",\n"

    def finish(self) -> ExportedData | None:
        """Return the file; None if it is too large."""
        self._write(f"{self._end_of_table()}\n}}")
        self._compressed += self._compressor.flush()
        if self._plain is not None:
            return ExportedData(bytes(self._plain), compressed=False)
        return None if self.too_large else ExportedData(bytes(self._compressed), compressed=True)

    def _end_of_table(self) -> str:
        return "]" if self._table else ""

    def _write(self, text: str) -> None:
        part = text.encode()
        self._compressed += self._compressor.compress(part)
        if self._plain is not None:
            self._plain += part
            if len(self._plain) > MAX_BYTES:
                self._plain = None


log = structlog.get_logger(__name__)


class OwnData:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._heavy = kit[HeavyWork]
        self._computer = kit[Computer]
        self._publisher = kit[Publisher]
        self._background = kit.background
        self._leaving = kit[PersonLeaving]
        self._forgotten = kit[PersonForgotten]

    async def export(self, who: Person) -> ExportedData | None:
        """Return everything stored about a person; None if that is too large for a file."""
        async with self._heavy.turn(who.id) as turn:
            head, tables = self._storage[ExportStore].tables_of(who.id)
            file = DataFile(head)
            async for table, rows in tables:
                await turn.run(file.add, table, rows)
                if file.too_large:
                    return None
            return await turn.run(file.finish)

    async def is_known(self, who: Person) -> bool:
        return await self._storage[ForgettingStore].knows(who.id)

    async def delete(self, player_id: int) -> None:
        """Delete everything stored about a person, for good.

        Their games in progress end as if they had resigned, so no opponent loses by it; games that have
        hardly begun are called off. Opponents keep all games, with an anonymous player instead.
        """
        afterwards = [await preparation for preparation in self._leaving.tell(player_id)]
        ended = await self._storage[ForgettingStore].forget(player_id, _leaving)
        for work in afterwards:
            if work is not None:
                await work()
        for game_id in ended:
            self._computer.abandon(game_id)
            self._computer.forget(game_id)
        # Not the person's id: they want to be forgotten.
        log.info("a person's data were deleted", games_ended=len(ended))
        self._forgotten.tell(player_id)
        if ended:
            self._background.spawn(self._show(ended))

    async def _show(self, games: tuple[int, ...]) -> None:
        for game_id in games:
            await self._publisher.show(game_id)


def _leaving(game: Game, side: int) -> Outcome:
    return resigned(GameSnapshot.of(game), side)


STEPS = 10
"""Maximum transactions per pass for each kind of data."""


class Retention:
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
            if left_at > self._now() - timedelta(days=self._periods.keep_left_servers_days):
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
                await self._own_data.delete(player_id)

    async def _delete_games(self, before: datetime) -> bool:
        """Delete some old games, whose points are kept; returns whether there may be more."""
        game_ids = await self._storage[RetentionStore].old_games(before)
        if not game_ids:
            return False
        for guild_id, ended in (await self._storage[PointsStore].moments_of_games(game_ids)).items():
            if not await self._boards.add_up_moments(guild_id, ended):
                return False
        await self._storage[RetentionStore].delete_games(game_ids)
        return True


async def _in_steps(step: Callable[[], Awaitable[bool]]) -> bool:
    """Repeat a step while there is more to do, within limits; returns whether all is done."""
    for _ in range(STEPS):
        if not await step():
            return True
    return False
