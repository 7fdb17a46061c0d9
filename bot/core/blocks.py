"""People whom a player does not want to play."""

from __future__ import annotations

from bot.core.limits import refusing_at_limits
from bot.core.people import Person, remember
from bot.core.refusals import BlockedByYou, NotBlocked, NotTogether, SelfBlock
from data import Storage
from data.db.registry import Registry
from data.people.players import BlockStore


class Blocking:
    """Manages players' blocks."""

    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]

    async def add(self, who: Person, other: Person) -> None:
        """Keep two people from starting games with each other; games in progress continue. No one is
        notified."""
        if who.id == other.id:
            raise SelfBlock
        await remember(self._storage, who, other)
        with refusing_at_limits(who.id):
            await self._storage[BlockStore].add(who.id, other.id)

    async def remove(self, who: Person, other: Person) -> None:
        if not await self._storage[BlockStore].remove(who.id, other.id):
            raise NotBlocked(other.id)

    async def blocked(self, who: Person) -> tuple[int, ...]:
        """Return the players that a person blocks, the latest first."""
        return await self._storage[BlockStore].of(who.id)


async def require_no_block(storage: Storage, who: Person, other_id: int, game: str) -> None:
    """Refuse a game between two people if one blocks the other.

    A blocked person is not told so.
    """
    blockers = await storage[BlockStore].between(who.id, other_id)
    if who.id in blockers:
        raise BlockedByYou(other_id)
    if blockers:
        raise NotTogether(other_id, game)
