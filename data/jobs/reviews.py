"""Reviews of games: those under way, and what is known of every ply, which is kept for good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select, update

from data.db.errors import Limit, LimitReached
from data.db.locks import Turn, take_turns
from data.db.share import EVERYTHING, Share
from data.tables import results, reviewed_plies, reviews

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection, RowMapping

    from data.db.database import Clock, Database

_ADVISORY_LOCK = 7_415_333  # any number that no other lock has, the same in every process of ours


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """What is known of the position before a ply, for the side to move.

    `best` is a best move, `score` its score, and `played` that of the move which was made; None after the
    last move of a game that was not played out. The scores are proved when `depth` is None, otherwise
    estimates of searches to that depth, in plies. `keepers` is the number of legal moves that keep the best
    one's result; None where they were not counted.
    """

    ply: int
    best: str
    score: float
    played: float | None
    depth: int | None
    keepers: int | None = None


@dataclass(frozen=True, slots=True)
class NewReview:
    """Whose review of which game is to be made, and where its progress is shown."""

    game_id: int
    asker_id: int
    guild_id: int | None
    channel_id: int


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A review, with the plies that are known so far; the message is None until it was sent."""

    asked: NewReview
    message_id: int | None
    done: bool
    plies: tuple[ReviewedPly, ...]

    @property
    def game_id(self) -> int:
        """The game's."""
        return self.asked.game_id


class Reviews:
    """The reviews of games: one for each game, which is everybody's."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def begin(self, new: NewReview, most: int) -> tuple[StoredReview, bool]:
        """Store that a review is to be made.

        When there is one already, or one is under way, the flag is False and that one comes back. Raises
        LimitReached when `most` are under way that this person has asked for.
        """
        now = self._clock()
        return await self._database.write(lambda c: begin(c, new, most, now))

    async def of(self, game_id: int) -> StoredReview | None:
        """The review of a game, done or under way."""
        return await self._database.read(lambda c: find(c, game_id))

    async def latest_of(self, player_id: int, game: str, limit: int) -> tuple[int, ...]:
        """The last of somebody's games of one kind whose reviews are done."""
        return await self._database.read(lambda c: latest_of(c, player_id, game, limit))

    async def under_way(self) -> tuple[StoredReview, ...]:
        """Those that are not done, the oldest first."""
        share = self._database.share
        return await self._database.read(lambda c: under_way(c, share))

    async def add(self, game_id: int, ply: ReviewedPly) -> bool:
        """Keep what is known of a ply; False when no review of the game is under way any more."""
        return await self._database.write(lambda c: add(c, game_id, ply))

    async def note_message(self, game_id: int, message_id: int) -> None:
        """Keep which message shows a review."""
        await self._database.write(lambda c: note_message(c, game_id, message_id))

    async def finish(self, game_id: int) -> None:
        """Note that all plies are known."""
        now = self._clock()
        await self._database.write(lambda c: finish(c, game_id, now))

    async def drop(self, game_id: int) -> None:
        """Forget that a review is under way; the plies known so far stay for the next one."""
        await self._database.write(lambda c: drop(c, game_id))


def _review(row: RowMapping, plies: tuple[ReviewedPly, ...]) -> StoredReview:
    asked = NewReview(row["game_id"], row["asker_id"], row["guild_id"], row["channel_id"])
    return StoredReview(asked, row["message_id"], row["finished_at"] is not None, plies)


def _plies(connection: Connection, game_id: int) -> tuple[ReviewedPly, ...]:
    known = reviewed_plies.c
    rows = connection.execute(
        select(known.ply, known.best, known.score, known.played, known.depth, known.keepers)
        .where(known.game_id == game_id)
        .order_by(known.ply)
    )
    return tuple(ReviewedPly(**row) for row in rows.mappings())


def find(connection: Connection, game_id: int) -> StoredReview | None:
    """The review of a game, done or under way."""
    row = connection.execute(select(reviews).where(reviews.c.game_id == game_id)).mappings().one_or_none()
    return None if row is None else _review(row, _plies(connection, game_id))


def latest_of(connection: Connection, player_id: int, game: str, limit: int) -> tuple[int, ...]:
    """The last of somebody's games of one kind whose reviews are done."""
    found = connection.scalars(
        select(reviews.c.game_id)
        .join(results, results.c.game_id == reviews.c.game_id)
        .where(results.c.player_id == player_id, results.c.game == game, reviews.c.finished_at.is_not(None))
        .order_by(results.c.finished_at.desc(), reviews.c.game_id.desc())
        .limit(limit)
    )
    return tuple(found)


def begin(connection: Connection, new: NewReview, most: int, now: datetime) -> tuple[StoredReview, bool]:
    """Store that a review is to be made, unless there is one; the flag: it was stored."""
    take_turns(connection, (Turn.REVIEWS, new.asker_id))
    there = find(connection, new.game_id)
    if there is not None:
        return there, False
    under_way_for = select(func.count()).where(
        reviews.c.asker_id == new.asker_id, reviews.c.finished_at.is_(None)
    )
    if int(connection.scalar(under_way_for) or 0) >= most:
        raise LimitReached(Limit.REVIEWS, "person", most, new.asker_id)
    connection.execute(
        insert(reviews).values(
            game_id=new.game_id,
            asker_id=new.asker_id,
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            begun_at=now,
        )
    )
    return StoredReview(new, None, done=False, plies=_plies(connection, new.game_id)), True


def under_way(connection: Connection, share: Share = EVERYTHING) -> tuple[StoredReview, ...]:
    """Those that are not done, the oldest first."""
    here = share.within(select(reviews).where(reviews.c.finished_at.is_(None)), reviews.c.guild_id)
    rows = connection.execute(here.order_by(reviews.c.begun_at, reviews.c.game_id))
    return tuple(_review(row, _plies(connection, row["game_id"])) for row in rows.mappings().all())


def add(connection: Connection, game_id: int, ply: ReviewedPly) -> bool:
    """Keep what is known of a ply, unless no review of the game is under way."""
    going = select(reviews.c.game_id).where(reviews.c.game_id == game_id, reviews.c.finished_at.is_(None))
    if connection.scalar(going) is None:
        return False
    connection.execute(
        delete(reviewed_plies).where(reviewed_plies.c.game_id == game_id, reviewed_plies.c.ply == ply.ply)
    )
    connection.execute(
        insert(reviewed_plies).values(
            game_id=game_id,
            ply=ply.ply,
            best=ply.best,
            score=ply.score,
            played=ply.played,
            depth=ply.depth,
            keepers=ply.keepers,
        )
    )
    return True


def note_message(connection: Connection, game_id: int, message_id: int) -> None:
    """Keep which message shows a review."""
    connection.execute(update(reviews).where(reviews.c.game_id == game_id).values(message_id=message_id))


def finish(connection: Connection, game_id: int, now: datetime) -> None:
    """Note that all plies are known."""
    connection.execute(update(reviews).where(reviews.c.game_id == game_id).values(finished_at=now))


def drop(connection: Connection, game_id: int) -> None:
    """Forget a review that is under way."""
    connection.execute(delete(reviews).where(reviews.c.game_id == game_id, reviews.c.finished_at.is_(None)))
