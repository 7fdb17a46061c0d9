"""Their own mistakes as puzzles for people: made of reviewed games, back after days until they are solved."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from data.db.errors import AttemptChanged
from data.people.players import dialect_insert
from data.puzzles.puzzles import Attempt
from data.tables import own_puzzles, reviews

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection, RowMapping

    from data.db.database import Clock, Database

BACK_AFTER = (timedelta(days=1), timedelta(days=3), timedelta(days=7))
"""When a mistake comes back after it was not solved at once, for the first, the second time …; the last one
holds from then on."""


@dataclass(frozen=True, slots=True)
class NewOwnPuzzle:
    """A puzzle in the position before the move at a ply of a game, in which the person `played` another move
    than the first one of `line`."""

    player_id: int
    game_id: int
    game_ply: int
    played: str
    game: str
    position: str
    line: tuple[str, ...]
    goal: str
    margin: int
    rating: float
    themes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OwnPuzzle:
    """A mistake as it is kept, and how far its person is with it; `due_at` is None when it was solved."""

    id: int
    new: NewOwnPuzzle
    attempt: Attempt
    due_at: datetime | None


class OwnPuzzles:
    """The mistakes that people are to solve."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def to_mine(self) -> tuple[int, int] | None:
        """A game whose review is done and not looked through for mistakes, with the ply to begin at."""
        found = (
            select(reviews.c.game_id, reviews.c.mine_from)
            .where(reviews.c.finished_at.is_not(None), reviews.c.mine_from.is_not(None))
            .order_by(reviews.c.finished_at.desc(), reviews.c.game_id)
            .limit(1)
        )
        row = await self._database.read(lambda c: c.execute(found).first())
        return None if row is None else (row.game_id, row.mine_from)

    async def add(self, game_id: int, mine_from: int | None, new: NewOwnPuzzle | None = None) -> None:
        """Note up to where a review was looked through (None: to its end), and the puzzle found there."""
        now = self._clock()
        await self._database.write(lambda c: add(c, game_id, mine_from, new, now))

    async def find(self, puzzle_id: int) -> OwnPuzzle | None:
        """The puzzle with this id."""
        return await self._database.read(lambda c: find(c, puzzle_id))

    async def next_due(self, player_id: int) -> OwnPuzzle | None:
        """The mistake of somebody that is to be solved first, now or later."""
        return await self._database.read(lambda c: next_due(c, player_id))

    async def due(self, player_id: int) -> int:
        """How many mistakes of somebody are to be solved now."""
        now = self._clock()
        mine = (own_puzzles.c.player_id == player_id, own_puzzles.c.due_at <= now)
        count = select(func.count()).select_from(own_puzzles).where(*mine)
        return await self._database.read(lambda c: c.scalar(count) or 0)

    async def begin(self, puzzle_id: int) -> OwnPuzzle | None:
        """Begin with a mistake, from the start if it is back."""
        now = self._clock()
        return await self._database.write(lambda c: begin(c, puzzle_id, now))

    async def right(self, puzzle_id: int, ply: int, to: int, *, over: bool) -> Attempt:
        """As `Puzzles.right`; one that is solved at the first attempt does not come back."""
        now = self._clock()
        return await self._database.write(lambda c: right(c, puzzle_id, ply, to, over, now))

    async def wrong(self, puzzle_id: int, ply: int, *, shown: bool) -> Attempt:
        """As `Puzzles.wrong` and `show`; it comes back after some days."""
        now = self._clock()
        return await self._database.write(lambda c: wrong(c, puzzle_id, ply, shown, now))


def add(
    connection: Connection, game_id: int, mine_from: int | None, new: NewOwnPuzzle | None, now: datetime
) -> None:
    """Note up to where a review was looked through."""
    this = reviews.c.game_id == game_id
    looked = connection.execute(update(reviews).where(this).values(mine_from=mine_from))
    if new is None or not looked.rowcount:
        return
    connection.execute(
        dialect_insert(connection, own_puzzles)
        .values(
            player_id=new.player_id,
            game_id=new.game_id,
            game_ply=new.game_ply,
            played=new.played,
            game=new.game,
            position=new.position,
            line=" ".join(new.line),
            goal=new.goal,
            margin=new.margin,
            rating=new.rating,
            themes=" ".join(new.themes),
            due_at=now,
            failures=0,
            ply=0,
            shown=False,
        )
        .on_conflict_do_nothing()
    )


def find(connection: Connection, puzzle_id: int) -> OwnPuzzle | None:
    """The puzzle with this id."""
    found = connection.execute(select(own_puzzles).where(own_puzzles.c.id == puzzle_id))
    row = found.mappings().one_or_none()
    return None if row is None else _own(row)


def next_due(connection: Connection, player_id: int) -> OwnPuzzle | None:
    """The mistake of somebody that is to be solved first."""
    found = connection.execute(
        select(own_puzzles)
        .where(own_puzzles.c.player_id == player_id, own_puzzles.c.due_at.is_not(None))
        .order_by(own_puzzles.c.due_at, own_puzzles.c.id)
        .limit(1)
    )
    row = found.mappings().one_or_none()
    return None if row is None else _own(row)


def begin(connection: Connection, puzzle_id: int, now: datetime) -> OwnPuzzle | None:
    """Begin with a mistake, from the start if it is back."""
    own = find(connection, puzzle_id)
    if own is None or own.due_at is None or own.due_at > now or own.attempt.result is None:
        return own
    _change(connection, puzzle_id, ply=0, result=None, shown=False, solved_at=None)
    return find(connection, puzzle_id)


def right(connection: Connection, puzzle_id: int, ply: int, to: int, over: bool, now: datetime) -> Attempt:
    """Note that the right move was found."""
    own = _require(connection, puzzle_id, ply)
    values: dict[str, object] = {"ply": to}
    if over:
        values["solved_at"] = now
        if own.attempt.result is None:
            values |= {"result": "solved", "due_at": None}
    return _change(connection, puzzle_id, **values)


def wrong(connection: Connection, puzzle_id: int, ply: int, shown: bool, now: datetime) -> Attempt:
    """Note that a wrong move was tried, or help asked for."""
    own = _require(connection, puzzle_id, ply)
    values: dict[str, object] = {"shown": shown}
    if own.attempt.result is None:
        failures = connection.scalar(select(own_puzzles.c.failures).where(own_puzzles.c.id == puzzle_id)) or 0
        back = BACK_AFTER[min(failures, len(BACK_AFTER) - 1)]
        values |= {"result": "failed", "failures": failures + 1, "due_at": now + back}
    return _change(connection, puzzle_id, **values)


def _require(connection: Connection, puzzle_id: int, ply: int) -> OwnPuzzle:
    if connection.dialect.name != "sqlite":
        this = own_puzzles.c.id == puzzle_id
        connection.execute(select(own_puzzles.c.id).where(this).with_for_update())
    own = find(connection, puzzle_id)
    if own is None or own.attempt.over or own.attempt.ply != ply:
        raise AttemptChanged(0 if own is None else own.new.player_id, f"of oneself, {puzzle_id}")
    return own


def _change(connection: Connection, puzzle_id: int, **values: object) -> Attempt:
    connection.execute(update(own_puzzles).where(own_puzzles.c.id == puzzle_id).values(**values))
    changed = find(connection, puzzle_id)
    assert changed is not None
    return changed.attempt


def _own(row: RowMapping) -> OwnPuzzle:
    new = NewOwnPuzzle(
        player_id=row["player_id"],
        game_id=row["game_id"],
        game_ply=row["game_ply"],
        played=row["played"],
        game=row["game"],
        position=row["position"],
        line=tuple(row["line"].split()),
        goal=row["goal"],
        margin=row["margin"],
        rating=row["rating"],
        themes=tuple(row["themes"].split()),
    )
    attempt = Attempt(
        player_id=row["player_id"],
        puzzle=str(row["id"]),
        game=row["game"],
        ply=row["ply"],
        result=row["result"],
        value_before=None,
        value_after=None,
        solved_at=row["solved_at"],
        shown=row["shown"],
    )
    return OwnPuzzle(row["id"], new, attempt, row["due_at"])
