"""Puzzles posted in channels, by command or daily, and streaks of daily puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, exists, func, or_, select, update

from data.db.rows import add_row, insert_row, put_row, read_all, read_one, record_of, values_of
from data.db.store import ShownStore, reading, writing
from data.people.players import ensure_players
from data.puzzles.puzzles import Attempt
from data.tables.puzzles import daily_puzzles, puzzle_attempts, puzzle_posts, puzzle_tries

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, timedelta

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending


class StreakDay(NamedTuple):
    """A day with a daily puzzle, in ISO format, and whether its answer has come."""

    day: str
    over: bool


class Streak(NamedTuple):
    """Daily puzzles in a row that were solved before their answers: the current run and the best.

    A run survives one missed day in each calendar month, its freeze, which does not count. `frozen` is the
    last such day in the current run, and `freeze_left` true if the month of the latest puzzle has its freeze.
    """

    current: int
    best: int
    frozen: str | None = None
    freeze_left: bool = True


def streak_of(days: Sequence[StreakDay], solved: Sequence[int]) -> Streak:
    """Return the streak of a person who has solved the puzzles of the days at these indices, all in order.

    It takes time that grows with the days they solved, and not with all of them.
    """
    run = best = 0
    frozen: str | None = None
    used = ""
    for at, end in pairwise((*solved, len(days))):
        run += 1
        best = max(best, run)
        for missed in range(at + 1, end):
            day, over = days[missed]
            if not over:
                continue
            if used == day[:7]:
                run, frozen = 0, None
                break
            used, frozen = day[:7], day
    month = days[-1].day[:7] if days else ""
    return Streak(run, best, frozen, used != month or not month)


@dataclass(frozen=True, slots=True)
class NewPuzzlePost:
    """A puzzle to be posted in a channel.

    `day` is that of a daily puzzle, in ISO format, whose answer is posted at `answer_at`; None for others.
    """

    puzzle: str
    guild_id: int | None
    channel_id: int
    by_clicks: bool = False
    day: str | None = None
    answer_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PuzzlePost:
    """A puzzle posted in a channel; the message is None until it is known.

    `answered` is true once the answer is public, and `answer_at` None once the message has it. The message
    names `shown` solvers.
    """

    id: int
    new: NewPuzzlePost
    message_id: int | None
    posted_at: datetime
    answer_at: datetime | None
    answered: bool
    shown: int


class PostSolver(NamedTuple):
    """A person who has solved a posted puzzle; `first`: at the first attempt."""

    player_id: int
    first: bool


@dataclass(frozen=True, slots=True)
class PostResults:
    """The solvers of a posted puzzle, in order, and the number of people who tried it."""

    solvers: tuple[PostSolver, ...]
    tried: int


class PostAttempt(NamedTuple):
    """An attempt at a posted puzzle by a person who tried it there; `counted`: solved before the answer."""

    attempt: Attempt
    counted: bool


def daily_puzzles_due(pending: Pending) -> ColumnElement[bool]:
    """True while daily puzzles, or their answers, wait to be posted."""
    posted_in = puzzle_posts.c.guild_id
    return or_(
        # Those all need their answer, for which there is an index.
        pending.here(posted_in, puzzle_posts.c.answer_at.is_not(None), puzzle_posts.c.message_id.is_(None)),
        pending.here(posted_in, puzzle_posts.c.answer_at <= pending.now),
        pending.here(daily_puzzles.c.guild_id, daily_puzzles.c.next_at <= pending.now),
    )


def old_puzzle_posts(pending: Pending, age: timedelta) -> ColumnElement[bool]:
    """True while posted puzzles older than `age` wait to be forgotten, except daily ones."""
    old = puzzle_posts.c.posted_at < pending.ago(age)
    return pending.anywhere(puzzle_posts.c.id, puzzle_posts.c.day.is_(None), old)


class PuzzlePostStore(ShownStore):
    """The posted puzzles, who tried them, and when servers get their next one."""

    table = puzzle_posts

    @writing
    def add(self, connection: Connection, new: NewPuzzlePost) -> PuzzlePost:
        return self._add(connection, new)

    @writing
    def add_daily(self, connection: Connection, new: NewPuzzlePost, following: datetime) -> PuzzlePost | None:
        """Store a server's puzzle of the day and when the following one is due; None if it has one
        already."""
        assert new.guild_id is not None
        _schedule(connection, new.guild_id, following)
        this = (puzzle_posts.c.guild_id == new.guild_id, puzzle_posts.c.day == new.day)
        if connection.scalar(select(puzzle_posts.c.id).where(*this)) is not None:
            return None
        return self._add(connection, new)

    def _add(self, connection: Connection, new: NewPuzzlePost) -> PuzzlePost:
        values = values_of(new, posted_at=self._clock(), answered=False, shown=0)
        post = _find(connection, insert_row(connection, puzzle_posts, values))
        assert post is not None
        return post

    @reading
    def find(self, connection: Connection, post_id: int) -> PuzzlePost | None:
        return _find(connection, post_id)

    @writing
    def record_shown(self, connection: Connection, post_id: int, solvers: int) -> None:
        """Note how many solvers the message names."""
        _change(connection, post_id, shown=solvers)

    @writing
    def record_answered(self, connection: Connection, post_id: int) -> None:
        """Note that the answer is public."""
        _change(connection, post_id, answered=True)

    @writing
    def record_answer_shown(self, connection: Connection, post_id: int) -> None:
        """Note that the message has its answer, or can never have it."""
        _change(connection, post_id, answer_at=None)

    @reading
    def results(self, connection: Connection, post_id: int) -> PostResults:
        rows = connection.execute(
            select(puzzle_tries)
            .where(puzzle_tries.c.post_id == post_id)
            .order_by(puzzle_tries.c.solved_at, puzzle_tries.c.player_id)
        ).all()
        solvers = tuple(PostSolver(row.player_id, row.first) for row in rows if row.solved_at is not None)
        return PostResults(solvers, len(rows))

    @reading
    def attempts(self, connection: Connection, post_id: int) -> tuple[PostAttempt, ...]:
        """Return the attempts at a posted puzzle: those that solved it there first, in order."""
        rows = connection.execute(
            select(puzzle_attempts, puzzle_tries.c.solved_at.label("counted_at"))
            .select_from(puzzle_tries)
            .join(puzzle_posts, puzzle_posts.c.id == puzzle_tries.c.post_id)
            .join(
                puzzle_attempts,
                (puzzle_attempts.c.player_id == puzzle_tries.c.player_id)
                & (puzzle_attempts.c.puzzle == puzzle_posts.c.puzzle),
            )
            .where(puzzle_tries.c.post_id == post_id)
            .order_by(puzzle_tries.c.solved_at.is_(None), puzzle_tries.c.solved_at, puzzle_tries.c.player_id)
        )
        return tuple(
            PostAttempt(record_of(Attempt, row), row["counted_at"] is not None) for row in rows.mappings()
        )

    @writing
    def record_try(self, connection: Connection, post_id: int, player_id: int) -> None:
        post = _find(connection, post_id)
        if post is None:
            return
        ensure_players(connection, [player_id])
        tried = {"post_id": post_id, "player_id": player_id, "first": False, "day": post.new.day}
        add_row(connection, puzzle_tries, tried)

    @writing
    def record_solved(
        self, connection: Connection, player_id: int, puzzle: str, *, first: bool
    ) -> tuple[int, ...]:
        """Note that a person has solved a puzzle; returns the unanswered posts of it that they tried."""
        tried = select(puzzle_tries.c.post_id).join(puzzle_posts, puzzle_posts.c.id == puzzle_tries.c.post_id)
        post_ids = connection.scalars(
            tried.where(
                puzzle_tries.c.player_id == player_id,
                puzzle_tries.c.solved_at.is_(None),
                puzzle_posts.c.puzzle == puzzle,
                puzzle_posts.c.answered.is_(False),
            )
        ).all()
        these = (puzzle_tries.c.player_id == player_id, puzzle_tries.c.post_id.in_(post_ids))
        connection.execute(update(puzzle_tries).where(*these).values(solved_at=self._clock(), first=first))
        return tuple(post_ids)

    @reading
    def solved_by(self, connection: Connection, player_id: int) -> tuple[int, ...]:
        """Return the posts whose messages name a person."""
        mine = (puzzle_tries.c.player_id == player_id, puzzle_tries.c.solved_at.is_not(None))
        return tuple(connection.scalars(select(puzzle_tries.c.post_id).where(*mine)))

    @reading
    def out_of_date(self, connection: Connection) -> tuple[int, ...]:
        """Return the posts whose messages do not name all solvers."""
        solved = (
            select(puzzle_tries.c.post_id, func.count().label("solvers"))
            .where(puzzle_tries.c.solved_at.is_not(None))
            .group_by(puzzle_tries.c.post_id)
            .subquery()
        )
        query = (
            select(puzzle_posts.c.id)
            .join(solved, solved.c.post_id == puzzle_posts.c.id)
            .where(puzzle_posts.c.shown != solved.c.solvers, puzzle_posts.c.message_id.is_not(None))
        )
        return tuple(connection.scalars(self._database.share.within(query, puzzle_posts.c.guild_id)))

    @reading
    def used_in(self, connection: Connection, guild_id: int) -> frozenset[str]:
        used = select(puzzle_posts.c.puzzle).where(puzzle_posts.c.guild_id == guild_id)
        return frozenset(connection.scalars(used))

    @reading
    def is_answered(self, connection: Connection, puzzle: str) -> bool:
        """Return whether the answer of a puzzle is public in some channel."""
        this = select(puzzle_posts.c.id).where(puzzle_posts.c.puzzle == puzzle, puzzle_posts.c.answered)
        return connection.scalar(this.limit(1)) is not None

    @reading
    def streak(self, connection: Connection, guild_id: int, player_id: int | None) -> Streak:
        """Return a person's streak of daily puzzles in a server, or (None) that of the whole server, where
        one solver a day is enough. An unanswered puzzle does not end it."""
        solved = [puzzle_tries.c.post_id == puzzle_posts.c.id, puzzle_tries.c.solved_at.is_not(None)]
        if player_id is not None:
            solved.append(puzzle_tries.c.player_id == player_id)
        rows = connection.execute(
            select(puzzle_posts.c.day, puzzle_posts.c.answered, exists().where(*solved).label("solved"))
            .where(puzzle_posts.c.guild_id == guild_id, puzzle_posts.c.day.is_not(None))
            .order_by(puzzle_posts.c.day)
        )
        days = rows.all()
        solved_at = [at for at, row in enumerate(days) if row.solved]
        return streak_of([StreakDay(row.day, over=row.answered) for row in days], solved_at)

    async def forget_old(self, before: datetime) -> None:
        """Delete puzzles that people posted before a time; daily ones are kept, so that none repeats."""
        old = (puzzle_posts.c.day.is_(None), puzzle_posts.c.posted_at < before)
        if await self._database.read(lambda c: c.scalar(select(puzzle_posts.c.id).where(*old).limit(1))):
            await self._database.write(lambda c: c.execute(delete(puzzle_posts).where(*old)) and None)

    # --- daily puzzles -------------------------------------------------------------------------------

    @writing
    def schedule(self, connection: Connection, guild_id: int, next_at: datetime | None) -> None:
        """Note when a server gets its next daily puzzle; None: never."""
        _schedule(connection, guild_id, next_at)

    @reading
    def scheduled(self, connection: Connection) -> dict[int, datetime]:
        here = self._database.share.within(select(daily_puzzles), daily_puzzles.c.guild_id)
        return {row.guild_id: row.next_at for row in connection.execute(here)}

    @reading
    def last_daily(self, connection: Connection, guild_id: int) -> PuzzlePost | None:
        theirs = select(puzzle_posts).where(
            puzzle_posts.c.guild_id == guild_id, puzzle_posts.c.day.is_not(None)
        )
        return read_one(connection, PuzzlePost, theirs.order_by(puzzle_posts.c.day.desc()).limit(1))

    @reading
    def not_posted(self, connection: Connection) -> tuple[PuzzlePost, ...]:
        """Return the daily puzzles whose messages are not known."""
        return self._posts(connection, puzzle_posts.c.day.is_not(None), puzzle_posts.c.message_id.is_(None))

    @reading
    def to_answer(self, connection: Connection) -> tuple[PuzzlePost, ...]:
        """Return the daily puzzles whose messages still need the answer, earliest first."""
        return self._posts(connection, puzzle_posts.c.answer_at.is_not(None))

    def _posts(self, connection: Connection, *which: ColumnElement[bool]) -> tuple[PuzzlePost, ...]:
        these = self._database.share.within(select(puzzle_posts).where(*which), puzzle_posts.c.guild_id)
        return read_all(connection, PuzzlePost, these.order_by(puzzle_posts.c.answer_at))


def _find(connection: Connection, post_id: int) -> PuzzlePost | None:
    return read_one(connection, PuzzlePost, select(puzzle_posts).where(puzzle_posts.c.id == post_id))


def _change(connection: Connection, post_id: int, **values: object) -> None:
    connection.execute(update(puzzle_posts).where(puzzle_posts.c.id == post_id).values(**values))


def _schedule(connection: Connection, guild_id: int, next_at: datetime | None) -> None:
    if next_at is None:
        connection.execute(delete(daily_puzzles).where(daily_puzzles.c.guild_id == guild_id))
    else:
        put_row(connection, daily_puzzles, {"guild_id": guild_id, "next_at": next_at})
