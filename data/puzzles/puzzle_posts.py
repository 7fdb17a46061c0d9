"""Puzzles that stand in channels for all to try: by command, or one each day where a server wants that."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, func, insert, select, update

from data.db.share import EVERYTHING, Share
from data.people.players import dialect_insert, ensure_players
from data.tables import daily_puzzles, puzzle_posts, puzzle_tries

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import Connection, RowMapping

    from data.db.database import Clock, Database


@dataclass(frozen=True, slots=True)
class NewPuzzlePost:
    """A puzzle that is to stand in a channel.

    `day` is that of a daily puzzle, in ISO format, whose answer is added at `answer_at`; None for others.
    """

    puzzle: str
    guild_id: int | None
    channel_id: int
    by_clicks: bool = False
    day: str | None = None
    answer_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class PuzzlePost:
    """A puzzle that stands in a channel; the message is None until it is known.

    `answered`: its answer is known to all. `answer_at` is None as soon as the message has it. `shown` solvers
    are named in the message.
    """

    id: int
    new: NewPuzzlePost
    message_id: int | None
    posted_at: datetime
    answer_at: datetime | None
    answered: bool
    shown: int


class Solver(NamedTuple):
    """Somebody who has solved a puzzle that stands in a channel; `first`: at the first attempt."""

    player_id: int
    first: bool


@dataclass(frozen=True, slots=True)
class PostResults:
    """Who has solved a puzzle that stands in a channel, in that order, and how many have tried."""

    solvers: tuple[Solver, ...]
    tried: int


class Streak(NamedTuple):
    """How many daily puzzles of a server in a row somebody has solved before their answers came: now, and the
    most there ever were."""

    current: int
    best: int


class PuzzlePosts:
    """The puzzles in channels, who has tried them, and when servers get their next one."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def add(self, new: NewPuzzlePost) -> PuzzlePost:
        """Note a puzzle that is to stand in a channel."""
        now = self._clock()
        return await self._database.write(lambda c: add(c, new, now))

    async def add_daily(self, new: NewPuzzlePost, following: datetime) -> PuzzlePost | None:
        """Note the puzzle of a server's day, and when it gets the next one; None when it has one already."""
        now = self._clock()
        return await self._database.write(lambda c: add_daily(c, new, following, now))

    async def find(self, post_id: int) -> PuzzlePost | None:
        """The post with this id."""
        return await self._database.read(lambda c: find(c, post_id))

    async def note_message(self, post_id: int, message_id: int) -> None:
        """Note which message shows a puzzle."""
        await self._database.write(lambda c: change(c, post_id, message_id=message_id))

    async def note_shown(self, post_id: int, solvers: int) -> None:
        """Note how many solvers the message names."""
        await self._database.write(lambda c: change(c, post_id, shown=solvers))

    async def note_answered(self, post_id: int) -> None:
        """From now on the answer is known to all."""
        await self._database.write(lambda c: change(c, post_id, answered=True))

    async def note_answer_shown(self, post_id: int) -> None:
        """The message has its answer, or never can have."""
        await self._database.write(lambda c: change(c, post_id, answer_at=None))

    async def drop(self, post_id: int) -> None:
        """Forget a post that nobody has seen."""
        await self._database.write(
            lambda c: c.execute(delete(puzzle_posts).where(puzzle_posts.c.id == post_id)) and None
        )

    async def results(self, post_id: int) -> PostResults:
        """Who has solved a puzzle."""
        return await self._database.read(lambda c: results(c, post_id))

    async def note_try(self, post_id: int, player_id: int) -> None:
        """Somebody looks at a puzzle more closely."""
        await self._database.write(lambda c: note_try(c, post_id, player_id))

    async def note_solved(self, player_id: int, puzzle: str, *, first: bool) -> tuple[int, ...]:
        """Somebody has solved a puzzle: in every channel where they tried it and its answer is not known yet.
        Returns those posts."""
        now = self._clock()
        return await self._database.write(lambda c: note_solved(c, player_id, puzzle, first, now))

    async def solved_by(self, player_id: int) -> tuple[int, ...]:
        """The posts whose messages name somebody."""
        mine = (puzzle_tries.c.player_id == player_id, puzzle_tries.c.solved_at.is_not(None))
        found = select(puzzle_tries.c.post_id).where(*mine)
        return await self._database.read(lambda c: tuple(c.scalars(found)))

    async def out_of_date(self) -> tuple[int, ...]:
        """Posts whose messages do not name all who have solved them."""
        share = self._database.share
        return await self._database.read(lambda c: out_of_date(c, share))

    async def used_in(self, guild_id: int) -> frozenset[str]:
        """The puzzles that stood in a server."""
        used = select(puzzle_posts.c.puzzle).where(puzzle_posts.c.guild_id == guild_id)
        return await self._database.read(lambda c: frozenset(c.scalars(used)))

    async def is_answered(self, puzzle: str) -> bool:
        """Whether the answer of a puzzle stands in a channel."""
        this = select(puzzle_posts.c.id).where(puzzle_posts.c.puzzle == puzzle, puzzle_posts.c.answered)
        return await self._database.read(lambda c: c.scalar(this.limit(1)) is not None)

    async def streak(self, guild_id: int, player_id: int) -> Streak:
        """How many daily puzzles of a server in a row somebody has solved."""
        return await self._database.read(lambda c: streak(c, guild_id, player_id))

    async def forget_old(self, before: datetime) -> None:
        """Forget the puzzles that people posted before a time; those of the day are kept, so that none comes
        twice."""
        old = (puzzle_posts.c.day.is_(None), puzzle_posts.c.posted_at < before)
        if await self._database.read(lambda c: c.scalar(select(puzzle_posts.c.id).where(*old).limit(1))):
            await self._database.write(lambda c: c.execute(delete(puzzle_posts).where(*old)) and None)

    # --- one each day --------------------------------------------------------------------------------

    async def schedule(self, guild_id: int, next_at: datetime | None) -> None:
        """Note when a server gets its next daily puzzle; None: it gets none."""
        await self._database.write(lambda c: schedule(c, guild_id, next_at))

    async def scheduled(self) -> Mapping[int, datetime]:
        """When servers get their next daily puzzles."""
        here = self._database.share.within(select(daily_puzzles), daily_puzzles.c.guild_id)
        return await self._database.read(lambda c: {row.guild_id: row.next_at for row in c.execute(here)})

    async def last_daily(self, guild_id: int) -> PuzzlePost | None:
        """The last daily puzzle of a server."""
        return await self._database.read(lambda c: last_daily(c, guild_id))

    async def not_posted(self) -> tuple[PuzzlePost, ...]:
        """Daily puzzles whose messages are not known."""
        return await self._posts(puzzle_posts.c.day.is_not(None), puzzle_posts.c.message_id.is_(None))

    async def to_answer(self) -> tuple[PuzzlePost, ...]:
        """Daily puzzles whose messages still need the answer, those first that need it first."""
        return await self._posts(puzzle_posts.c.answer_at.is_not(None))

    async def _posts(self, *which: object) -> tuple[PuzzlePost, ...]:
        these = select(puzzle_posts).where(*which)  # type: ignore[arg-type]
        wanted = self._database.share.within(these, puzzle_posts.c.guild_id).order_by(
            puzzle_posts.c.answer_at
        )
        return await self._database.read(lambda c: tuple(map(_post, c.execute(wanted).mappings())))


def add(connection: Connection, new: NewPuzzlePost, now: datetime) -> PuzzlePost:
    """Note a puzzle that is to stand in a channel."""
    added = connection.execute(
        insert(puzzle_posts).values(
            puzzle=new.puzzle,
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            by_clicks=new.by_clicks,
            day=new.day,
            posted_at=now,
            answer_at=new.answer_at,
            answered=False,
            shown=0,
        )
    )
    assert added.inserted_primary_key is not None
    post = find(connection, added.inserted_primary_key[0])
    assert post is not None
    return post


def add_daily(
    connection: Connection, new: NewPuzzlePost, following: datetime, now: datetime
) -> PuzzlePost | None:
    """Note the puzzle of a server's day."""
    assert new.guild_id is not None
    schedule(connection, new.guild_id, following)
    this = (puzzle_posts.c.guild_id == new.guild_id, puzzle_posts.c.day == new.day)
    if connection.scalar(select(puzzle_posts.c.id).where(*this)) is not None:
        return None
    return add(connection, new, now)


def find(connection: Connection, post_id: int) -> PuzzlePost | None:
    """The post with this id."""
    found = connection.execute(select(puzzle_posts).where(puzzle_posts.c.id == post_id))
    row = found.mappings().one_or_none()
    return None if row is None else _post(row)


def change(connection: Connection, post_id: int, **values: object) -> None:
    """Change what is noted of a post."""
    connection.execute(update(puzzle_posts).where(puzzle_posts.c.id == post_id).values(**values))


def results(connection: Connection, post_id: int) -> PostResults:
    """Who has solved a puzzle."""
    rows = connection.execute(
        select(puzzle_tries)
        .where(puzzle_tries.c.post_id == post_id)
        .order_by(puzzle_tries.c.solved_at, puzzle_tries.c.player_id)
    ).all()
    solvers = tuple(Solver(row.player_id, row.first) for row in rows if row.solved_at is not None)
    return PostResults(solvers, len(rows))


def last_daily(connection: Connection, guild_id: int) -> PuzzlePost | None:
    """The last daily puzzle of a server."""
    found = connection.execute(
        select(puzzle_posts)
        .where(puzzle_posts.c.guild_id == guild_id, puzzle_posts.c.day.is_not(None))
        .order_by(puzzle_posts.c.day.desc())
        .limit(1)
    )
    row = found.mappings().one_or_none()
    return None if row is None else _post(row)


def note_try(connection: Connection, post_id: int, player_id: int) -> None:
    """Somebody looks at a puzzle more closely."""
    if find(connection, post_id) is None:
        return
    ensure_players(connection, [player_id])
    connection.execute(
        dialect_insert(connection, puzzle_tries)
        .values(post_id=post_id, player_id=player_id, first=False)
        .on_conflict_do_nothing()
    )


def note_solved(
    connection: Connection, player_id: int, puzzle: str, first: bool, now: datetime
) -> tuple[int, ...]:
    """Somebody has solved a puzzle."""
    tried = select(puzzle_tries.c.post_id).join(puzzle_posts, puzzle_posts.c.id == puzzle_tries.c.post_id)
    found = connection.scalars(
        tried.where(
            puzzle_tries.c.player_id == player_id,
            puzzle_tries.c.solved_at.is_(None),
            puzzle_posts.c.puzzle == puzzle,
            puzzle_posts.c.answered.is_(False),
        )
    ).all()
    these = (puzzle_tries.c.player_id == player_id, puzzle_tries.c.post_id.in_(found))
    connection.execute(update(puzzle_tries).where(*these).values(solved_at=now, first=first))
    return tuple(found)


def out_of_date(connection: Connection, share: Share = EVERYTHING) -> tuple[int, ...]:
    """Posts whose messages do not name all who have solved them."""
    solved = (
        select(puzzle_tries.c.post_id, func.count().label("solvers"))
        .where(puzzle_tries.c.solved_at.is_not(None))
        .group_by(puzzle_tries.c.post_id)
        .subquery()
    )
    found = (
        select(puzzle_posts.c.id)
        .join(solved, solved.c.post_id == puzzle_posts.c.id)
        .where(puzzle_posts.c.shown != solved.c.solvers, puzzle_posts.c.message_id.is_not(None))
    )
    return tuple(connection.scalars(share.within(found, puzzle_posts.c.guild_id)))


def streak(connection: Connection, guild_id: int, player_id: int) -> Streak:
    """How many daily puzzles of a server in a row somebody has solved; an open one does not end it."""
    mine = (puzzle_tries.c.post_id == puzzle_posts.c.id) & (puzzle_tries.c.player_id == player_id)
    rows = connection.execute(
        select(puzzle_posts.c.answered, puzzle_tries.c.solved_at)
        .select_from(puzzle_posts.outerjoin(puzzle_tries, mine))
        .where(puzzle_posts.c.guild_id == guild_id, puzzle_posts.c.day.is_not(None))
        .order_by(puzzle_posts.c.day)
    )
    solved = [row.solved_at is not None for row in rows if row.answered or row.solved_at is not None]
    best = run = 0
    for one in solved:
        run = run + 1 if one else 0
        best = max(best, run)
    return Streak(sum(takewhile(bool, reversed(solved))), best)


def schedule(connection: Connection, guild_id: int, next_at: datetime | None) -> None:
    """Note when a server gets its next daily puzzle."""
    if next_at is None:
        connection.execute(delete(daily_puzzles).where(daily_puzzles.c.guild_id == guild_id))
        return
    connection.execute(
        dialect_insert(connection, daily_puzzles)
        .values(guild_id=guild_id, next_at=next_at)
        .on_conflict_do_update(index_elements=[daily_puzzles.c.guild_id], set_={"next_at": next_at})
    )


def _post(row: RowMapping) -> PuzzlePost:
    new = NewPuzzlePost(
        row["puzzle"], row["guild_id"], row["channel_id"], row["by_clicks"], row["day"], row["answer_at"]
    )
    return PuzzlePost(
        id=row["id"],
        new=new,
        message_id=row["message_id"],
        posted_at=row["posted_at"],
        answer_at=row["answer_at"],
        answered=row["answered"],
        shown=row["shown"],
    )
