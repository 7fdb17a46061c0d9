"""Discord's Linked Roles: whose figures Discord is told, and what they are.

A change of the figures is noted in the transaction that makes it. Tokens are stored as given, encrypted.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select, update

from data.db.rows import add_row, put_row, read_all, read_one, values_of
from data.db.store import Store, reading, writing
from data.people.players import ensure_players
from data.tables.people import role_links, role_unlinks, used_states
from data.tables.puzzles import puzzle_attempts, puzzle_runs
from data.tables.standings import ratings

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection, Table

    from data.db.chores import Pending

PUSH_EVERY = timedelta(minutes=5)
"""Minimum time between two times that Discord is told of one person."""

UNLINK_WITHIN = timedelta(days=1)
"""Time after which a grant is deleted even if Discord could not be told."""

_UNITS = (ratings.c.wins, ratings.c.draws, ratings.c.losses)


@dataclass(frozen=True, slots=True)
class SealedGrant:
    """A person's grant: encrypted tokens, and when the access token expires."""

    tokens: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class RoleLink:
    """A linked person; `changes` counts those of their figures, `failures` those in a row."""

    player_id: int
    grant: SealedGrant
    linked_at: datetime
    pushed_at: datetime | None
    changes: int
    failures: int


@dataclass(frozen=True, slots=True)
class RoleUnlink:
    """A grant of an unlinked person, whose figures Discord still has to forget."""

    id: int
    grant: SealedGrant
    unlinked_at: datetime
    failures: int


@dataclass(frozen=True, slots=True)
class RoleFigures:
    """A person's figures: ratings by game that have a rank, rated games of all kinds, and solved puzzles."""

    ratings: Mapping[str, float]
    rated_games: int
    puzzles: int


def figures_due(pending: Pending) -> ColumnElement[bool]:
    """True while Discord waits for the figures of linked people, or has to forget those of unlinked ones."""
    return pending.once(
        pending.anywhere(role_links.c.player_id, role_links.c.due_at <= pending.now),
        pending.anywhere(role_unlinks.c.id, role_unlinks.c.due_at <= pending.now),
    )


class RoleLinkStore(Store):
    @writing
    def put(self, connection: Connection, player_id: int, grant: SealedGrant) -> RoleLink:
        """Link a person; their figures are due at once. A former grant is replaced."""
        now = self._clock()
        ensure_players(connection, [player_id])
        values = values_of(grant, player_id=player_id, linked_at=now, pushed_at=None, due_at=now, failures=0)
        put_row(connection, role_links, values, first={"changes": 0})
        link = _find(connection, player_id)
        assert link is not None
        return link

    @writing
    def use_state(self, connection: Connection, state: str, lifetime: timedelta) -> bool:
        """Use up a visit's state, which is remembered for `lifetime`; returns False if it was before."""
        now = self._clock()
        connection.execute(delete(used_states).where(used_states.c.used_at < now - lifetime))
        values = {"hash": sha256(state.encode()).hexdigest(), "used_at": now}
        return add_row(connection, used_states, values)

    @reading
    def of(self, connection: Connection, player_id: int) -> RoleLink | None:
        return _find(connection, player_id)

    @reading
    def due(self, connection: Connection, limit: int) -> tuple[RoleLink, ...]:
        """Return links whose figures are due, in the order of their times."""
        links = select(role_links).where(role_links.c.due_at <= self._clock())
        query = links.order_by(role_links.c.due_at, role_links.c.player_id).limit(limit)
        return read_all(connection, RoleLink, query)

    @reading
    def due_unlinks(self, connection: Connection, limit: int) -> tuple[RoleUnlink, ...]:
        """Return grants whose figures Discord is to forget now, in the order of their times."""
        unlinks = select(role_unlinks).where(role_unlinks.c.due_at <= self._clock())
        query = unlinks.order_by(role_unlinks.c.due_at, role_unlinks.c.id).limit(limit)
        return read_all(connection, RoleUnlink, query)

    @reading
    def figures(self, connection: Connection, player_id: int) -> RoleFigures:
        """Return a person's figures; ratings are those of games between people on the usual board."""
        mine = ratings.c.player_id == player_id
        usual = (ratings.c.pool == "people", ratings.c.board == "", ratings.c.listed_until > self._clock())
        ranked = connection.execute(select(ratings.c.game, ratings.c.value).where(mine, *usual))
        rated = select(func.sum(sum(_UNITS[1:], _UNITS[0]))).where(mine, ratings.c.pool != "puzzles")
        alone = select(func.count()).where(
            puzzle_attempts.c.player_id == player_id, puzzle_attempts.c.solved_at.is_not(None)
        )
        in_runs = select(func.sum(puzzle_runs.c.score)).where(puzzle_runs.c.player_id == player_id)
        return RoleFigures(
            {row.game: row.value for row in ranked},
            int(connection.scalar(rated) or 0),
            int(connection.scalar(alone) or 0) + int(connection.scalar(in_runs) or 0),
        )

    @writing
    def record_pushed(self, connection: Connection, link: RoleLink, again_at: datetime) -> None:
        """Note that Discord was told the figures, to be told again at `again_at` without a change.

        If they have changed meanwhile, it is told again soon.
        """
        now = self._clock()
        this = role_links.c.player_id == link.player_id
        changes = connection.scalar(select(role_links.c.changes).where(this))
        due_at = again_at if changes == link.changes else now + PUSH_EVERY
        connection.execute(update(role_links).where(this).values(pushed_at=now, due_at=due_at, failures=0))

    @writing
    def record_failure(self, connection: Connection, link: RoleLink, retry_at: datetime) -> None:
        this = role_links.c.player_id == link.player_id
        connection.execute(update(role_links).where(this).values(due_at=retry_at, failures=link.failures + 1))

    @writing
    def renew(self, connection: Connection, link: RoleLink | RoleUnlink, grant: SealedGrant) -> bool:
        """Replace a grant, unless it was replaced or deleted meanwhile; returns whether it was."""
        table, this = _row_of(link)
        return connection.execute(update(table).where(*this).values(values_of(grant))).rowcount > 0

    @writing
    def drop(self, connection: Connection, link: RoleLink | RoleUnlink) -> bool:
        """Delete a grant that is worthless or done with; returns False if it was replaced meanwhile."""
        table, this = _row_of(link)
        return connection.execute(delete(table).where(*this)).rowcount > 0

    @writing
    def unlink(self, connection: Connection, player_id: int) -> bool:
        """Unlink a person, whose figures Discord is to forget now; returns whether they were linked."""
        return unlink(connection, player_id, self._clock())

    @writing
    def record_unlink_failure(self, connection: Connection, unlink: RoleUnlink, retry_at: datetime) -> None:
        """Note a failure and when to try again; after UNLINK_WITHIN the grant is deleted instead."""
        this = role_unlinks.c.id == unlink.id
        if retry_at > unlink.unlinked_at + UNLINK_WITHIN:
            connection.execute(delete(role_unlinks).where(this))
            return
        values = {"due_at": retry_at, "failures": unlink.failures + 1}
        connection.execute(update(role_unlinks).where(this).values(**values))

    @writing
    def forget_unlinks(self, connection: Connection) -> None:
        """Delete all grants of unlinked people: Discord can't be told."""
        connection.execute(delete(role_unlinks))

    @reading
    def sealed(self, connection: Connection, after: int, limit: int) -> tuple[RoleLink, ...]:
        """Return some links of people with higher ids than `after`, by id."""
        links = select(role_links).where(role_links.c.player_id > after)
        query = links.order_by(role_links.c.player_id).limit(limit)
        return read_all(connection, RoleLink, query)

    @reading
    def sealed_unlinks(self, connection: Connection, after: int, limit: int) -> tuple[RoleUnlink, ...]:
        """Return some grants of unlinked people with higher ids than `after`, by id."""
        unlinks = select(role_unlinks).where(role_unlinks.c.id > after)
        query = unlinks.order_by(role_unlinks.c.id).limit(limit)
        return read_all(connection, RoleUnlink, query)


def _row_of(link: RoleLink | RoleUnlink) -> tuple[Table, tuple[ColumnElement[bool], ...]]:
    """Return the table of a grant, and conditions for its row."""
    if isinstance(link, RoleLink):
        this = (role_links.c.player_id == link.player_id, role_links.c.tokens == link.grant.tokens)
        return role_links, this
    return role_unlinks, (role_unlinks.c.id == link.id,)


def record_figures(connection: Connection, people: Collection[int], now: datetime) -> None:
    """Note that people's figures have changed: Discord is told of those who are linked."""
    linked = connection.execute(
        select(role_links.c.player_id, role_links.c.pushed_at, role_links.c.due_at, role_links.c.failures)
        .where(role_links.c.player_id.in_(people))
        .order_by(role_links.c.player_id)
    )
    for player_id, pushed_at, due_at, failures in linked.all():
        soon = now if pushed_at is None else max(now, pushed_at + PUSH_EVERY)
        if failures:
            # Discord may have said when to come back.
            soon = due_at
        connection.execute(
            update(role_links)
            .where(role_links.c.player_id == player_id)
            .values(changes=role_links.c.changes + 1, due_at=min(due_at, soon))
        )


def unlink(connection: Connection, player_id: int, now: datetime) -> bool:
    """Unlink a person; see `RoleLinkStore.unlink`."""
    link = _find(connection, player_id)
    if link is None:
        return False
    values = values_of(link.grant, unlinked_at=now, due_at=now, failures=0)
    connection.execute(insert(role_unlinks).values(values))
    connection.execute(delete(role_links).where(role_links.c.player_id == player_id))
    return True


def _find(connection: Connection, player_id: int) -> RoleLink | None:
    return read_one(connection, RoleLink, select(role_links).where(role_links.c.player_id == player_id))
