"""Works out which openings were played in games that are over, once for each game.

It takes the rules of the games, about 1.4 ms a game of Reversi: too much to be done for thousands of games
whenever somebody looks at a profile. So it is kept with the game. Rounds of care work through what is new, or
was played before openings were kept; and whose profile is looked at has their latest games worked out first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import structlog

from bot.catalog import GAMES, OPENING_PLIES
from data import Beginning, Storage

log = structlog.get_logger(__name__)

AT_ONCE = 50
"""So many games are worked out in one go on a worker thread, and kept in one transaction."""

IN_A_ROUND = 6
"""Goes in a round of care."""

FOR_SOMEBODY = 2
"""Goes while somebody waits."""


class OpeningNames:
    """Keeps the openings of games."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def recover(self) -> None:
        """Work out some of what nobody has worked out yet."""
        await self._work_out(IN_A_ROUND, None)

    async def of(self, player_id: int) -> None:
        """Work out what is missing of somebody's latest games; of very many, the next rounds of care do the
        rest."""
        await self._work_out(FOR_SOMEBODY, player_id)

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
        # A fault of ours in this one game; the others must not wait for it.
        log.exception("the opening of a game could not be worked out", game=game.game_id)
        return ""
