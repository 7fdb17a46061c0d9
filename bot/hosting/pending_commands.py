"""Commands waiting for an answer, stored so that the next start can end those a killed process left."""

from __future__ import annotations

from datetime import timedelta

import structlog

from bot.core.masking import described
from bot.play.games.shown import ShownGames
from data import Storage, StorageError
from data.games.records import Game
from data.jobs.strength_tests import StrengthTestStore
from data.messages.unanswered import Unanswered, UnansweredStore
from data.puzzles.puzzle_posts import PuzzlePostStore

log = structlog.get_logger(__name__)


class PendingCommands:
    """Stores commands until they are answered."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._games = ShownGames(storage)
        self._own: set[int] = set()

    async def note(self, command: Unanswered) -> None:
        """Store a command of this process; a storage failure is only logged."""
        self._own.add(command.id)
        try:
            await self._storage[UnansweredStore].note(command)
        except StorageError as error:
            log.warning("could not note a pending command", error=described(error))

    async def forget(self, command_id: int) -> None:
        """Forget an answered command; a storage failure is only logged."""
        try:
            await self._storage[UnansweredStore].forget(command_id)
        except StorageError as error:
            log.warning("could not forget a pending command", error=described(error))
        self._own.discard(command_id)

    async def left(self, lifetime: timedelta) -> tuple[Unanswered, ...]:
        """Return the commands of earlier processes whose tokens are still valid."""
        commands = await self._storage[UnansweredStore].not_older_than(lifetime)
        return tuple(command for command in commands if command.id not in self._own)

    async def adopt(self, kind: str, subject_id: int, channel_id: int, message_id: int) -> Game | None:
        """Note a message that was posted but not stored.

        Returns the game if the message replaces an older one of it.
        """
        if kind == "game":
            return await self._games.adopt(subject_id, channel_id, message_id)
        if kind == "strength test":
            for test in await self._storage[StrengthTestStore].in_progress():
                if test.id == subject_id and test.message_id is None:
                    await self._storage[StrengthTestStore].record_message(test.id, message_id)
        if kind == "puzzle":
            await self._storage[PuzzlePostStore].record_message(subject_id, message_id)
        return None
