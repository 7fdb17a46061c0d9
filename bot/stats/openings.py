"""Names the openings of finished games once and stores them with the games.

Naming an opening takes about 1.4 ms per game of Reversi, too long for thousands of games at each view of a
profile. Periodic passes name those of new games; a viewed profile's latest games come first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog

from bot.catalog import GAMES, OPENING_PLIES
from data import Beginning, Storage

log = structlog.get_logger(__name__)

AT_ONCE = 50
"""Games per batch on a worker thread, stored in one transaction."""

IN_A_ROUND = 6
"""Batches per periodic pass."""

FOR_USER = 2
"""Batches while a user waits."""


class OpeningNames:
    """Stores the openings of games."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def recover(self) -> None:
        """Name some of the openings that are missing."""
        await self._work_out(IN_A_ROUND, None)

    async def of(self, player_id: int) -> None:
        """Name the missing openings of a player's latest games; periodic passes do the rest."""
        await self._work_out(FOR_USER, player_id)

    async def _work_out(self, goes: int, player_id: int | None) -> None:
        for _ in range(goes):
            games = await self._storage.openings.unknown(OPENING_PLIES, AT_ONCE, player_id)
            if games:
                await self._storage.openings.keep(await asyncio.to_thread(_openings, games))
            if len(games) < AT_ONCE:
                return


def _openings(games: Sequence[Beginning]) -> dict[int, str]:
    return {game.game_id: _opening(game) for game in games}


def _opening(game: Beginning) -> str:
    kind = GAMES.get(game.game)
    if kind is None:
        return ""
    try:
        return kind.opening_of(game.options, game.moves)
    except Exception:
        # A fault in one game must not delay the others.
        log.exception("the opening of a game could not be worked out", game=game.game_id)
        return ""
