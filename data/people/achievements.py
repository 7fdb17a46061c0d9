"""Achievements: what people have earned, what may still be one, what is to be announced; and roles for them.

A server's role for an achievement is one of its settings. A grant is queued in the transaction that stores
the achievement, so none is lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import case, delete, exists, func, or_, select, text, union, update

from data.db.rows import add_row, column, read_all, values_of
from data.db.store import Store, hold_players, reading, upsert, writing
from data.tables.people import players, preferences
from data.tables.playing import games
from data.tables.puzzles import puzzle_posts, puzzle_tries
from data.tables.standings import (
    UNEXAMINED_WIN,
    achievements,
    results,
    reviews,
    role_grants,
    untold_achievements,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, CompoundSelect, Connection, FromClause, Select

    from data.db.chores import Pending


@dataclass(frozen=True, slots=True)
class Achievement:
    key: str = field(metadata=column("achievement"))
    earned_at: datetime
    game_id: int | None


@dataclass(frozen=True, slots=True)
class NewAchievement:
    """An achievement to be stored; it is announced in a channel until `tell_by` (None: not at all)."""

    player_id: int
    key: str
    earned_at: datetime
    game_id: int | None = None
    guild_id: int | None = None
    channel_id: int | None = None
    tell_by: datetime | None = None


@dataclass(frozen=True, slots=True)
class LevelWin:
    game_id: int
    seat: int
    player_id: int
    game: str
    options: str
    computer: str
    guild_id: int | None
    channel_id: int
    by_clicks: bool
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class FreshReview:
    game_id: int
    guild_id: int | None
    channel_id: int
    finished_at: datetime


@dataclass(frozen=True, slots=True)
class Solves:
    """A person's solved puzzles of one server that were not examined, and the latest one of them."""

    player_id: int
    guild_id: int
    channel_id: int
    solved_at: datetime


@dataclass(frozen=True, slots=True)
class Examined:
    wins: Sequence[LevelWin] = ()
    reviews: Sequence[FreshReview] = ()
    solves: Sequence[Solves] = ()


@dataclass(frozen=True, slots=True)
class Untold:
    """Achievements of a person that are to be announced in a channel."""

    player_id: int
    guild_id: int | None
    channel_id: int
    tell_by: datetime
    keys: tuple[str, ...]


def achievements_due(pending: Pending) -> ColumnElement[bool]:
    """True while wins, reviews and solved puzzles wait to be examined, or achievements to be announced."""
    return or_(
        pending.here(results.c.guild_id, text(UNEXAMINED_WIN)),
        pending.here(reviews.c.guild_id, reviews.c.examined.is_(None), reviews.c.finished_at.is_not(None)),
        pending.here(
            puzzle_posts.c.guild_id,
            puzzle_posts.c.id == puzzle_tries.c.post_id,
            puzzle_tries.c.examined.is_(None),
            puzzle_tries.c.solved_at.is_not(None),
            puzzle_posts.c.day.is_not(None),
        ),
        pending.here(untold_achievements.c.guild_id),
    )


class AchievementStore(Store):
    """Achievements: at most one of each kind per person."""

    @reading
    def of(self, connection: Connection, player_id: int) -> tuple[Achievement, ...]:
        theirs = select(achievements).where(achievements.c.player_id == player_id)
        in_order = theirs.order_by(achievements.c.earned_at, achievements.c.achievement)
        return read_all(connection, Achievement, in_order)

    @reading
    def wins(self, connection: Connection, limit: int) -> tuple[LevelWin, ...]:
        """Return rated wins against the computer that were not examined, oldest first."""
        other = case((results.c.seat == 0, games.c.second_computer), else_=games.c.first_computer)
        query = (
            select(
                *results.c["game_id", "seat", "player_id", "game", "guild_id", "finished_at"],
                *games.c["options", "channel_id", "by_clicks"],
                other.label("computer"),
            )
            .join(games, games.c.id == results.c.game_id)
            .where(text(_OF_RESULTS))
            .order_by(results.c.finished_at, results.c.game_id)
            .limit(limit)
        )
        here = self._database.share.within(query, results.c.guild_id)
        return read_all(connection, LevelWin, here)

    @reading
    def reviews(self, connection: Connection, limit: int) -> tuple[FreshReview, ...]:
        """Return finished reviews that were not examined, oldest first."""
        query = (
            select(reviews)
            .where(reviews.c.examined.is_(None), reviews.c.finished_at.is_not(None))
            .order_by(reviews.c.finished_at, reviews.c.game_id)
            .limit(limit)
        )
        here = self._database.share.within(query, reviews.c.guild_id)
        return read_all(connection, FreshReview, here)

    @reading
    def solves(self, connection: Connection, limit: int) -> tuple[Solves, ...]:
        """Return whose solved daily puzzles were not examined, by person and server."""
        query = (
            select(
                puzzle_tries.c.player_id,
                puzzle_posts.c.guild_id,
                func.max(puzzle_posts.c.channel_id),
                func.max(puzzle_tries.c.solved_at),
            )
            .join(puzzle_posts, puzzle_posts.c.id == puzzle_tries.c.post_id)
            .where(
                puzzle_tries.c.examined.is_(None),
                puzzle_tries.c.solved_at.is_not(None),
                puzzle_posts.c.guild_id.is_not(None),
                puzzle_posts.c.day.is_not(None),
            )
            .group_by(puzzle_tries.c.player_id, puzzle_posts.c.guild_id)
            .order_by(puzzle_tries.c.player_id, puzzle_posts.c.guild_id)
            .limit(limit)
        )
        here = self._database.share.within(query, puzzle_posts.c.guild_id)
        return tuple(Solves(*row) for row in connection.execute(here))

    @writing
    def award(
        self, connection: Connection, new: Sequence[NewAchievement], examined: Examined | None = None
    ) -> tuple[NewAchievement, ...]:
        """Store achievements and what was examined for them; returns those that people did not have.

        Roles that servers give for them are queued. People who have deleted their data get none.
        """
        earned = _insert(connection, new)
        queue_roles(connection, {award.player_id for award in earned}, self._clock())
        if examined is not None:
            _mark(connection, examined)
        return earned

    # --- announcements -------------------------------------------------------------------------------

    @reading
    def untold(self, connection: Connection) -> tuple[Untold, ...]:
        """Return the achievements to be announced, by person and channel."""
        here = self._database.share.within(select(untold_achievements), untold_achievements.c.guild_id)
        in_order = (untold_achievements.c.tell_by, untold_achievements.c.achievement)
        groups: dict[tuple[int, int], Untold] = {}
        for row in connection.execute(here.order_by(*in_order)):
            before = groups.get((row.player_id, row.channel_id))
            keys = (*(() if before is None else before.keys), row.achievement)
            untold = Untold(row.player_id, row.guild_id, row.channel_id, row.tell_by, keys)
            groups[row.player_id, row.channel_id] = untold
        return tuple(groups.values())

    @writing
    def record_told(self, connection: Connection, player_id: int, keys: Collection[str]) -> None:
        """Note that achievements were announced, or never will be."""
        untold = untold_achievements
        these = (untold.c.player_id == player_id, untold.c.achievement.in_(keys))
        connection.execute(delete(untold).where(*these))


def take_back(connection: Connection, player_ids: Collection[int], key: str, now: datetime) -> None:
    """Delete an achievement that people turn out not to have earned; they lose the roles for it, too."""
    for table in (achievements, untold_achievements):
        these = (table.c.player_id.in_(player_ids), table.c.achievement == key)
        connection.execute(delete(table).where(*these))
    queue_removals(connection, player_ids, key, now)


_OF_RESULTS = " AND ".join(f"results.{part}" for part in UNEXAMINED_WIN.split(" AND "))
"""The condition of the index with the name of its table, since `games` has columns of the same names."""


def _insert(connection: Connection, new: Sequence[NewAchievement]) -> tuple[NewAchievement, ...]:
    people = {award.player_id for award in new}
    hold_players(connection, people)
    known = set(connection.scalars(select(players.c.id).where(players.c.id.in_(people))))
    earned = []
    for award in new:
        if award.player_id not in known:
            continue
        values = values_of(Achievement(award.key, award.earned_at, award.game_id), player_id=award.player_id)
        if not add_row(connection, achievements, values):
            continue
        earned.append(award)
        if award.channel_id is not None and award.tell_by is not None:
            told = {"player_id": award.player_id, "achievement": award.key, "tell_by": award.tell_by}
            place = {"guild_id": award.guild_id, "channel_id": award.channel_id}
            add_row(connection, untold_achievements, told | place)
    return tuple(earned)


def _mark(connection: Connection, examined: Examined) -> None:
    for win in examined.wins:
        this = (results.c.game_id == win.game_id, results.c.seat == win.seat)
        connection.execute(update(results).where(*this).values(examined=True))
    for review in examined.reviews:
        connection.execute(update(reviews).where(reviews.c.game_id == review.game_id).values(examined=True))
    for solves in examined.solves:
        posts = select(puzzle_posts.c.id).where(puzzle_posts.c.guild_id == solves.guild_id)
        connection.execute(
            update(puzzle_tries)
            .where(
                puzzle_tries.c.player_id == solves.player_id,
                # One solved meanwhile is still to be examined.
                puzzle_tries.c.solved_at <= solves.solved_at,
                puzzle_tries.c.post_id.in_(posts),
            )
            .values(examined=True)
        )


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
        query = select(role_grants, earned).where(role_grants.c.due_at <= self._clock())
        here = self._database.share.within(query, role_grants.c.guild_id)
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
