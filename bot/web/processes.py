"""Which process has the pages of a server's games and events, where there are several.

Each process has those of its servers, and an address of its own for their pages. It is a part of the name
that a process gives with its lease.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.features import Kit
from bot.web.stream import EventKey, Link
from data.db.leases import LeaseStore
from data.tournaments.tournaments import TournamentStore

if TYPE_CHECKING:
    from data.db.leases import Worker
    from data.games.records import Game
    from data.tournaments.records import Tournament

MAX_NAME = 200
"""Maximum characters of a process's name, beyond which it is cut off."""

_ADDRESS = re.compile(r" (https?://\S+)$")


class WebProcesses:
    """Finds the process that has a server's games and events; `address` is that of this one."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._address = kit.settings.web_url

    async def has(self, key: Link) -> bool:
        """Return whether this process has a game or an event."""
        found = await self._find(key)
        return found is None or self._storage.share.has(found.guild_id)

    async def address(self, key: Link) -> str | None:
        """Return the address of the process that has these; None if it is unknown, or that of this one."""
        found = await self._find(key)
        guild_id = None if found is None else found.guild_id
        workers = await self._storage[LeaseStore].all()
        address = next((_address_of(worker) for worker in workers if worker.share.has(guild_id)), None)
        return None if address == self._address else address

    async def _find(self, key: Link) -> Game | Tournament | None:
        if not isinstance(key, EventKey):
            return await self._storage.game(key)
        record = await self._storage[TournamentStore].find(key.tournament_id)
        return None if record is None else record.tournament


def process_name(machine: str, address: str) -> str:
    """Return the name of a process, by which others find its pages."""
    return f"{machine} {address}".strip()


def _address_of(worker: Worker) -> str | None:
    found = _ADDRESS.search(worker.holder)
    return None if found is None or len(worker.holder) >= MAX_NAME else found[1]
