"""What is stored of a person, taken away or deleted when they say so."""

from __future__ import annotations

import asyncio
import json

import structlog

from bot.computer.computer import Computer
from bot.games.people import Person
from bot.games.publisher import Publisher
from bot.games.referee import resigned
from bot.games.snapshot import GameSnapshot
from bot.matches.strength import StrengthTests
from bot.notices.turns import TurnNotices
from bot.process.background import BackgroundTasks
from bot.puzzles.posted import PostedPuzzles
from data import DELETED_PLAYER, Game, Outcome, Storage

log = structlog.get_logger(__name__)


class OwnData:
    """Gives people what is stored of them, or deletes it."""

    def __init__(
        self,
        storage: Storage,
        computer: Computer,
        strength_tests: StrengthTests,
        publisher: Publisher,
        background: BackgroundTasks,
        turn_notices: TurnNotices,
        posted_puzzles: PostedPuzzles,
    ) -> None:
        self._storage = storage
        self._computer = computer
        self._strength_tests = strength_tests
        self._publisher = publisher
        self._background = background
        self._turn_notices = turn_notices
        self._posted_puzzles = posted_puzzles

    async def export(self, who: Person) -> bytes:
        """All that is stored of somebody, as JSON."""
        document = await self._storage.export.of(who.id)
        return await asyncio.to_thread(_written, document)

    async def is_known(self, who: Person) -> bool:
        """Whether anything is stored of somebody."""
        return await self._storage.forgetting.knows(who.id)

    async def delete(self, who: Person) -> None:
        """Delete all that is stored of somebody, for good.

        Their games that go on end as if they had resigned, so nobody else loses by it; what has hardly begun
        is called off. The others keep all games, with nobody's name in the place of theirs.
        """
        await self.delete_of(who.id)

    async def delete_of(self, player_id: int) -> None:
        """The same for somebody who is not there to say so."""
        await self._turn_notices.withdraw(player_id)
        named_in = await self._storage.puzzle_posts.solved_by(player_id)
        ended = await self._storage.forgetting.forget(player_id, _leaving)
        await self._posted_puzzles.look_again(named_in)
        self._strength_tests.rename(player_id, DELETED_PLAYER)
        for game_id in ended:
            self._computer.abandon(game_id)
            self._computer.forget(game_id)
        # Not who it was: that is what they wanted forgotten.
        log.info("the data of somebody were deleted", games_ended=len(ended))
        if ended:
            self._background.spawn(self._show(ended))

    async def _show(self, games: tuple[int, ...]) -> None:
        for game_id in games:
            await self._publisher.show(game_id)


def _written(document: dict[str, object]) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=1).encode()


def _leaving(game: Game, side: int) -> Outcome:
    return resigned(GameSnapshot.of(game), side)
