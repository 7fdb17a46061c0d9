"""Looking after the games: whatever stands still and should not is set going again."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from datetime import timedelta

import structlog

from bot.computer.computer import Computer, ComputerStatus
from bot.games.adjournments import Adjournments
from bot.games.challenges import Challenges
from bot.games.flow import GameFlow
from bot.games.publisher import Publisher
from bot.games.snapshot import GameSnapshot
from bot.matches.exhibitions import ExhibitionRunner
from bot.process.background import BackgroundTasks, for_each
from bot.runtime import Now, utc_now
from data import Chore, Storage

log = structlog.get_logger(__name__)

AT_ONCE = 8
"""Games taken up at the same time: more searches than there are workers would only wait."""

LOOK_FOR_BOARDS = timedelta(days=1)
"""How often to check that the boards of games with days for a move still exist."""

FOR_BOARDS_AT_ONCE = 2
"""Boards that are checked at the same time: nobody waits, and people need the bot's requests."""

MESSAGES = (Chore.BOARDS, Chore.QUESTIONS, Chore.LEFT_BOARDS)
"""What the publisher brings up to date."""


class Caretaker:
    """Takes up games after a start, a lost connection, or a fault."""

    def __init__(
        self,
        storage: Storage,
        challenges: Challenges,
        adjournments: Adjournments,
        computer: Computer,
        exhibitions: ExhibitionRunner,
        flow: GameFlow,
        publisher: Publisher,
        background: BackgroundTasks,
        *,
        now: Now = utc_now,
    ) -> None:
        self._storage = storage
        self._challenges = challenges
        self._adjournments = adjournments
        self._computer = computer
        self._exhibitions = exhibitions
        self._flow = flow
        self._publisher = publisher
        self._background = background
        self._closing = False
        self._taking_up: asyncio.Task[None] | None = None
        self._now = now
        self._look_for_boards_at = now()

    async def look_after(self, waiting: Collection[Chore], *, reconnected: bool = False) -> None:
        """Close offers that are too old, show what did not reach people, put forgotten games aside, and let
        the computer go on: as far as it is `waiting`.

        What is found to do is asked of the database, so games that wait for nothing cost nothing. With
        `reconnected` messages are tried at once that were to be tried again later.
        """
        if Chore.OLD_OFFERS in waiting:
            for snapshot in await self._challenges.expire_offers():
                await self._publisher.show(snapshot.game.id, known=snapshot)
        if reconnected or any(chore in waiting for chore in MESSAGES):
            await self._publisher.refresh(reconnected=reconnected)
        if Chore.FORGOTTEN_EXHIBITIONS in waiting:
            await self._exhibitions.end_forgotten()
        if Chore.FORGOTTEN_GAMES in waiting:
            await self._adjournments.adjourn_forgotten()
        if Chore.NAMES in waiting:
            await self._publisher.update_names()
        if Chore.COMPUTERS in waiting and (self._taking_up is None or self._taking_up.done()):
            # Searches may take their time: the next offers and messages do not wait for them.
            self._taking_up = self._background.spawn(self._take_up_all())
        if self._now() >= self._look_for_boards_at:
            self._look_for_boards_at = self._now() + LOOK_FOR_BOARDS
            self._background.spawn(self._look_for_boards())

    def close(self) -> None:
        """Set no more games going."""
        self._closing = True

    async def _look_for_boards(self) -> None:
        """Post boards again that were deleted: in games of days nobody may come by for long."""
        await for_each(self._storage.waiting.with_days(), self._look_for_board, at_once=FOR_BOARDS_AT_ONCE)

    async def _look_for_board(self, game_id: int) -> None:
        if not self._closing:
            await self._publisher.restore(game_id)

    async def _take_up_all(self) -> None:
        """Let the computer go on wherever it is to move and does nothing, longest untouched games first."""
        await for_each(self._storage.waiting.for_computers(), self._take_up, at_once=AT_ONCE)

    async def _take_up(self, game_id: int) -> None:
        if self._closing or self._computer.status(game_id) is ComputerStatus.THINKING:
            return
        try:
            game = await self._storage.game(game_id)
            if game is None or self._closing:
                return
            snapshot = GameSnapshot.of(game)
            if snapshot.is_self_play:
                self._exhibitions.proceed(snapshot)
            elif snapshot.computer_to_move and self._computer.status(game_id) is not ComputerStatus.THINKING:
                await self._flow.proceed(snapshot)
        except Exception:
            # A fault of ours in this one game; the others must not wait for it.
            log.exception("a game could not be taken up", game=game_id)
