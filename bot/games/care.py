"""Looking after the games: whatever stands still and should not is set going again."""

from __future__ import annotations

import structlog

from bot.background import BackgroundTasks
from bot.computer.computer import Computer, ComputerStatus
from bot.games.challenges import Challenges
from bot.games.flow import GameFlow
from bot.games.publisher import Publisher
from bot.games.snapshot import GameSnapshot
from bot.matches.exhibitions import ExhibitionRunner
from data import Game, Storage

log = structlog.get_logger(__name__)


class Caretaker:
    """Takes up games after a start, a lost connection, or a fault."""

    def __init__(
        self,
        storage: Storage,
        challenges: Challenges,
        computer: Computer,
        exhibitions: ExhibitionRunner,
        flow: GameFlow,
        publisher: Publisher,
        background: BackgroundTasks,
    ) -> None:
        self._storage = storage
        self._challenges = challenges
        self._computer = computer
        self._exhibitions = exhibitions
        self._flow = flow
        self._publisher = publisher
        self._background = background
        self._closing = False

    async def look_after(self) -> None:
        """Close offers that are too old, show what did not reach people, and let the computer go on."""
        for snapshot in await self._challenges.expire_offers():
            await self._publisher.show(snapshot.game.id, known=snapshot)
        await self._publisher.refresh()
        for game in await self._storage.playing_games():
            if self._closing:
                return
            await self._look_after(game)

    def close(self) -> None:
        """Set no more games going."""
        self._closing = True

    async def _look_after(self, game: Game) -> None:
        """Let the computer go on in `game` if it is to move there and does nothing."""
        try:
            snapshot = GameSnapshot.of(game)
        except Exception:
            # A fault of ours in this one game; the others must not wait for it.
            log.exception("a game could not be read", game=game.id)
            return
        if snapshot.by_itself:
            await self._exhibitions.look_after(snapshot)
        elif snapshot.computer_to_move and self._computer.status(game.id) is not ComputerStatus.THINKING:
            self._background.spawn(self._flow.go_on(snapshot))
