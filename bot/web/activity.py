"""Which game the Activity shows to whom.

Discord says which people are in an instance of the Activity and in which channel it is. People see the games
of that channel, their own ones, and those in channels that everyone in a server sees.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cachetools import LRUCache

from bot.account.linked_roles.connections import exchange_budget
from bot.core.fields import Frozen
from bot.core.runtime import Monotonic
from bot.core.snapshot import GameSnapshot
from bot.core.visitors import Groups, MinuteBudget, alone
from bot.features import Kit
from bot.play.web_links import Activities, IsPublic, game_of
from data.games.my_games import MyGamesStore
from data.games.records import Game, GameState

MAX_OFFERED = 20
"""Maximum games to choose from."""

FRESH_SECONDS = 20.0
"""Time for which Discord's answer about an instance is used again."""

MAX_LOOKUPS, MAX_LOOKUPS_NETWORK = 240, 60
"""Maximum instances that visitors name within a minute and Discord is asked about, of all and of a network.

People in the Activity come from the few networks of Discord's proxy.
"""

MAX_INSTANCES = 1000
"""Maximum instances that are remembered, for outages of Discord."""


class Instance(Frozen):
    """An instance of the Activity, as Discord knows it: its place and the people in it."""

    channel_id: int
    guild_id: int | None
    people: frozenset[int]


class InstancesUnknownError(Exception):
    """Discord doesn't say who is in an instance."""


class TooManyQuestionsError(InstancesUnknownError):
    """Discord is not asked: a person, or a visitor's network, has named too many instances."""


class Instances:
    """Instances, which Discord is asked about now and then."""

    def __init__(self, ask: Callable[[str], Awaitable[Instance | None]], clock: Monotonic) -> None:
        """`ask` finds an instance, None for one that has ended; it may raise `InstancesUnknownError`."""
        self._ask = ask
        self._clock = clock
        self._known: LRUCache[str, tuple[float, Instance]] = LRUCache(MAX_INSTANCES)
        self._budget = exchange_budget()
        self._lookups = MinuteBudget(MAX_LOOKUPS, MAX_LOOKUPS_NETWORK)

    async def exists(self, instance_id: str, groups: Groups) -> bool:
        """Return whether an instance exists that a visitor of these groups names; may raise, too."""
        return await self._find(instance_id, None, self._lookups, groups) is not None

    async def with_person(self, instance_id: str, person_id: int) -> Instance | None:
        """Return an instance that a person is in, None if they are not.

        During an outage of Discord what was known last counts, else `InstancesUnknownError` is raised.
        """
        known = await self._find(instance_id, person_id, self._budget, alone(person_id))
        return known if known is not None and person_id in known.people else None

    async def _find(
        self, instance_id: str, person_id: int | None, budget: MinuteBudget, groups: Groups
    ) -> Instance | None:
        asked_at, known = self._known.get(instance_id, (float("-inf"), None))
        fresh = self._clock() - asked_at < FRESH_SECONDS
        # Who has just joined is not in an older answer.
        if known is None or not fresh or (person_id is not None and person_id not in known.people):
            try:
                if not budget.admit(groups, self._clock()):
                    raise TooManyQuestionsError
                known = await self._ask(instance_id)
            except InstancesUnknownError:
                if known is None:
                    raise
            else:
                if known is None:
                    self._known.pop(instance_id, None)
                else:
                    self._known[instance_id] = (self._clock(), known)
        return known


class ActivityGames:
    """Finds the games that people may see in an instance."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._activities = kit[Activities]
        self._is_public = kit[IsPublic]

    async def visible(self, game_id: int | None, person_id: int, instance: Instance) -> Game | None:
        game = None if game_id is None else await self._storage.game(game_id)
        if game is None or game.state in (GameState.OFFERED, GameState.CLOSED):
            return None
        if game.channel_id == instance.channel_id or GameSnapshot.of(game).side_of(person_id) is not None:
            return game
        return game if self._is_public(game.guild_id, game.channel_id) else None

    async def chosen(self, custom_id: str, person_id: int, instance: Instance) -> Game | None:
        """Return the game that a person means: that of a link, of their last press, or their latest there."""
        pressed = self._activities.pressed(person_id, instance.channel_id)
        for game_id in (game_of(custom_id), pressed):
            if (game := await self.visible(game_id, person_id, instance)) is not None:
                return game
        own = await self._storage[MyGamesStore].in_channel(person_id, instance.channel_id)
        return await self._storage.game(own[0].id) if own else None

    async def offered(self, instance: Instance) -> tuple[Game, ...]:
        """Return games in progress in the channel to choose from, latest activity first."""
        return (await self._storage.playing_games(channel_id=instance.channel_id))[:MAX_OFFERED]
