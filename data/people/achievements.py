"""Achievements: what people have earned, what may still be one, and what is to be announced."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import case, delete, func, or_, select, text, update

from data.db.rows import add_row, column, read_all, values_of
from data.db.store import Store, hold_players, reading, writing
from data.people.role_grants import queue_removals, queue_roles
from data.tables.people import players
from data.tables.playing import games
from data.tables.puzzles import puzzle_posts, puzzle_tries
from data.tables.standings import UNEXAMINED_WIN, achievements, results, reviews, untold_achievements

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

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
        found = (
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
        here = self._database.share.within(found, results.c.guild_id)
        return read_all(connection, LevelWin, here)

    @reading
    def reviews(self, connection: Connection, limit: int) -> tuple[FreshReview, ...]:
        """Return finished reviews that were not examined, oldest first."""
        found = (
            select(reviews)
            .where(reviews.c.examined.is_(None), reviews.c.finished_at.is_not(None))
            .order_by(reviews.c.finished_at, reviews.c.game_id)
            .limit(limit)
        )
        here = self._database.share.within(found, reviews.c.guild_id)
        return read_all(connection, FreshReview, here)

    @reading
    def solves(self, connection: Connection, limit: int) -> tuple[Solves, ...]:
        """Return whose solved daily puzzles were not examined, by person and server."""
        found = (
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
        here = self._database.share.within(found, puzzle_posts.c.guild_id)
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
