"""The explorer of openings: a position, the values and names of its moves, and how people played."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bot.catalog import GameKind
from bot.catalog.kind import ByColumn
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.people import Person
from bot.core.refusals import TakesTooLong
from bot.core.snapshot import is_solved
from bot.features import Kit
from bot.study.analysis.analyses import ProvedPositions, in_book
from bot.study.analysis.study import Study
from bot.study.openings.lines import MAX_PLIES, canonical, is_from_start, square_of
from bot.study.openings.passes import INDEXED_PLIES, OpeningIndex
from data.games.explorer import ExplorerStore, MoveRecord
from data.repertoires.repertoires import RepertoireStore
from engine import Position, SearchResult, StopFlag
from executors.tasks import ListMoves

PROVING_SECONDS = 2.0
"""Maximum search time of a position of Connect 4, on one core."""

NO_RECORD = MoveRecord()


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move with those that are the same but for symmetry, and the opening that it leads to.

    `own` is None where everyone sees the answer. `mine` if the person's repertoire has it.
    """

    moves: tuple[str, ...]
    opening: str | None
    here: MoveRecord
    own: MoveRecord | None
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Exploration:
    """A position of the explorer. `found` are values by the book, or proved; None if there are none.

    `counted` is False after the first moves of a game, which alone are counted. `kept` tells whether the
    person's repertoire has the last move; None if it can't have it.
    """

    study: Study
    found: SearchResult | None
    moves: tuple[ExploredMove, ...]
    counted: bool
    kept: bool | None = None


class Explorer:
    """Looks positions up."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._index = kit[OpeningIndex]
        self._pool = kit[SearchPool]
        self._search_core = kit[SearchCore]
        self._proved = kit[ProvedPositions]

    async def explore(self, study: Study, who: Person, guild_id: int | None, *, public: bool) -> Exploration:
        """Return what is known of a position, without the person's own games if it is `public`.

        Outside of servers all games that count are the person's own.
        """
        kind, position = study.kind, study.position
        await self._index.of(who.id)
        form = await asyncio.to_thread(canonical, kind, position)
        counted = position.moves_played < INDEXED_PLIES
        here, own, mine, kept = {}, None, None, None
        if counted and guild_id is not None:
            here = await self._storage[ExplorerStore].of_server(form.key, guild_id)
        if not public:
            own = await self._storage[ExplorerStore].of_person(form.key, who.id) if counted else {}
            mine = await self._kept_square(who, kind, position)
        if is_from_start(study) and 0 < len(study.moves) <= MAX_PLIES:
            before = study.back().position
            square = (await asyncio.to_thread(canonical, kind, before)).squares[study.moves[-1]]
            kept = not public and await self._kept_square(who, kind, before) == square
        groups: dict[int, list[str]] = {}
        for move, square in form.squares.items():
            groups.setdefault(square, []).append(move)
        moves = tuple(
            ExploredMove(
                tuple(same),
                kind.opening_name(position.play(same[0])),
                here.get(square, NO_RECORD),
                None if own is None else own.get(square, NO_RECORD),
                square == mine,
            )
            for square, same in groups.items()
        )
        return Exploration(study, await self.values(study, who), moves, counted, kept)

    async def _kept_square(self, who: Person, kind: GameKind, position: Position) -> int | None:
        """Return the square of a move of the person's repertoire in the canonical form of a position."""
        key = (await asyncio.to_thread(canonical, kind, position)).key
        move = await self._storage[RepertoireStore].move_in(who.id, kind.key, position.turn, key)
        return None if move is None else square_of(kind, move.new.line, move.new.move)

    async def values(self, study: Study, who: Person) -> SearchResult | None:
        """Return the values of the moves: proved ones of Connect 4, those of the book in other games.

        None if there are none, or the person or everyone has too much work in progress.
        """
        if study.over:
            return None
        kind, position = study.kind, study.position
        if not isinstance(kind, ByColumn):
            return await asyncio.to_thread(in_book, kind, position)
        known = self._proved.known(kind, position)
        if known is not None:
            return known
        await self._search_core.ready(kind.key)

        def work(seconds: float, stop: StopFlag) -> SearchResult:
            return self._pool.executor.run(ListMoves(position, seconds), seconds, stop)

        try:
            found = await self._pool.run_for(who.id, work, PROVING_SECONDS)
        except TakesTooLong:
            return None
        self._proved.note(kind, position, found)
        return found if is_solved(found) else None
