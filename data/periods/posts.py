"""The boards of past weeks and seasons that servers get, each once, and the badges of seasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, func, insert, or_, select, text, update

from data.db.rows import add_row, read_all, read_one, values_of
from data.db.store import ShownStore, hold_players, reading, writing
from data.tables.people import players
from data.tables.periods import BOARD_NOT_SENT, board_posts, next_boards, season_badges

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending


class NextRanking(NamedTuple):
    """The period that a server's next board of a kind is about, by its first day, and when it is due."""

    guild_id: int
    span: str
    first_day: str
    due_at: datetime


@dataclass(frozen=True, slots=True)
class RankingPost:
    """A board posted in a channel; the message is None until it is known."""

    id: int
    guild_id: int
    span: str
    first_day: str
    channel_id: int
    message_id: int | None
    posted_at: datetime


class SeasonBadge(NamedTuple):
    """A person's place among the first three of a season, by its first day."""

    player_id: int
    first_day: str
    place: int
    points: int


def boards_due(pending: Pending) -> ColumnElement[bool]:
    """True while boards wait to be posted."""
    return or_(
        pending.here(board_posts.c.guild_id, text(BOARD_NOT_SENT)),
        pending.here(next_boards.c.guild_id, next_boards.c.due_at <= pending.now),
    )


class RankingPostStore(ShownStore):
    """What servers get next, the boards that were posted, and the badges of seasons."""

    table = board_posts

    @reading
    def scheduled(self, connection: Connection) -> tuple[NextRanking, ...]:
        """Return the next boards of all servers, the first one due first."""
        here = self._database.share.within(select(next_boards), next_boards.c.guild_id)
        return read_all(connection, NextRanking, here.order_by(next_boards.c.due_at, next_boards.c.guild_id))

    @reading
    def scheduled_in(self, connection: Connection, guild_id: int) -> tuple[NextRanking, ...]:
        this = next_boards.c.guild_id == guild_id
        return read_all(connection, NextRanking, select(next_boards).where(this))

    @writing
    def schedule(self, connection: Connection, guild_id: int, boards: Sequence[NextRanking]) -> None:
        """Replace what a server gets next; without boards, it gets none."""
        connection.execute(delete(next_boards).where(next_boards.c.guild_id == guild_id))
        if boards:
            connection.execute(insert(next_boards), list(map(values_of, boards)))

    @writing
    def conclude(
        self,
        connection: Connection,
        board: NextRanking,
        following: NextRanking,
        channel_id: int | None,
        badges: Sequence[SeasonBadge] = (),
    ) -> RankingPost | None:
        """Store that a period is over: its board to be posted, if any, the badges, and the following period.

        Nothing is stored, and None returned, if the server's next board is another one by now.
        """
        this = (next_boards.c.guild_id == board.guild_id, next_boards.c.span == board.span)
        moved = connection.execute(
            update(next_boards)
            .where(*this, next_boards.c.first_day == board.first_day)
            .values(first_day=following.first_day, due_at=following.due_at)
        )
        if not moved.rowcount:
            return None
        _add_badges(connection, board, badges)
        if channel_id is None:
            return None
        post = {"guild_id": board.guild_id, "span": board.span, "first_day": board.first_day}
        if not add_row(
            connection, board_posts, {**post, "channel_id": channel_id, "posted_at": self._clock()}
        ):
            return None
        return read_one(connection, RankingPost, select(board_posts).filter_by(**post))

    @reading
    def not_sent(self, connection: Connection) -> tuple[RankingPost, ...]:
        """Return the boards whose messages are not known, oldest first."""
        these = select(board_posts).where(text(BOARD_NOT_SENT)).order_by(board_posts.c.posted_at)
        return read_all(connection, RankingPost, self._database.share.within(these, board_posts.c.guild_id))

    @reading
    def find(self, connection: Connection, post_id: int) -> RankingPost | None:
        return read_one(connection, RankingPost, select(board_posts).where(board_posts.c.id == post_id))

    @reading
    def badges_of(
        self, connection: Connection, player_id: int, limit: int
    ) -> tuple[tuple[SeasonBadge, ...], int]:
        """Return a person's latest badges, and how many they have."""
        mine = season_badges.c.player_id == player_id
        order = (season_badges.c.first_day.desc(), season_badges.c.place, season_badges.c.guild_id)
        query = select(season_badges).where(mine).order_by(*order).limit(limit)
        latest = read_all(connection, SeasonBadge, query)
        return latest, connection.scalar(select(func.count()).select_from(season_badges).where(mine)) or 0


def _add_badges(connection: Connection, board: NextRanking, badges: Sequence[SeasonBadge]) -> None:
    people = {badge.player_id for badge in badges}
    hold_players(connection, people)
    # Those who have deleted their data meanwhile get none.
    known = set(connection.scalars(select(players.c.id).where(players.c.id.in_(people))))
    for badge in badges:
        if badge.player_id in known:
            server = {"guild_id": board.guild_id, "earned_at": board.due_at}
            add_row(connection, season_badges, values_of(badge, **server))
