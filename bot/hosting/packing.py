"""Packing of the moves of finished games, which take a seventh of the space then."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import ClassVar

import structlog

from bot.core.background import PendingWork
from bot.features import Kit
from data.db.chores import Chore
from data.games.moves import PackingStore, games_not_packed
from data.games.packing import StoredMove, pack

log = structlog.get_logger(__name__)

AT_ONCE = 10
"""Games per transaction, which takes some milliseconds, so that players' moves don't wait for it."""

IN_A_ROUND = 200
"""Batches after each periodic pass: an hour for a hundred thousand games of an older version."""


class MovePacking(PendingWork):
    """Packs the moves of games that are over."""

    chores: ClassVar[tuple[Chore, ...]] = (games_not_packed,)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit.background)
        self._store = kit[PackingStore]

    async def do_pending(self) -> None:
        for _ in range(IN_A_ROUND):
            moves = await self._store.not_packed(AT_ONCE)
            if moves:
                await self._store.keep(await asyncio.to_thread(_packed, moves))
            if len(moves) < AT_ONCE:
                return


def _packed(moves: Mapping[int, Sequence[StoredMove] | None]) -> dict[int, bytes | None]:
    packed: dict[int, bytes | None] = dict.fromkeys(moves)
    for game_id, stored in moves.items():
        try:
            packed[game_id] = None if stored is None else pack(stored)
        except ValueError:
            log.exception("the moves of a game could not be packed", game=game_id)
    return packed
