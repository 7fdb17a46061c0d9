"""A person's own data, exported table by table in bounded memory, or deleted at their request."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import structlog

from bot.computer.computer import Computer
from bot.core.heavy import HeavyWork
from bot.core.people import Person
from bot.core.publisher import Publisher
from bot.core.snapshot import GameSnapshot
from bot.events.matches.strength import StrengthTests
from bot.features import Kit
from bot.play.games.referee import resigned
from bot.play.notices.turns import TurnNotices
from bot.puzzles.posted import PostedPuzzles
from bot.puzzles.races import RaceDirector
from data.db.signals import Signal
from data.games.records import Game, Outcome
from data.people.personal import DELETED_PLAYER
from data.puzzles.puzzle_posts import PuzzlePostStore
from data.puzzles.races import PuzzleRaceStore
from data.upkeep.export import ExportStore
from data.upkeep.forgetting import ForgettingStore

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


class PersonForgotten(Signal[int, object]):
    """A person's data were deleted."""


class OwnData:
    """Exports and deletes people's data."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._heavy = kit[HeavyWork]
        self._computer = kit[Computer]
        self._strength_tests = kit[StrengthTests]
        self._publisher = kit[Publisher]
        self._background = kit.background
        self._turn_notices = kit[TurnNotices]
        self._posted_puzzles = kit[PostedPuzzles]
        self._races = kit[RaceDirector]
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
        """Return whether anything is stored about a person."""
        return await self._storage[ForgettingStore].knows(who.id)

    async def delete(self, who: Person) -> None:
        """Delete everything stored about a person, for good.

        Their games in progress end as if they had resigned, so no opponent loses by it; games that have
        hardly begun are called off. Opponents keep all games, with an anonymous player instead.
        """
        await self.delete_absent(who.id)

    async def delete_absent(self, player_id: int) -> None:
        """Delete everything stored about a person who is absent."""
        await self._turn_notices.withdraw(player_id)
        named_in = await self._storage[PuzzlePostStore].solved_by(player_id)
        raced_in = await self._storage[PuzzleRaceStore].of_person(player_id)
        ended = await self._storage[ForgettingStore].forget(player_id, _leaving)
        await self._posted_puzzles.update_all(named_in)
        for race_id in raced_in:
            self._races.note(race_id)
        self._strength_tests.rename(player_id, DELETED_PLAYER)
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
