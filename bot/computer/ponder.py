"""The computer thinks while the person thinks: answers prepared for each reply, deeper and deeper.

Only players that use all their time ponder; the others answer at once anyway. Pondering is work that nobody
waits for: it runs on a worker that is free and gives way as soon as somebody needs it
(`SearchPool.work_aside`).
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import structlog

from bot.computer.pool import SearchPool
from bot.games.snapshot import GameSnapshot
from engine import SearchResult, StopFlag
from engine.players.computer import ComputerPlayer
from engine.players.pondering import Pondering
from engine.search.transposition import TranspositionTable

log = structlog.get_logger(__name__)

MOST_GAMES = 4
"""Games that are pondered, or wait for it, at the same time; others do without."""

MEMORY_MEGABYTES = 16.0
"""What is remembered of one game's pondering."""


@dataclass(slots=True)
class _Prepared:
    pondering: Pondering
    memory: TranspositionTable
    ply: int
    task: asyncio.Task[None]


class Ponderer:
    """Prepares the computer's answers in the games where a person is to move."""

    def __init__(self, pool: SearchPool, seconds: float) -> None:
        """`seconds` is the most that is spent on one move of a person; 0 switches pondering off."""
        self._pool = pool
        self._seconds = seconds
        self._games: dict[int, _Prepared] = {}

    def begin(self, snapshot: GameSnapshot, player: ComputerPlayer) -> None:
        """Prepare answers to the moves a person has in this game, if the player is one that ponders."""
        self.end(snapshot.game.id)
        if not self._seconds or not snapshot.going or player.phase(snapshot.position).depth is not None:
            return
        if len(self._games) >= MOST_GAMES:
            return
        memory = TranspositionTable(MEMORY_MEGABYTES)
        pondering = Pondering(player, snapshot.position, memory)
        task = asyncio.create_task(self._ponder(snapshot.game.id, pondering))
        self._games[snapshot.game.id] = _Prepared(pondering, memory, snapshot.game.ply, task)

    def end(self, game_id: int) -> None:
        """Forget a game; a search for it ends at once."""
        prepared = self._games.pop(game_id, None)
        if prepared is not None:
            prepared.task.cancel()

    def prepared(self, snapshot: GameSnapshot) -> tuple[SearchResult | None, TranspositionTable | None]:
        """The answer prepared to the person's last move, and what was remembered on the way, once.

        The answer is None, and so may be the memory, when that move was not pondered.
        """
        prepared = self._games.get(snapshot.game.id)
        self.end(snapshot.game.id)
        if prepared is None or snapshot.game.ply != prepared.ply + 1:
            return None, None
        return prepared.pondering.answer(snapshot.game.moves[-1]), prepared.memory

    def close(self) -> None:
        """End everything."""
        for game_id in list(self._games):
            self.end(game_id)

    async def _ponder(self, game_id: int, pondering: Pondering) -> None:
        def work(seconds: float, stop: StopFlag) -> None:
            stop.set_after(seconds)
            pondering.run(stop)

        try:
            await self._pool.work_aside(work, self._seconds)
        except Exception:
            log.exception("pondering failed", game=game_id)
