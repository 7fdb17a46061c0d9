"""The computer player at the board: it answers when it is its turn, and it gets up again when it stumbles."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

import structlog

from bot.computer.ponder import Ponderer
from bot.computer.pool import SearchPool
from bot.games.referee import Referee
from bot.games.snapshot import GameSnapshot
from bot.opponents.specs import opponent
from bot.refusals import GameOver, NothingToStop, Outdated
from engine import IllegalMove, Progress, SearchResult, StopFlag
from engine.players.computer import ComputerPlayer
from engine.search.transposition import TranspositionTable

log = structlog.get_logger(__name__)

TRIES = 2
"""A search that fails is tried again at once, so often in all; after that the game says so and waits."""

QUICK_DEPTH = 6
"""A search to this depth takes milliseconds: no longer than drawing a board."""

TELL_AFTER = 1.0
"""Seconds of thinking after which people are shown how far it is."""

TELL_EVERY = 2.5
"""Seconds from one showing to the next: a channel takes about five edits in five seconds."""


MATCH_SECONDS = 2.5
"""The most the computer takes for a move against itself, which nobody wants to wait long for."""


class ComputerStatus(Enum):
    """What the computer is doing at a board."""

    THINKING = "thinking"
    FAILED = "stumbled"


@dataclass(slots=True)
class Thinking:
    """One answer on its way: how far the search is, and the means to end it early."""

    stop: StopFlag | None = None
    progress: Progress | None = None
    hurried: bool = False
    abandoned: bool = False
    begun: float = field(default_factory=time.perf_counter)
    told: float = field(default_factory=lambda: time.perf_counter() + TELL_AFTER - TELL_EVERY)

    def hurry(self) -> None:
        """End the search, now or as soon as it begins."""
        self.hurried = True
        if self.stop is not None:
            self.stop.set()


class Computer:
    """Plays the computer's moves of every game.

    `tell` is called, in the event loop, with a game's id whenever there is news of a long search.
    """

    def __init__(
        self,
        referee: Referee,
        pool: SearchPool,
        tell: Callable[[int], None] = lambda game_id: None,
        ponder_seconds: float = 0.0,
    ) -> None:
        self._referee = referee
        self._pool = pool
        self._tell = tell
        self._answers: dict[int, asyncio.Task[GameSnapshot | None]] = {}
        self._thinking: dict[int, Thinking] = {}
        self._failed: set[int] = set()
        self._ponderer = Ponderer(pool, ponder_seconds)
        self._depths: dict[int, int] = {}

    def status(self, game_id: int) -> ComputerStatus | None:
        """What it is doing in this game, if anything."""
        if game_id in self._answers:
            return ComputerStatus.THINKING
        return ComputerStatus.FAILED if game_id in self._failed else None

    def progress(self, game_id: int) -> Progress | None:
        """How far a search is that has gone on for a while; None for a short one."""
        thinking = self._thinking.get(game_id)
        if thinking is None or time.perf_counter() - thinking.begun < TELL_AFTER:
            return None
        return thinking.progress

    def answers_at_once(self, snapshot: GameSnapshot) -> bool:
        """Whether the answer comes so fast that showing the person's move alone would only flicker."""
        depth = _player(snapshot).phase(snapshot.position).depth
        return depth is not None and depth <= QUICK_DEPTH and not self._pool.busy

    def answer(
        self, snapshot: GameSnapshot, asked_at: float | None = None
    ) -> asyncio.Task[GameSnapshot | None]:
        """Start to think about `table`, where the computer is to move, or join in if it thinks already.

        The task's result is the table after the computer's last move in a row, or None if it stumbled. In a
        match it is the table after one move: people are to see it before the next.
        """
        running = self._answers.get(snapshot.game.id)
        if running is not None:
            return running
        task = asyncio.create_task(
            self._answer(snapshot, asked_at), name=f"computer in game {snapshot.game.id}"
        )
        self._answers[snapshot.game.id] = task
        task.add_done_callback(lambda _: self._answers.pop(snapshot.game.id, None))
        return task

    def play_now(self, game_id: int) -> None:
        """End the search: it answers with the best move found so far. Refused when none is on its way."""
        thinking = self._thinking.get(game_id)
        if thinking is None:
            raise NothingToStop
        thinking.hurry()

    async def abandon(self, game_id: int) -> None:
        """End the search without an answer, and wait until it has ended. Refused when none is on its way."""
        thinking = self._thinking.get(game_id)
        if thinking is None:
            raise NothingToStop
        thinking.abandoned = True
        thinking.hurry()
        await asyncio.wait({self._answers[game_id]})

    async def leave(self, game_id: int) -> None:
        """Like `abandon`, whether it searches already, waits for a worker, or does nothing here at all."""
        thinking = self._thinking.get(game_id)
        if thinking is None:
            return
        thinking.abandoned = True
        if thinking.stop is not None:
            thinking.stop.set()
        await asyncio.wait({self._answers[game_id]})

    async def _answer(self, snapshot: GameSnapshot, asked_at: float | None) -> GameSnapshot | None:
        game_id = snapshot.game.id
        self._failed.discard(game_id)
        thinking = self._thinking[game_id] = Thinking()
        try:
            while snapshot.computer_to_move and not thinking.abandoned:
                snapshot = await self._turn(snapshot, asked_at, thinking)
                if snapshot.by_itself:
                    break
                if snapshot.computer_to_move and not thinking.abandoned:
                    # The other side had to pass. People see this move while the next one gets its own time.
                    self._tell(game_id)
                    asked_at = None
                    thinking = self._thinking[game_id] = Thinking(hurried=thinking.hurried)
        except Exception:
            log.exception(
                "the computer's move could not be made", game=game_id, position=str(snapshot.position)
            )
            self._failed.add(game_id)
            return None
        finally:
            del self._thinking[game_id]
        if not snapshot.going:
            self.forget(game_id)
        elif not snapshot.by_itself and (waiting := snapshot.player_of(1 - snapshot.position.turn)):
            self._ponderer.begin(snapshot, opponent(snapshot.kind, waiting).player)
        return snapshot

    def forget(self, game_id: int) -> None:
        """The game is over, or a person plays on himself: what was prepared for it, or failed, is past."""
        self._ponderer.end(game_id)
        self._depths.pop(game_id, None)
        self._failed.discard(game_id)

    def close(self) -> None:
        """Prepare no more answers."""
        self._ponderer.close()

    async def _turn(self, snapshot: GameSnapshot, asked_at: float | None, thinking: Thinking) -> GameSnapshot:
        """The table after the computer's move; as it is stored if somebody resigned or moved meanwhile."""
        result = await self._think(snapshot, asked_at, thinking)
        if thinking.abandoned:
            return snapshot
        try:
            return await self._referee.play(
                snapshot,
                result.move,
                # The pace of a match is none of its players' thinking time.
                result.seconds if snapshot.by_itself else None,
                _proved(snapshot, result),
            )
        except (GameOver, Outdated):
            return await self._referee.snapshot(snapshot.game.id)

    async def _think(
        self, snapshot: GameSnapshot, asked_at: float | None, thinking: Thinking
    ) -> SearchResult:
        prepared, memory = self._ponderer.prepared(snapshot)
        if prepared is not None and (
            prepared.exact or prepared.depth >= self._depths.get(snapshot.game.id, 1)
        ):
            return prepared
        thought = self._thought(_player(snapshot), snapshot, thinking, memory)
        most = MATCH_SECONDS if snapshot.by_itself else math.inf
        for attempt in range(1, TRIES):
            try:
                return await self._pool.think(thought, asked_at, most)
            except Exception:
                log.exception(
                    "a search failed", game=snapshot.game.id, attempt=attempt, position=str(snapshot.position)
                )
        return await self._pool.think(thought, asked_at, most)

    def _thought(
        self,
        player: ComputerPlayer,
        snapshot: GameSnapshot,
        thinking: Thinking,
        memory: TranspositionTable | None,
    ) -> Callable[[float, StopFlag], SearchResult]:
        """A search of the table's position that fails when its answer is against the rules."""
        loop = asyncio.get_running_loop()

        def note(progress: Progress) -> None:
            thinking.progress = progress
            now = time.perf_counter()
            if now - thinking.told >= TELL_EVERY and not snapshot.by_itself:
                thinking.told = now
                loop.call_soon_threadsafe(self._tell, snapshot.game.id)

        def think(seconds: float, stop: StopFlag) -> SearchResult:
            thinking.stop = stop
            if thinking.hurried:
                stop.set()
            result = player.choose(snapshot.position, seconds, stop, note, table=memory)
            if result.move not in snapshot.position.legal_moves():
                raise IllegalMove(f"{player} answered {result.move!r}, which is not legal here")
            # An answer that was prepared is as good as this one when it looks as far.
            self._depths[snapshot.game.id] = result.depth
            return result

        return think


def _player(snapshot: GameSnapshot) -> ComputerPlayer:
    player = snapshot.player_to_move
    assert player is not None
    return opponent(snapshot.kind, player).player


def _proved(snapshot: GameSnapshot, result: SearchResult) -> int | None:
    """The final score from the first player's point of view, if the search has proved it."""
    if not result.exact:
        return None
    return round(result.score if snapshot.position.turn == 0 else -result.score)
