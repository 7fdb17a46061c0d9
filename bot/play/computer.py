"""The computer player at the board: it answers when it is its turn, and it gets up again when it stumbles."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from enum import Enum

import structlog

from bot.play.opponents import opponent
from bot.play.pool import SearchPool
from bot.play.referee import Referee
from bot.play.refusals import GameOver, Outdated
from bot.play.table import Table
from engine import IllegalMove, SearchResult, StopFlag
from engine.players import ComputerPlayer

log = structlog.get_logger(__name__)

TRIES = 2
"""A search that fails is tried again at once, so often in all; after that the game says so and waits."""


QUICK_DEPTH = 6
"""A search to this depth takes milliseconds: no longer than drawing a board."""


class Mood(Enum):
    """What the computer is doing at a board."""

    THINKING = "thinking"
    STUMBLED = "stumbled"


class Computer:
    """Plays the computer's moves of every game."""

    def __init__(self, referee: Referee, pool: SearchPool) -> None:
        self._referee = referee
        self._pool = pool
        self._answers: dict[int, asyncio.Task[Table | None]] = {}
        self._stumbled: set[int] = set()

    def mood(self, game_id: int) -> Mood | None:
        """What it is doing in this game, if anything."""
        if game_id in self._answers:
            return Mood.THINKING
        return Mood.STUMBLED if game_id in self._stumbled else None

    def answers_at_once(self, table: Table) -> bool:
        """Whether the answer comes so fast that showing the person's move alone would only flicker."""
        depth = _player(table).depth
        return depth is not None and depth <= QUICK_DEPTH and not self._pool.busy

    def answer(self, table: Table, asked_at: float | None = None) -> asyncio.Task[Table | None]:
        """Start to think about `table`, where the computer is to move, or join in if it thinks already.

        The task's result is the table after the computer's last move in a row, or None if it stumbled.
        """
        running = self._answers.get(table.game.id)
        if running is not None:
            return running
        task = asyncio.create_task(self._answer(table, asked_at), name=f"computer in game {table.game.id}")
        self._answers[table.game.id] = task
        task.add_done_callback(lambda _: self._answers.pop(table.game.id, None))
        return task

    async def _answer(self, table: Table, asked_at: float | None) -> Table | None:
        game_id = table.game.id
        self._stumbled.discard(game_id)
        try:
            while table.computer_to_move:
                table = await self._turn(table, asked_at)
        except Exception:
            log.exception("the computer's move could not be made", game=game_id, position=str(table.position))
            self._stumbled.add(game_id)
            return None
        return table

    async def _turn(self, table: Table, asked_at: float | None) -> Table:
        """The table after the computer's move; as it is stored if somebody resigned or moved meanwhile."""
        result = await self._think(table, asked_at)
        try:
            return await self._referee.play(table, result.move)
        except (GameOver, Outdated):
            return await self._referee.table(table.game.id)

    async def _think(self, table: Table, asked_at: float | None) -> SearchResult:
        thought = _thought(_player(table), table)
        for attempt in range(1, TRIES):
            try:
                return await self._pool.think(thought, asked_at)
            except Exception:
                log.exception(
                    "a search failed", game=table.game.id, attempt=attempt, position=str(table.position)
                )
        return await self._pool.think(thought, asked_at)


def _player(table: Table) -> ComputerPlayer:
    seat = table.to_move.computer
    assert seat is not None
    return opponent(table.kind, seat).player


def _thought(player: ComputerPlayer, table: Table) -> Callable[[float, StopFlag], SearchResult]:
    """A search of the table's position that fails when its answer is against the rules."""

    def think(seconds: float, stop: StopFlag) -> SearchResult:
        result = player.choose(table.position, seconds, stop)
        if result.move not in table.position.legal_moves():
            raise IllegalMove(f"{player} answered {result.move!r}, which is not legal here")
        return result

    return think
