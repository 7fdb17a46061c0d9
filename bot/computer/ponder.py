"""Pondering: while a person thinks about their move, the computer prepares its answers to it.

Players of every style but random ponder, beyond their own depth. A level with a fixed depth does not: its
rating was measured at that depth. Nobody waits for pondering, so it takes a free worker and gives way as soon
as a game needs it (`SearchPool.run_in_background`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

import structlog

from bot.computer.pool import SearchPool
from bot.games.snapshot import GameSnapshot
from bot.opponents.specs import Opponent
from engine import Position, SearchResult, StopFlag
from engine.players.computer import ComputerPlayer
from engine.players.styles import RANDOM
from engine.search import rules
from executors.tables import NAMED_TABLES, Memory
from executors.tasks import Ponder

log = structlog.get_logger(__name__)

MOST_GAMES = 4
"""Games whose pondering is waiting, running or done: each of them keeps a table."""

TABLE_MEGABYTES = 16.0
"""The transposition table of one game's pondering."""


@dataclass(slots=True)
class _Pondered:
    """What the computer worked out in one game while a person thought."""

    ply: int
    memory: Memory
    """Names the table, wherever it is."""
    answers: Mapping[str, SearchResult] = field(default_factory=dict)
    """To the person's moves."""
    task: asyncio.Task[None] | None = None

    @property
    def done(self) -> bool:
        """Whether its time is over."""
        return self.task is not None and self.task.done()

    def cancel(self) -> None:
        """Ponder no longer."""
        if self.task is not None:
            self.task.cancel()


def ponders(level: Opponent, position: Position) -> bool:
    """Whether a computer player prepares answers while its opponent is to move in a position."""
    player = level.player
    keeps_depth = level.rating is not None and player.phase(position).depth is not None
    styles = {player.style, *(phase.style for phase in (player.opening, player.end) if phase is not None)}
    return player.ponders and not keeps_depth and styles != {RANDOM.name}


def far_enough(found: SearchResult, player: ComputerPlayer, position: Position, before: int) -> bool:
    """Whether a prepared answer looks as far as the player would; `before` is the depth of its last search.

    Proved and forced answers always do, and so does one that has reached the end of the game.
    """
    if found.exact or len(position.legal_moves()) == 1:
        return True
    own = player.phase(position).depth
    return found.depth >= min(before if own is None else own, int(rules.moves_left(position.state())))


class Ponderer:
    """Prepares the computer's answers in games where a person is to move."""

    def __init__(self, pool: SearchPool, seconds: float) -> None:
        """`seconds` is the longest that one move of a person is pondered; 0 switches pondering off."""
        self._pool = pool
        self._seconds = seconds
        # In the order of their last use, the least recent first.
        self._games: dict[int, _Pondered] = {}

    def begin(self, snapshot: GameSnapshot, level: Opponent) -> None:
        """Start to prepare answers to a person's moves in this game, if this computer player ponders.

        When there are MOST_GAMES already, a game whose pondering is done makes room. If none is done, this
        game goes without.
        """
        self.end(snapshot.game.id)
        if not self._seconds or not snapshot.going or not ponders(level, snapshot.position):
            return
        if len(self._games) >= MOST_GAMES and not self._evict():
            return
        pondered = _Pondered(snapshot.game.ply, Memory.new(TABLE_MEGABYTES))
        self._games[snapshot.game.id] = pondered
        pondered.task = asyncio.create_task(self._ponder(snapshot, level.player, pondered))

    def end(self, game_id: int) -> None:
        """Stop pondering a game and forget what was found."""
        pondered = self._games.pop(game_id, None)
        if pondered is not None:
            pondered.cancel()
            NAMED_TABLES.take(pondered.memory)

    def answers(self, snapshot: GameSnapshot) -> Mapping[str, SearchResult]:
        """The answers prepared so far to the moves that a person can make now, by those moves."""
        pondered = self._games.get(snapshot.game.id)
        return pondered.answers if pondered is not None and pondered.ply == snapshot.game.ply else {}

    def prepared(self, snapshot: GameSnapshot) -> SearchResult | None:
        """The answer prepared for the person's last move, if there is one; pondering stops.

        The table stays for a search for another answer (`take_memory`), until another game needs the room.
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
        """Hand over the table of a game's pondering to the search that goes on from there; works once."""
        pondered = self._games.pop(game_id, None)
        return pondered.memory if pondered is not None else None

    def close(self) -> None:
        """Stop pondering all games."""
        for game_id in list(self._games):
            self.end(game_id)

    def _evict(self) -> bool:
        """Forget the least recently used game whose pondering is done; False if there is none."""
        # A copy: a search that begins in its own thread may take a table meanwhile.
        for game_id, pondered in list(self._games.items()):
            if pondered.done:
                self.end(game_id)
                return True
        return False

    async def _ponder(self, snapshot: GameSnapshot, player: ComputerPlayer, pondered: _Pondered) -> None:
        def note(answers: Mapping[str, SearchResult]) -> None:
            pondered.answers = answers

        def work(seconds: float, stop: StopFlag) -> None:
            # Whoever ponders is not to move.
            given_away = snapshot.game.given_away[1 - snapshot.position.turn]
            task = Ponder(player, snapshot.position, pondered.memory, given_away)
            self._pool.executor.run(task, seconds, stop, note)

        try:
            await self._pool.run_in_background(work, self._seconds)
        except Exception:
            log.exception("pondering failed", game=snapshot.game.id)
