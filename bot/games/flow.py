"""The flow of a game: what happens after a move, and what sets a game going again that stands still."""

from __future__ import annotations

from functools import partial

import structlog

from bot.background import BackgroundTasks
from bot.computer.computer import Computer, ComputerStatus
from bot.games.publisher import Click, Publisher
from bot.games.referee import Referee
from bot.games.snapshot import GameSnapshot
from bot.matches.exhibitions import ExhibitionRunner
from data import Game, Storage

log = structlog.get_logger(__name__)


class GameFlow:
    """Lets games go on after what people do."""

    def __init__(
        self,
        storage: Storage,
        referee: Referee,
        computer: Computer,
        exhibitions: ExhibitionRunner,
        publisher: Publisher,
        background: BackgroundTasks,
    ) -> None:
        self._storage = storage
        self._referee = referee
        self._computer = computer
        self._exhibitions = exhibitions
        self._publisher = publisher
        self._background = background
        self._closing = False

    async def go_on(self, snapshot: GameSnapshot, click: Click | None, asked_at: float | None = None) -> None:
        """Show a game and, when the computer is to move, let it answer and show that too.

        Where computers play both sides they go on at a pace that can be followed.
        """
        await self._background.begin(self._go_on(snapshot, click, asked_at))

    async def _go_on(self, snapshot: GameSnapshot, click: Click | None, asked_at: float | None) -> None:
        if snapshot.by_itself:
            self.let_match_go_on(snapshot)
        elif snapshot.computer_to_move:
            answer = self._computer.answer(snapshot, asked_at)
            if not self._computer.answers_at_once(snapshot):
                await self._publisher.show(snapshot.game.id, click)
            await answer
        elif not snapshot.going:
            self._computer.forget(snapshot.game.id)
        await self._publisher.show(snapshot.game.id, click)

    def let_match_go_on(self, snapshot: GameSnapshot, *, at_once: bool = False) -> None:
        """Let a game of two computer players move by itself, at once or after a moment."""
        self._exhibitions.go_on(snapshot, partial(self._publisher.show, snapshot.game.id), at_once=at_once)

    async def look_after(self) -> None:
        """Close offers that are too old, show what did not reach people, let the computer go on."""
        for snapshot in await self._referee.expire_offers():
            await self._publisher.show(snapshot.game.id)
        await self._publisher.refresh()
        for game in await self._storage.playing_games():
            if self._closing:
                return
            await self._look_after(game)

    async def _look_after(self, game: Game) -> None:
        """Let the computer go on in `game` if it is to move there and does nothing."""
        try:
            snapshot = GameSnapshot.of(game)
        except Exception:
            # A fault of ours in this one game; the others must not wait for it.
            log.exception("a game could not be read", game=game.id)
            return
        if snapshot.by_itself:
            await self._exhibitions.look_after(snapshot, partial(self._publisher.show, game.id))
        elif snapshot.computer_to_move and self._computer.status(game.id) is not ComputerStatus.THINKING:
            self._background.spawn(self.go_on(snapshot, None))

    def close(self) -> None:
        """Set no more games going."""
        self._closing = True
