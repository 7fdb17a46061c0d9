"""Which process has the pages of a server's games, where there are several.

Each process has the games of its servers, and an address of its own for their pages. It is a part of the name
that a process gives with its lease.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from data import Storage

if TYPE_CHECKING:
    from data.db.leases import Worker

MAX_NAME = 200
"""Maximum characters of a process's name, beyond which it is cut off."""

_ADDRESS = re.compile(r" (https?://\S+)$")


class WebProcesses:
    """Finds the process that has a server's games; `address` is that of this one."""

    def __init__(self, storage: Storage, address: str) -> None:
        self._storage = storage
        self._address = address

    async def has(self, game_id: int) -> bool:
        """Return whether this process has a game."""
        game = await self._storage.game(game_id)
        return game is None or self._storage.share.has(game.guild_id)

    async def address(self, game_id: int) -> str | None:
        """Return the address of the process that has a game, None if it is unknown or that of this one."""
        game = await self._storage.game(game_id)
        guild_id = None if game is None else game.guild_id
        workers = await self._storage.leases.all()
        found = next((_address_of(worker) for worker in workers if worker.share.has(guild_id)), None)
        return None if found == self._address else found


def process_name(machine: str, address: str) -> str:
    """Return the name of a process, by which others find its pages."""
    return f"{machine} {address}".strip()


def _address_of(worker: Worker) -> str | None:
    found = _ADDRESS.search(worker.holder)
    return None if found is None or len(worker.holder) >= MAX_NAME else found[1]
