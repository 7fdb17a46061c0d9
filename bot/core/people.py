"""Players, and the places where they play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.core.fields import Frozen
from data import Storage
from data.db.registry import Registry
from data.people.players import PeopleStore

if TYPE_CHECKING:
    from data.games.records import Game


class Person(Frozen):
    """A player, with the global name.

    Met in the server `guild_id` they have roles and maybe a nickname there; elsewhere that is None.
    """

    id: int
    name: str
    guild_id: int | None = None
    nickname: str | None = None
    roles: frozenset[int] = frozenset()


class Place(Frozen):
    """A channel where games are played, in a server or not; `parent_id` is the channel of a thread.

    `by_clicks` where the bot is no member: it can only answer clicks there.
    """

    channel_id: int
    guild_id: int | None
    by_clicks: bool = False
    parent_id: int | None = None

    @classmethod
    def of(cls, game: Game, parent_id: int | None = None) -> Place:
        return cls(game.channel_id, game.guild_id, game.by_clicks, parent_id)

    @property
    def is_private_chat(self) -> bool:
        """True if only the person and the bot are there."""
        return self.guild_id is None and not self.by_clicks


async def remember(storage: Storage, *people: Person) -> None:
    for person in people:
        await storage[PeopleStore].remember(person.id, person.name, person.guild_id, person.nickname)


class Names:
    """Names that players go by, as servers and pictures show them."""

    def __init__(self, kit: Registry) -> None:
        self._storage = kit[Storage]

    async def refresh(self, person: Person) -> None:
        """Store a person's current names if they have ever played."""
        if await self._storage[PeopleStore].knows(person.id):
            await remember(self._storage, person)

    async def of_players(self, game: Game, guild_id: int | None) -> tuple[str | None, str | None]:
        """Return both people's names in a server (None: elsewhere); None for computers and unknown people."""
        first, second = game.seats
        return await self._of(first.player_id, guild_id), await self._of(second.player_id, guild_id)

    async def of_people(self, people: Iterable[int], guild_id: int | None) -> dict[int, str]:
        """Return people's names in a server by their ids; those who are unknown are left out."""
        names = {player_id: await self._of(player_id, guild_id) for player_id in people}
        return {player_id: name for player_id, name in names.items() if name is not None}

    async def _of(self, player_id: int | None, guild_id: int | None) -> str | None:
        if player_id is None:
            return None
        name = await self._storage[PeopleStore].name(player_id, guild_id)
        return None if name == str(player_id) else name
