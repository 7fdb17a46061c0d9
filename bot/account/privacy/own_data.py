"""A person's own data, exported or deleted at their request."""

from __future__ import annotations

import structlog

from bot.account.privacy.data_file import DataFile, ExportedData
from bot.computer.computer import Computer
from bot.core.heavy import HeavyWork
from bot.core.people import Person
from bot.core.publisher import Publisher
from bot.core.signals import Signal
from bot.core.snapshot import GameSnapshot
from bot.events.matches.strength import StrengthTests
from bot.features import Kit
from bot.play.games.referee import resigned
from bot.play.notices.turns import TurnNotices
from bot.puzzles.posted import PostedPuzzles
from bot.puzzles.race_director import RaceDirector
from data.games.records import Game, Outcome
from data.people.personal import DELETED_PLAYER
from data.puzzles.puzzle_posts import PuzzlePostStore
from data.puzzles.races import PuzzleRaceStore
from data.upkeep.export import ExportStore
from data.upkeep.forgetting import ForgettingStore

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
