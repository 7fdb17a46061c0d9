"""Passes over the first moves of finished games, which store their openings, and an index.

Naming an opening takes about 1.4 ms per game of Reversi, and indexing its positions more: too long for
thousands of games while someone waits. Periodic passes work on new games, and after an update on
old ones; the latest games of the person who looks come first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

import structlog

from bot.catalog import GAMES, OPENING_PLIES
from bot.core.background import PendingWork
from bot.features import Kit
from bot.study.openings.lines import canonical, has_symmetries
from data.db.chores import Chore
from data.games.explorer import (
    Beginning,
    ExplorerStore,
    OpeningStore,
    PlayedMove,
    unindexed_games,
    unknown_openings,
)
from engine.search.position import PASS

log = structlog.get_logger(__name__)

INDEXED_PLIES = 16
"""Number of first plies of a game in the index."""

AT_ONCE = 50
"""Games per batch on a worker thread, stored in one transaction."""

FOR_USER = 2
"""Batches while a user waits."""

T = TypeVar("T")


class OpeningPass(PendingWork, Generic[T]):
    """Works something out for the games that lack it: `in_a_round` batches after each periodic pass.

    `missing` returns such games, all or a person's; `work` gets the first `plies` of one, and `nothing` is
    stored for a game in which it fails.
    """

    def __init__(
        self,
        kit: Kit,
        plies: int,
        in_a_round: int,
        missing: Callable[[int, int, int | None], Awaitable[Sequence[Beginning]]],
        work: Callable[[Beginning], T],
        nothing: T,
        keep: Callable[[Mapping[int, T]], Awaitable[None]],
    ) -> None:
        super().__init__(kit.background)
        self.plies = plies
        self.in_a_round = in_a_round
        self.missing = missing
        self.work = work
        self.nothing = nothing
        self.keep = keep

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
        return {game.game_id: self._result(game) for game in games}

    def _result(self, game: Beginning) -> T:
        try:
            return self.work(game)
        except Exception:
            # A fault in one game must not delay the others.
            log.exception("the first moves of a game could not be worked on", game=game.game_id)
            return self.nothing


class OpeningNames(OpeningPass[str]):
    """Names the openings of games."""

    chores: ClassVar[tuple[Chore, ...]] = (unknown_openings,)

    def __init__(self, kit: Kit, in_a_round: int = 6) -> None:
        store = kit[OpeningStore]
        super().__init__(kit, OPENING_PLIES, in_a_round, store.unknown, _opening, "", store.keep)


class OpeningIndex(OpeningPass[Sequence[PlayedMove]]):
    """Indexes the first moves, for the explorer to count them.

    At 40 batches in a round, a hundred thousand old games take an hour.
    """

    chores: ClassVar[tuple[Chore, ...]] = (unindexed_games,)

    def __init__(self, kit: Kit) -> None:
        store = kit[ExplorerStore]
        super().__init__(kit, INDEXED_PLIES, 40, store.unindexed, _moves_of, (), store.index)


def _opening(game: Beginning) -> str:
    kind = GAMES.get(game.game)
    return "" if kind is None else kind.opening_of(game.options, game.moves)


def _moves_of(game: Beginning) -> Sequence[PlayedMove]:
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
