"""The explorer of openings: a position, the values and names of its moves, and how people played.

Periodic passes over the first moves of finished games store their openings, and an index. Naming an opening
takes about 1.4 ms per game of Reversi, and indexing its positions more: too long for thousands of games while
someone waits. The passes work on new games, and after an update on old ones; the latest games of the person
who looks come first.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

import structlog

from bot.catalog import GAMES, OPENING_PLIES, GameKind
from bot.catalog.kind import ByColumn
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.background import PendingWork
from bot.core.fields import Frozen
from bot.core.people import Person
from bot.core.refusals import TakesTooLong
from bot.core.snapshot import is_solved
from bot.features import Kit
from bot.study.analyses import ProvedPositions, Study, in_book
from bot.study.openings.lines import MAX_PLIES, canonical, has_symmetries, is_from_start, square_of
from data.db.chores import Chore
from data.games.explorer import (
    Beginning,
    ExplorerStore,
    MoveRecord,
    OpeningStore,
    PlayedMove,
    unindexed_games,
    unknown_openings,
)
from data.puzzles.repertoires import RepertoireStore
from engine import Position, SearchResult, StopFlag
from engine.search.position import PASS
from executors.tasks import ListMoves

log = structlog.get_logger(__name__)

INDEXED_PLIES = 16
"""Number of first plies of a game in the index."""

AT_ONCE = 50
"""Games per batch on a worker thread, stored in one transaction."""

FOR_USER = 2
"""Batches while a user waits."""

T = TypeVar("T")


class OpeningPass(PendingWork, Generic[T]):
    """Works something out for the games that lack it: `in_a_round` batches after each periodic pass."""

    plies: ClassVar[int]
    """Number of first plies that the work needs."""
    in_a_round: ClassVar[int]
    missing: Callable[[int, int, int | None], Awaitable[Sequence[Beginning]]]
    """Returns the first plies of games that lack it. Takes the plies, the limit on games and the player."""
    nothing: T
    """What is stored for a game in which the work fails."""
    keep: Callable[[Mapping[int, T]], Awaitable[None]]

    @abstractmethod
    def work(self, game: Beginning) -> T:
        """Return what is stored for a game."""

    async def do_pending(self) -> None:
        """Work on some of the games that lack it."""
        await self._work_out(self.in_a_round, None)

    async def of(self, player_id: int) -> None:
        """Work on a player's latest games; periodic passes do the rest."""
        await self._work_out(FOR_USER, player_id)

    async def _work_out(self, batches: int, player_id: int | None) -> None:
        for _ in range(batches):
            games = await self.missing(self.plies, AT_ONCE, player_id)
            if games:
                await self.keep(await asyncio.to_thread(self._results, games))
            if len(games) < AT_ONCE:
                return

    def _results(self, games: Sequence[Beginning]) -> dict[int, T]:
        results = {}
        for game in games:
            try:
                results[game.game_id] = self.work(game)
            except Exception:
                # A fault in one game must not delay the others.
                log.exception("the first moves of a game could not be worked on", game=game.game_id)
                results[game.game_id] = self.nothing
        return results


class OpeningNames(OpeningPass[str]):
    chores: ClassVar[tuple[Chore, ...]] = (unknown_openings,)
    plies, in_a_round, nothing = OPENING_PLIES, 6, ""

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit.background)
        self.missing, self.keep = kit[OpeningStore].unknown, kit[OpeningStore].keep

    def work(self, game: Beginning) -> str:
        kind = GAMES.get(game.game)
        return "" if kind is None else kind.opening_of(game.options, game.moves)


class OpeningIndex(OpeningPass[Sequence[PlayedMove]]):
    """Indexes the first moves, for the explorer to count them.

    At 40 batches in a round, a hundred thousand old games take an hour.
    """

    chores: ClassVar[tuple[Chore, ...]] = (unindexed_games,)
    plies, in_a_round, nothing = INDEXED_PLIES, 40, ()

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit.background)
        self.missing, self.keep = kit[ExplorerStore].unindexed, kit[ExplorerStore].index

    def work(self, game: Beginning) -> Sequence[PlayedMove]:
        kind = GAMES.get(game.game)
        if kind is None or not has_symmetries(kind):
            return ()
        played, position = [], kind.start(game.options)
        for move in game.moves:
            if move != PASS:
                form = canonical(kind, position, move)
                played.append(PlayedMove(form.key, form.squares[move], position.turn))
            position = position.play(move)
        return played


PROVING_SECONDS = 2.0
"""Maximum search time of a position of Connect 4, on one core."""

NO_RECORD = MoveRecord()


class ExploredMove(Frozen):
    """A move with those that are the same but for symmetry, and the opening that it leads to.

    `own` is None where everyone sees the answer. `mine` if the person's repertoire has it.
    """

    moves: tuple[str, ...]
    opening: str | None
    here: MoveRecord
    own: MoveRecord | None
    mine: bool = False


class Exploration(Frozen):
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
            result = await self._pool.run_for(who.id, work, PROVING_SECONDS)
        except TakesTooLong:
            return None
        self._proved.note(kind, position, result)
        return result if is_solved(result) else None
