"""People's mistakes in reviewed games become puzzles, on a worker that nobody waits for.

Up to where a review was looked through is stored with what was found there, so a restart goes on from there.
"""

from __future__ import annotations

import asyncio

import structlog

from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.games.changes import load
from bot.process.background import BackgroundTasks
from bot.refusals import UnknownGame
from bot.review.reports import done_report
from bot.review.verdicts import JudgedMove, Verdict
from data import DELETED_PLAYER, NewOwnPuzzle, Storage
from engine import Position, StopFlag
from engine.puzzles import Puzzle, Reason, Rejected
from executors.tasks import FindPuzzle

log = structlog.get_logger(__name__)

PROVING_SECONDS = 5.0
"""So long a position is looked at, at most."""

WORTH_IT = (Verdict.MISTAKE, Verdict.BLUNDER)
"""Errors that become puzzles, where there was one better move."""


class Mistakes:
    """Looks through the reviews that are done, one after the other."""

    def __init__(
        self, storage: Storage, pool: SearchPool, search_core: SearchCore, background: BackgroundTasks
    ) -> None:
        self._storage = storage
        self._pool = pool
        self._search_core = search_core
        self._background = background
        self._looking: asyncio.Task[None] | None = None

    def recover(self) -> None:
        """Look through reviews, if that is not being done already."""
        if self._looking is None or self._looking.done():
            self._looking = self._background.spawn(self._look())

    def close(self) -> None:
        """Look no further: the next start does."""
        if self._looking is not None:
            self._looking.cancel()

    async def _look(self) -> None:
        while (found := await self._storage.own_puzzles.to_mine()) is not None:
            game_id, mine_from = found
            try:
                if not await self._look_through(game_id, mine_from):
                    return
            except UnknownGame:
                log.info("a review is not looked through: its game is gone", game=game_id)
                return
            except Exception:
                log.exception("a review could not be looked through for mistakes", game=game_id)
                await self._storage.own_puzzles.add(game_id, None)

    async def _look_through(self, game_id: int, mine_from: int) -> bool:
        """Make puzzles of the mistakes in a game from a ply on; False when somebody needs the worker, so that
        it is to go on later."""
        snapshot, stored = await load(self._storage, game_id), await self._storage.reviews.of(game_id)
        assert stored is not None
        review = done_report(stored, snapshot).review
        assert review is not None
        positions = snapshot.positions()
        await self._search_core.ready(snapshot.game.game)
        for move in review.moves:
            player_id = snapshot.game.seats[move.side].player_id
            if move.ply < mine_from or move.verdict not in WORTH_IT or player_id in (None, DELETED_PLAYER):
                continue
            puzzle = await self._puzzle_in(positions[move.ply])
            if isinstance(puzzle, Rejected) and puzzle.reason is Reason.STOPPED:
                return False
            new = None
            if isinstance(puzzle, Puzzle) and puzzle.line[0] != move.move:
                assert player_id is not None
                new = _own(puzzle, move, game_id, player_id)
            await self._storage.own_puzzles.add(game_id, move.ply + 1, new)
        await self._storage.own_puzzles.add(game_id, None)
        return True

    async def _puzzle_in(self, position: Position) -> Puzzle | Rejected:
        def work(seconds: float, stop: StopFlag) -> Puzzle | Rejected:
            return self._pool.executor.run(FindPuzzle(position), seconds, stop)

        return await self._pool.run_in_background(work, PROVING_SECONDS)


def _own(puzzle: Puzzle, move: JudgedMove, game_id: int, player_id: int) -> NewOwnPuzzle:
    return NewOwnPuzzle(
        player_id=player_id,
        game_id=game_id,
        game_ply=move.ply,
        played=move.move,
        game=puzzle.game,
        position=puzzle.position,
        line=puzzle.line,
        goal=puzzle.goal,
        margin=puzzle.margin,
        rating=puzzle.rating,
        themes=puzzle.themes,
    )
