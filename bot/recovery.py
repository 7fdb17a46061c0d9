"""Recovery: what is pending and not in progress is found and continued, after a start and once a minute."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from datetime import timedelta
from functools import partial
from inspect import isawaitable
from itertools import chain

import structlog

from bot.computer.computer import Computer, ComputerStatus
from bot.core.background import for_each
from bot.core.publisher import Publisher
from bot.core.snapshot import GameSnapshot
from bot.events.matches.computer_matches import ComputerMatches
from bot.features import Kit, Recovers, Starts
from bot.play.games.challenges import OFFER_LIFETIME, Challenges
from bot.play.games.flow import GameFlow
from data.db.chores import Chore
from data.games.offers import expired_offers
from data.games.questions import questions_there
from data.games.waiting import WaitingStore, boards_left, boards_not_shown, computers_to_move
from data.upkeep.forgetting import outdated_messages
from data.upkeep.pending import PendingStore

log = structlog.get_logger(__name__)

COMPUTERS_AT_ONCE = 8
"""Maximum games the computer is started in at a time; more searches than workers would only queue."""

BOARD_CHECK = timedelta(days=1)
"""Time between two checks whether the boards of games with days per move still exist."""

BOARDS_AT_ONCE = 2
"""Maximum boards checked at a time: it is not urgent, and players need the bot's requests."""

OFFERS = partial(expired_offers, age=OFFER_LIFETIME)

MESSAGES = (boards_not_shown, questions_there, boards_left)
"""Pending work of the publisher of games."""

GAMES = (OFFERS, *MESSAGES, outdated_messages, computers_to_move)


class Recovery:
    """Recovers the work of all features.

    Every pass asks storage once what is pending; the first one also calls each feature's `on_start`, if any.
    """

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._started: set[Callable[[], object]] = set()
        """The `on_start` of features that have succeeded."""
        self._computers: asyncio.Task[None] | None = None
        self._now = kit.runtime.now
        self._check_boards_at = self._now()

    @property
    def chores(self) -> tuple[Chore, ...]:
        features = self._kit.following(Recovers)
        return (*GAMES, *chain.from_iterable(feature.chores for feature in features))

    async def recover(self, *, reconnected: bool = False) -> None:
        """Continue what is pending; once `reconnected`, messages waiting for a retry are sent at once."""
        kit = self._kit
        pending = await kit[PendingStore].waiting(self.chores)
        await self.recover_games(pending, reconnected=reconnected)
        starts = [
            feature.on_start for feature in kit.following(Starts) if feature.on_start not in self._started
        ]
        recoveries = [
            feature.recover
            for feature in kit.following(Recovers)
            if not feature.chores or not pending.isdisjoint(feature.chores)
        ]
        faults = []
        for work in (*starts, *recoveries):
            if kit.background.closing:
                return
            try:
                done = work()
                if isawaitable(done):
                    await done
            except Exception as fault:  # noqa: BLE001 - raised below with the others
                # The work of other features does not depend on it.
                faults.append(fault)
            else:
                if work in starts:
                    self._started.add(work)
        if faults:
            raise ExceptionGroup("features could not start or recover", faults)

    async def recover_games(self, pending: Collection[Chore], *, reconnected: bool = False) -> None:
        """Expire offers, show undelivered boards, let computers move."""
        kit, publisher = self._kit, self._kit[Publisher]
        if OFFERS in pending:
            for snapshot in await kit[Challenges].expire_offers():
                await publisher.show(snapshot.game.id, known=snapshot)
        if reconnected or any(chore in pending for chore in MESSAGES):
            await publisher.refresh(reconnected=reconnected)
        if outdated_messages in pending:
            await publisher.update_names()
        if computers_to_move in pending and (self._computers is None or self._computers.done()):
            # Searches take their time; offers and messages do not wait for them.
            self._computers = kit.background.spawn(self._start_computers())
        if self._now() >= self._check_boards_at:
            self._check_boards_at = self._now() + BOARD_CHECK
            kit.background.spawn(self._check_boards())

    async def _check_boards(self) -> None:
        """Post deleted boards of games in which no player may come by for days."""
        waiting = self._kit.storage[WaitingStore]
        await for_each(waiting.with_days(), self._check_board, at_once=BOARDS_AT_ONCE)

    async def _check_board(self, game_id: int) -> None:
        if not self._kit.background.closing:
            await self._kit[Publisher].restore(game_id)

    async def _start_computers(self) -> None:
        """Start the computer wherever it is to move and idle, the longest untouched games first."""
        waiting = self._kit.storage[WaitingStore]
        await for_each(waiting.for_computers(), self._start_computer, at_once=COMPUTERS_AT_ONCE)

    async def _start_computer(self, game_id: int) -> None:
        kit, computer = self._kit, self._kit[Computer]
        if kit.background.closing or computer.status(game_id) is ComputerStatus.THINKING:
            return
        try:
            game = await kit.storage.game(game_id)
            if game is None or kit.background.closing:
                return
            snapshot = GameSnapshot.of(game)
            if snapshot.is_self_play:
                kit[ComputerMatches].proceed(snapshot)
            elif snapshot.computer_to_move and computer.status(game_id) is not ComputerStatus.THINKING:
                await kit[GameFlow].proceed(snapshot)
        except Exception:
            # A bug in one game must not stop the rest.
            log.exception("game not recovered", game=game_id)
