"""Whose challenges people do not take."""

from __future__ import annotations

from bot import refusals
from bot.games.people import Person, remember
from data import Storage, TooManyBlocked


class Blocking:
    """Who blocks whom."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def add(self, who: Person, other: Person) -> None:
        """From now on these two start no game with each other; nobody is told. Those they have go on."""
        if who.id == other.id:
            raise refusals.SelfBlock
        await remember(self._storage, who, other)
        try:
            await self._storage.blocks.add(who.id, other.id)
        except TooManyBlocked as error:
            raise refusals.TooManyBlocked(error.most) from error

    async def remove(self, who: Person, other: Person) -> None:
        """Take that back."""
        if not await self._storage.blocks.remove(who.id, other.id):
            raise refusals.NotBlocked(other.id)

    async def blocked(self, who: Person) -> tuple[int, ...]:
        """Those whom a person blocks, the latest first."""
        return await self._storage.blocks.of(who.id)


async def require_no_block(storage: Storage, who: Person, other_id: int, game: str) -> None:
    """Refuse a game of two people of whom one blocks the other.

    Who is blocked is not told so.
    """
    blockers = await storage.blocks.between(who.id, other_id)
    if who.id in blockers:
        raise refusals.BlockedByYou(other_id)
    if blockers:
        raise refusals.NotTogether(other_id, game)
