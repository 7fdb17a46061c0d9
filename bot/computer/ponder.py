"""Pondering: while a person thinks, the computer prepares its answers to their moves.

Players of every style but random ponder, beyond their own depth. A level with a fixed depth does not: its
rating was measured at that depth. Pondering takes a free worker and gives way as soon as a game needs it
(`SearchPool.run_in_background`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

import structlog

from bot.computer.opponents.choices import Opponent
from bot.computer.pool import SearchPool
from bot.core.snapshot import GameSnapshot
from engine import Position, SearchResult, StopFlag
from engine.players.computer import RANDOM, ComputerPlayer
from executors.executor import NAMED_TABLES, Memory
from executors.tasks import Ponder

log = structlog.get_logger(__name__)

MAX_GAMES = 4
"""Maximum games with pondering waiting, running or done; each holds a transposition table."""

TABLE_MEGABYTES = 8.0
"""Size of one game's transposition table for pondering."""


@dataclass(slots=True)
class _Pondered:
    ply: int
    memory: Memory
    """Key of the transposition table, local or remote."""
    answers: Mapping[str, SearchResult] = field(default_factory=dict)
    """Prepared answers by the person's moves."""
    task: asyncio.Task[None] | None = None

    def cancel(self) -> None:
        if self.task is not None:
            self.task.cancel()


def ponders(level: Opponent, position: Position) -> bool:
    player = level.player
    keeps_depth = level.rating is not None and player.phase(position).depth is not None
    styles = {player.style, *(phase.style for phase in (player.opening, player.end) if phase is not None)}
    return player.ponders and not keeps_depth and styles != {RANDOM.name}


def far_enough(found: SearchResult, player: ComputerPlayer, position: Position, before: int) -> bool:
    """Return whether a prepared answer looks as far as the player would; `before` is its last search's depth.

    Proved and forced answers always do, and so does one that has reached the end of the game.
    """
    if found.exact or len(position.legal_moves()) == 1:
        return True
    own = player.phase(position).depth
    # The compiled core is loaded by the first search.
    from engine.search import rules

    return found.depth >= min(before if own is None else own, int(rules.moves_left(position.state())))


class Ponderer:
    """Prepares the computer's answers in games where a person is to move."""

    def __init__(self, pool: SearchPool, seconds: float) -> None:
        """`seconds` is the time limit for each move of a person; 0 switches pondering off."""
        self._pool = pool
        self._seconds = seconds
        # Least recently used first.
        self._games: dict[int, _Pondered] = {}

    def begin(self, snapshot: GameSnapshot, level: Opponent) -> None:
        """Start preparing answers to a person's moves, if this computer player ponders.

        With MAX_GAMES reached, it evicts a game whose pondering is done; without one this game is skipped.
        """
        self.end(snapshot.game.id)
        if not self._seconds or not snapshot.going or not ponders(level, snapshot.position):
            return
        if len(self._games) >= MAX_GAMES and not self._evict():
            return
        pondered = _Pondered(snapshot.game.ply, Memory.new(TABLE_MEGABYTES))
        self._games[snapshot.game.id] = pondered
        pondered.task = asyncio.create_task(self._ponder(snapshot, level.player, pondered))

    def end(self, game_id: int) -> None:
        """Stop pondering a game and forget its results."""
        pondered = self._games.pop(game_id, None)
        if pondered is not None:
            pondered.cancel()
            NAMED_TABLES.take(pondered.memory)

    def answers(self, snapshot: GameSnapshot) -> Mapping[str, SearchResult]:
        """Return the answers prepared so far to the moves possible now, by move."""
        pondered = self._games.get(snapshot.game.id)
        return pondered.answers if pondered is not None and pondered.ply == snapshot.game.ply else {}

    def prepared(self, snapshot: GameSnapshot) -> SearchResult | None:
        """Stop pondering and return the answer prepared for the person's last move, if any.

        The table is kept for a search for another answer (`take_memory`), until another game needs the room.
        """
        pondered = self._games.pop(snapshot.game.id, None)
        if pondered is None:
            return None
        pondered.cancel()
        if snapshot.game.ply != pondered.ply + 1:
            NAMED_TABLES.take(pondered.memory)
            return None
        self._games[snapshot.game.id] = pondered
        return pondered.answers.get(snapshot.game.moves[-1])

    def take_memory(self, game_id: int) -> Memory | None:
        """Hand over a game's transposition table to the search that continues there; works once."""
        pondered = self._games.pop(game_id, None)
        return pondered.memory if pondered is not None else None

    def free_tables(self) -> None:
        """Free the transposition tables; prepared answers are kept."""
        for pondered in self._games.values():
            NAMED_TABLES.take(pondered.memory)

    def close(self) -> None:
        for game_id in list(self._games):
            self.end(game_id)

    def _evict(self) -> bool:
        """Evict the least recently used game whose pondering is done; returns whether there was one."""
        # A copy: a search that begins in its own thread may take a table meanwhile.
        for game_id, pondered in list(self._games.items()):
            if pondered.task is not None and pondered.task.done():
                self.end(game_id)
                return True
        return False

    async def _ponder(self, snapshot: GameSnapshot, player: ComputerPlayer, pondered: _Pondered) -> None:
        def note(answers: Mapping[str, SearchResult]) -> None:
            pondered.answers = answers

        def work(seconds: float, stop: StopFlag) -> None:
            # The pondering player is not to move.
            given_away = snapshot.game.given_away[1 - snapshot.position.turn]
            task = Ponder(player, snapshot.position, pondered.memory, given_away)
            self._pool.executor.run(task, seconds, stop, note)

        try:
            await self._pool.run_in_background(work, self._seconds)
        except Exception:
            log.exception("pondering failed", game=snapshot.game.id)
