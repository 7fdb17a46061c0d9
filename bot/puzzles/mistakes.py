"""Puzzles made of players' moves in reviewed games, in the background: mistakes, and red herrings among them.

A red herring is a position in which the move played was the only best one, so that a player who is asked
about it has to judge whether there is anything better.

Unlike `bot.messages.jobs`, this has no message and no request, only a queue. The next ply to examine is
stored with each puzzle, so a restart resumes there.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar

import structlog

from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.background import PendingWork
from bot.core.refusals import UnknownGame
from bot.features import Kit
from bot.play.games.changes import load
from bot.study.review.reviews import review_of
from bot.study.review.verdicts import JudgedMove, Verdict
from data.db.chores import Chore
from data.jobs.reviews import ReviewStore
from data.people.personal import DELETED_PLAYER, TEAM_PLAYERS
from data.puzzles.puzzles import NewOwnPuzzle, OwnPuzzleStore, reviews_to_mine
from engine import Position, StopFlag
from engine.puzzles import Puzzle, Reason
from executors.tasks import FindPuzzle

log = structlog.get_logger(__name__)

PROVING_SECONDS = 5.0
"""Maximum search time of a position."""

WORTH_IT = (Verdict.MISTAKE, Verdict.BLUNDER)
"""Errors that become puzzles if exactly one move was better."""

NO_PEOPLE = (None, DELETED_PLAYER, *TEAM_PLAYERS)
"""Ids in seats that are not of people."""


class Mistakes(PendingWork):
    """Examines finished reviews, one after the other."""

    chores: ClassVar[tuple[Chore, ...]] = (reviews_to_mine,)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit.background)
        self._storage = kit.storage
        self._pool = kit[SearchPool]
        self._search_core = kit[SearchCore]

    async def do_pending(self) -> None:
        while (pending := await self._storage[OwnPuzzleStore].to_mine()) is not None:
            game_id, mine_from = pending
            try:
                if not await self._examine(game_id, mine_from):
                    return
            except UnknownGame:
                log.info("review not examined: its game is gone", game=game_id)
                return
            except Exception:
                log.exception("review could not be examined for mistakes", game=game_id)
                await self._storage[OwnPuzzleStore].add(game_id, None)

    async def _examine(self, game_id: int, mine_from: int) -> bool:
        """Create puzzles of the mistakes and red herrings in a game from a ply on; False if interrupted."""
        snapshot, stored = await load(self._storage, game_id), await self._storage[ReviewStore].of(game_id)
        assert stored is not None
        review = review_of(stored, snapshot)
        positions = snapshot.positions()
        await self._search_core.ready(snapshot.game.game)
        herrings = possible_herrings(review.moves, game_id)
        for move in review.moves:
            player_id = snapshot.game.seats[move.side].player_id
            is_asked = move.verdict in WORTH_IT or move.ply in herrings
            if move.ply < mine_from or not is_asked or player_id in NO_PEOPLE:
                continue
            puzzle = await self._puzzle_in(positions[move.ply])
            if puzzle is Reason.STOPPED:
                return False
            new = None
            if isinstance(puzzle, Puzzle) and (puzzle.line[0] == move.move) == (move.ply in herrings):
                assert player_id is not None
                new = _own(puzzle, move, game_id, player_id)
            await self._storage[OwnPuzzleStore].add(game_id, move.ply + 1, new)
        await self._storage[OwnPuzzleStore].add(game_id, None)
        return True

    async def _puzzle_in(self, position: Position) -> Puzzle | Reason:
        def work(seconds: float, stop: StopFlag) -> Puzzle | Reason:
            return self._pool.executor.run(FindPuzzle(position), seconds, stop)

        return await self._pool.run_in_background(work, PROVING_SECONDS)


def possible_herrings(moves: Sequence[JudgedMove], game_id: int) -> frozenset[int]:
    """Return the plies of best moves that may become red herrings: at most one for each mistake of a player,
    always the same ones of a game.

    Moves that alone keep the result come first: others seldom turn out to be the only best ones.
    """
    chosen: set[int] = set()
    for side in (0, 1):
        own = [move for move in moves if move.side == side]
        wanted = sum(move.verdict in WORTH_IT for move in own)
        best = [move for move in own if move.verdict is Verdict.BEST and move.proved]
        random.Random(game_id).shuffle(best)
        best.sort(key=lambda move: move.keepers != 1)
        chosen.update(move.ply for move in best[:wanted])
    return frozenset(chosen)


def _own(puzzle: Puzzle, move: JudgedMove, game_id: int, player_id: int) -> NewOwnPuzzle:
    return NewOwnPuzzle(
        player_id=player_id,
        game_id=game_id,
        game_ply=move.ply,
        played=move.move,
        game=puzzle.game,
        position=puzzle.position,
        # Whether there was anything better is decided by the first move.
        line=puzzle.line[:1] if puzzle.line[0] == move.move else puzzle.line,
        goal=puzzle.goal,
        margin=puzzle.margin,
        rating=puzzle.rating,
        themes=puzzle.themes,
    )
