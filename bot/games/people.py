"""Who plays, where, and whose challenges they block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot import refusals
from data import Storage

if TYPE_CHECKING:
    from data import Game, Storage


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays, with the name they go by everywhere.

    Met in the server `guild_id` they have a nickname there, or none, and roles; None when they were met
    elsewhere.
    """

    id: int
    name: str
    guild_id: int | None = None
    nickname: str | None = None
    roles: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is played: a channel, in a server or not; `parent_id` is the channel of a thread.

    `by_clicks` where the bot is no member: it can do nothing there by itself, only answer people's clicks.
    """

    channel_id: int
    guild_id: int | None
    by_clicks: bool = False
    parent_id: int | None = None

    @classmethod
    def of(cls, game: Game, parent_id: int | None = None) -> Place:
        """Where a stored game is played."""
        return cls(game.channel_id, game.guild_id, game.by_clicks, parent_id)

    @property
    def is_private_chat(self) -> bool:
        """Whether nobody but the person and the bot is there."""
        return self.guild_id is None and not self.by_clicks


async def remember(storage: Storage, *people: Person) -> None:
    """Note the names of people who play, or are to play."""
    for person in people:
        await storage.people.remember(person.id, person.name, person.guild_id, person.nickname)


class Names:
    """Names that players go by, as servers and pictures show them."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def refresh(self, person: Person) -> None:
        """Store a person's current names if they have ever played."""
        if await self._storage.people.knows(person.id):
            await remember(self._storage, person)

    async def of_players(self, game: Game, guild_id: int | None) -> tuple[str | None, str | None]:
        """Return both people's names in a server (None: elsewhere); None for computers and unknown people."""
        first, second = game.seats
        return await self._of(first.player_id, guild_id), await self._of(second.player_id, guild_id)

    async def _of(self, player_id: int | None, guild_id: int | None) -> str | None:
        if player_id is None:
            return None
        name = await self._storage.people.name(player_id, guild_id)
        return None if name == str(player_id) else name


class Blocking:
    """Who blocks whom."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def add(self, who: Person, other: Person) -> None:
        """From now on these two start no game with each other; nobody is told. Those they have go on."""
        if who.id == other.id:
            raise refusals.SelfBlock
        await remember(self._storage, who, other)
        with refusals.refusing_at_limits(who.id):
            await self._storage.blocks.add(who.id, other.id)

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
