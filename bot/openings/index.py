"""Indexes the first positions of finished games, so that the explorer can count the moves played there.

New games follow in periodic passes, and so do old ones after an update; the latest games of the person who
opens the explorer come first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog

from bot.catalog import GAMES
from bot.openings.symmetry import canonical, has_symmetries
from data import Beginning, PlayedMove, Storage
from engine.search.position import PASS

log = structlog.get_logger(__name__)

INDEXED_PLIES = 16
"""Number of first plies of a game in the index."""

AT_ONCE = 50
"""Games per batch on a worker thread, stored in one transaction."""

IN_A_ROUND = 40
"""Batches per periodic pass: a hundred thousand old games take an hour."""

FOR_USER = 2
"""Batches while a user waits."""


class OpeningIndex:
    """Fills the index."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def recover(self) -> None:
        """Index some of the games that are missing."""
        await self._work_out(IN_A_ROUND, None)

    async def of(self, player_id: int) -> None:
        """Index the missing latest games of a player; periodic passes do the rest."""
        await self._work_out(FOR_USER, player_id)

    async def _work_out(self, goes: int, player_id: int | None) -> None:
        for _ in range(goes):
            games = await self._storage.explorer.unindexed(INDEXED_PLIES, AT_ONCE, player_id)
            if games:
                await self._storage.explorer.index(await asyncio.to_thread(_indexed, games))
            if len(games) < AT_ONCE:
                return


def _indexed(games: Sequence[Beginning]) -> dict[int, list[PlayedMove]]:
    return {game.game_id: _moves_of(game) for game in games}


def _moves_of(game: Beginning) -> list[PlayedMove]:
    kind = GAMES.get(game.game)
    if kind is None or not has_symmetries(kind):
        return []
    played = []
    try:
        position = kind.start(game.options)
        for move in game.moves:
            if move != PASS:
                form = canonical(kind, position)
                played.append(PlayedMove(form.key, form.squares[move], position.turn))
            position = position.play(move)
    except Exception:
        # A fault in one game must not delay the others.
        log.exception("the first moves of a game could not be indexed", game=game.game_id)
        return []
    return played
