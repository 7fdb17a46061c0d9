"""Discord roles for achievements: which ones servers give, and who still has to get them.

A server's role for an achievement is one of its settings. A grant is queued in the transaction that stores
the achievement, so none is lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, exists, select, union, update

from data.db.rows import read_all
from data.db.store import Store, reading, upsert, writing
from data.tables.people import preferences
from data.tables.puzzles import puzzle_posts, puzzle_tries
from data.tables.standings import achievements, results, role_grants

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy import ColumnElement, CompoundSelect, Connection, FromClause, Select

    from data.db.chores import Pending

ROLE = "role:"
"""Beginning of the names of server settings that name the role for an achievement."""


@dataclass(frozen=True, slots=True)
class RoleGrant:
    """A role that a person is to get in a server, or to lose if they have not earned it after all, and the
    failed attempts so far."""

    guild_id: int
    player_id: int
    achievement: str
    role_id: int
    failures: int
    earned: bool = True


def roles_due(pending: Pending) -> ColumnElement[bool]:
    """True while roles wait to be given or taken away."""
    return pending.here(role_grants.c.guild_id, role_grants.c.due_at <= pending.now)


class RoleGrantStore(Store):
    @writing
    def queue(self, connection: Connection, guild_id: int, player_id: int | None = None) -> None:
        """Queue the roles of a server for everyone known there who has earned them, or for one person.

        What was given or refused before is not queued again, unless the server has chosen another role.
        """
        people = {player_id}
        if player_id is None:
            people = set(connection.scalars(_people_in(guild_id)))
        queue_roles(connection, {person for person in people if person is not None}, self._clock(), guild_id)

    @reading
    def due(self, connection: Connection, limit: int) -> tuple[RoleGrant, ...]:
        """Return roles to be given or taken now, in the order of their times."""
        earned = exists().where(*_earned(role_grants)).label("earned")
        found = select(role_grants, earned).where(role_grants.c.due_at <= self._clock())
        here = self._database.share.within(found, role_grants.c.guild_id)
        in_order = here.order_by(role_grants.c.due_at, *role_grants.primary_key)
        return read_all(connection, RoleGrant, in_order.limit(limit))

    @writing
    def record_done(self, connection: Connection, grant: RoleGrant) -> None:
        """Note that a role was given, or never can be."""
        _change(connection, grant, due_at=None, failures=0)

    @writing
    def record_failure(self, connection: Connection, grant: RoleGrant, retry_at: datetime) -> None:
        _change(connection, grant, due_at=retry_at, failures=grant.failures + 1)

    @writing
    def drop(self, connection: Connection, grant: RoleGrant) -> None:
        """Forget a grant: of a role that was taken back, or to a person who is not in the server.

        It is queued again once they have earned it again, or play there.
        """
        connection.execute(delete(role_grants).where(*_this(grant)))

    @writing
    def forget(self, connection: Connection, guild_id: int, achievement: str) -> None:
        """Forget all grants of a server for an achievement; people keep what they have."""
        these = (role_grants.c.guild_id == guild_id, role_grants.c.achievement == achievement)
        connection.execute(delete(role_grants).where(*these))

    @writing
    def retry(self, connection: Connection, guild_id: int) -> None:
        """Make the failed grants of a server due now."""
        these = (role_grants.c.guild_id == guild_id, role_grants.c.due_at.is_not(None))
        connection.execute(update(role_grants).where(*these).values(due_at=self._clock(), failures=0))


def queue_roles(
    connection: Connection, people: Collection[int], now: datetime, guild_id: int | None = None
) -> None:
    for player_id in sorted(people):
        servers = {guild_id} if guild_id is not None else set(connection.scalars(_servers_of(player_id)))
        mapped = connection.execute(
            select(preferences.c.owner_id, achievements.c.achievement, preferences.c.value)
            .join(achievements, preferences.c.name == ROLE + achievements.c.achievement)
            .where(
                preferences.c.owner_kind == "server",
                preferences.c.owner_id.in_(servers),
                achievements.c.player_id == player_id,
            )
        ).all()
        for server, achievement, role in mapped:
            key = {"guild_id": server, "player_id": player_id, "achievement": achievement}
            queued = {"role_id": int(role), "due_at": now, "failures": 0}
            insertion = upsert(connection, role_grants).values(**key, **queued)
            connection.execute(
                insertion.on_conflict_do_update(
                    index_elements=[*key], set_=queued, where=role_grants.c.role_id != int(role)
                )
            )


def queue_removals(connection: Connection, people: Collection[int], achievement: str, now: datetime) -> None:
    """Queue the removal of the roles that people got for an achievement they no longer have.

    A role that they also got for another achievement stays.
    """
    other = role_grants.alias("other_grants")
    lost = (role_grants.c.player_id.in_(people), role_grants.c.achievement == achievement)
    for_another = (
        exists()
        .where(
            other.c.guild_id == role_grants.c.guild_id,
            other.c.player_id == role_grants.c.player_id,
            other.c.role_id == role_grants.c.role_id,
            *_earned(other),
        )
        .correlate(role_grants)
    )
    connection.execute(delete(role_grants).where(*lost, for_another))
    connection.execute(update(role_grants).where(*lost).values(due_at=now, failures=0))


def _earned(grants: FromClause) -> tuple[ColumnElement[bool], ...]:
    return (
        achievements.c.player_id == grants.c.player_id,
        achievements.c.achievement == grants.c.achievement,
    )


def _servers_of(player_id: int) -> CompoundSelect[Any]:
    """Return a query for the servers in which a person has finished games or tried posted puzzles."""
    played = select(results.c.guild_id).where(
        results.c.player_id == player_id, results.c.guild_id.is_not(None)
    )
    tried = (
        select(puzzle_posts.c.guild_id)
        .join(puzzle_tries, puzzle_tries.c.post_id == puzzle_posts.c.id)
        .where(puzzle_tries.c.player_id == player_id, puzzle_posts.c.guild_id.is_not(None))
    )
    return union(played, tried)


def _people_in(guild_id: int) -> Select[Any]:
    """Return a query for the people with achievements who have played or tried puzzles in a server."""
    played = select(results.c.player_id).where(results.c.guild_id == guild_id)
    tried = (
        select(puzzle_tries.c.player_id)
        .join(puzzle_posts, puzzle_posts.c.id == puzzle_tries.c.post_id)
        .where(puzzle_posts.c.guild_id == guild_id)
    )
    known = union(played, tried).subquery()
    return select(achievements.c.player_id).where(achievements.c.player_id.in_(select(known))).distinct()


def _this(grant: RoleGrant) -> tuple[ColumnElement[bool], ...]:
    return (
        role_grants.c.guild_id == grant.guild_id,
        role_grants.c.player_id == grant.player_id,
        role_grants.c.achievement == grant.achievement,
        role_grants.c.role_id == grant.role_id,
    )


def _change(connection: Connection, grant: RoleGrant, **values: object) -> None:
    connection.execute(update(role_grants).where(*_this(grant)).values(**values))
