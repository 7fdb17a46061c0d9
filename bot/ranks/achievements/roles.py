"""Discord roles for achievements: a server chooses them, and everyone known there who has earned one gets it.

Who is to get which role is stored with the achievement, or with the server's choice, and given in the
background: a restart loses nothing. A role that was given once is not given again, since moderators may have
taken it away for a reason. It is taken away if a correction takes the achievement away.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from enum import Enum, auto
from typing import ClassVar, Protocol

import structlog

from bot.core.background import Backoff, PendingWork
from bot.features import Kit
from bot.preferences import preferences
from bot.preferences.preferences import Preferences
from bot.ranks.achievements.achievements import AchievementKey
from data.db.chores import Chore
from data.people.achievements import ROLE, RoleGrant, RoleGrantStore, roles_due
from data.people.preferences import Owner, PreferenceStore

log = structlog.get_logger(__name__)

BATCH = 50
"""Roles given per periodic pass, one after the other: Discord takes few at a time."""

RETRY = Backoff(timedelta(minutes=1), timedelta(hours=6))
"""Delays after lost connections and outages."""

RETRY_FORBIDDEN = Backoff(timedelta(hours=1), timedelta(days=1))
"""Delays while the bot lacks the permission; Discord counts refused requests against it."""

MAX_FAILURES = 60
"""Failures after which a role is given up: about two months without the permission."""


class Given(Enum):
    """Result of an attempt to give or take a role."""

    DONE = auto()
    NO_MEMBER = auto()
    """The person is not in the server (any more)."""
    ROLE_GONE = auto()
    FORBIDDEN = auto()
    """The bot lacks the permission, or the role is above its own."""
    FAILED = auto()
    """Discord did not answer, or had a fault."""


class RoleFault(Enum):
    """Reasons why a role is not given for achievements."""

    GONE = auto()
    MANAGED = auto()
    """A role of an integration, or the one that everyone has."""
    POWERFUL = auto()
    """A role with more than harmless permissions."""
    NO_PERMISSION = auto()
    """The bot may not manage roles."""
    TOO_HIGH = auto()
    """A role that is not below the bot's own highest one."""
    NOT_YOURS = auto()
    """The person who chooses it may not give it themselves."""


class RoleGiver(Protocol):
    async def give(self, guild_id: int, player_id: int, role_id: int) -> Given:
        """Give a role to a person; never raises errors of Discord or the connection."""
        ...

    async def take(self, guild_id: int, player_id: int, role_id: int) -> Given:
        """Take a role from a person, likewise."""
        ...


class AchievementRoles(PendingWork):
    chores: ClassVar[tuple[Chore, ...]] = (roles_due,)

    def __init__(self, kit: Kit) -> None:
        super().__init__(kit.background)
        self._storage = kit.storage
        self._store = kit[RoleGrantStore]
        self._giver = kit[RoleGiver]
        self._still_there = kit[Preferences].still_there
        self._now = kit.now

    async def of_server(self, guild_id: int) -> Mapping[str, int]:
        """Return the roles of a server by achievement, without deleted roles."""
        stored = await self._storage[PreferenceStore].of(Owner("server", guild_id))
        roles = {
            name.removeprefix(ROLE): int(value)
            for name, value in stored.items()
            if name.startswith(ROLE) and AchievementKey.parse(name.removeprefix(ROLE)) is not None
        }
        return {key: role for key, role in roles.items() if self._still_there(guild_id, role)}

    async def choose(self, guild_id: int, key: str, role_id: int | None, *, manager: bool) -> None:
        """Choose a server's role for an achievement (None: none); people keep roles they have.

        Whoever has earned it gets the role in the background. Refused unless the caller is a `manager`.
        """
        if not manager:
            raise preferences.NotServerManager
        if AchievementKey.parse(key) is None:
            raise preferences.SettingGone
        stored = None if role_id is None else str(role_id)
        await self._storage[PreferenceStore].put(Owner("server", guild_id), ROLE + key, stored)
        if role_id is None:
            await self._store.forget(guild_id, key)
            return
        await self._store.queue(guild_id)
        # The permission may have been missing before.
        await self._store.retry(guild_id)
        self.recover()

    async def catch_up(self, guild_id: int, player_id: int) -> None:
        """Queue the roles of a server that a person has earned elsewhere, now that they are seen there."""
        if await self.of_server(guild_id):
            await self._store.queue(guild_id, player_id)

    async def do_pending(self) -> None:
        for grant in await self._store.due(BATCH):
            if self._background.closing:
                return
            try:
                await self._give(grant)
            except Exception:
                # A fault with one role must not stop the others.
                log.exception("role could not be given", guild=grant.guild_id, role=grant.role_id)
                await self._retry(grant, RETRY_FORBIDDEN)

    async def _give(self, grant: RoleGrant) -> None:
        change = self._giver.give if grant.earned else self._giver.take
        match await change(grant.guild_id, grant.player_id, grant.role_id):
            case Given.DONE | Given.ROLE_GONE:
                await self._conclude(grant)
            case Given.NO_MEMBER:
                await self._store.drop(grant)
            case Given.FORBIDDEN:
                await self._retry(grant, RETRY_FORBIDDEN)
            case Given.FAILED:
                await self._retry(grant, RETRY)

    async def _conclude(self, grant: RoleGrant) -> None:
        """Note that a role was given; forget one that was taken, so that it can be earned again."""
        await (self._store.record_done(grant) if grant.earned else self._store.drop(grant))

    async def _retry(self, grant: RoleGrant, backoff: Backoff) -> None:
        failures = grant.failures + 1
        if failures > MAX_FAILURES:
            log.info("role given up", guild=grant.guild_id, role=grant.role_id)
            await self._conclude(grant)
            return
        await self._store.record_failure(grant, self._now() + backoff.after(failures))
