"""How far people are with puzzles, and how difficult puzzles have turned out to be.

The first attempt at a puzzle is rated, for the person and for the puzzle alike, as a game between the two:
whoever finds every move at once has won it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sqlalchemy import select, update

from data.db.errors import AttemptChanged
from data.db.locks import hold_players
from data.people.players import dialect_insert, ensure_players
from data.ratings import glicko2, ratings
from data.ratings.rating_records import Pool, Rating, RatingChange, RatingList
from data.tables import puzzle_attempts, puzzle_ratings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import Connection, RowMapping

    from data.db.database import Clock, Database

START_DEVIATION = 150.0
"""How unsure the rating is that a puzzle was made with."""

MOST_CHANGE = 16.0
"""The rating of a puzzle changes by no more points at an attempt: nobody can make it easy or hard alone."""

MOST_FOR_PERSON = 60.0
"""A person's rating changes by no more points at an attempt. Glicko-2 alone takes
some 175 from a newcomer for the first miss."""

FirstResult = Literal["solved", "failed"]
"""How a first attempt ended."""


@dataclass(frozen=True, slots=True)
class AskedPuzzle:
    """What the storage has to know of a puzzle; `rating` is the one it was made with, None where attempts at
    it are not rated."""

    id: str
    game: str
    rating: float | None

    @property
    def rated_in(self) -> RatingList:
        """The list that attempts at it count for."""
        return RatingList(self.game, Pool.PUZZLES)


@dataclass(frozen=True, slots=True)
class Attempt:
    """How far somebody is with a puzzle.

    `ply` moves of its line have been made. `result` is that of the first attempt, None as long as it goes on;
    `value_before` and `value_after` are what it did to the rating, None where it was not rated. `shown`: they
    had the solution shown.
    """

    player_id: int
    puzzle: str
    game: str
    ply: int
    result: FirstResult | None
    value_before: float | None
    value_after: float | None
    solved_at: datetime | None
    shown: bool

    @property
    def over(self) -> bool:
        """Whether there is nothing left to find."""
        return self.shown or self.solved_at is not None


class Puzzles:
    """Attempts at puzzles, and the puzzles' ratings."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def attempt(self, player_id: int, puzzle: str) -> Attempt | None:
        """How far somebody is with a puzzle; None for one they have not seen."""
        return await self._database.read(lambda c: find(c, player_id, puzzle))

    async def attempts(self, player_id: int) -> Mapping[str, Attempt]:
        """How far somebody is with all puzzles they have seen, the one seen last at the end."""
        return await self._database.read(lambda c: attempts_of(c, player_id))

    async def begin(self, player_id: int, puzzle: AskedPuzzle) -> Attempt:
        """Note that somebody sees a puzzle; the attempt there is, if they have seen it before."""
        now = self._clock()
        return await self._database.write(lambda c: begin(c, player_id, puzzle, now))

    async def right(
        self, player_id: int, puzzle: AskedPuzzle, ply: int, to: int, *, over: bool, guild_id: int | None
    ) -> Attempt:
        """Note that the right move was found after `ply` moves, so that `to` are made; `over`: all are.

        `guild_id` is the server on whose list the person stands by this attempt. Raises AttemptChanged when
        the attempt is not where it was taken to be.
        """
        now = self._clock()
        return await self._database.write(
            lambda c: right(c, player_id, puzzle, ply, to, over=over, guild_id=guild_id, now=now)
        )

    async def wrong(self, player_id: int, puzzle: AskedPuzzle, ply: int, *, guild_id: int | None) -> Attempt:
        """Note that a wrong move was tried after `ply` moves, or that help was asked for: the first attempt
        has failed. Raises AttemptChanged like `right`."""
        now = self._clock()
        return await self._database.write(
            lambda c: wrong(c, player_id, puzzle, ply, shown=False, guild_id=guild_id, now=now)
        )

    async def show(self, player_id: int, puzzle: AskedPuzzle, ply: int, *, guild_id: int | None) -> Attempt:
        """Note that somebody has the solution shown. Raises AttemptChanged like `right`."""
        now = self._clock()
        return await self._database.write(
            lambda c: wrong(c, player_id, puzzle, ply, shown=True, guild_id=guild_id, now=now)
        )

    async def ratings(self) -> Mapping[str, float]:
        """The ratings of the puzzles that were tried, by their ids."""
        return await self._database.read(tried_ratings)


def find(connection: Connection, player_id: int, puzzle: str) -> Attempt | None:
    """How far somebody is with a puzzle."""
    this = (puzzle_attempts.c.player_id == player_id, puzzle_attempts.c.puzzle == puzzle)
    row = connection.execute(select(puzzle_attempts).where(*this)).mappings().one_or_none()
    return None if row is None else _attempt(row)


def attempts_of(connection: Connection, player_id: int) -> dict[str, Attempt]:
    """How far somebody is with all puzzles."""
    rows = connection.execute(
        select(puzzle_attempts)
        .where(puzzle_attempts.c.player_id == player_id)
        .order_by(puzzle_attempts.c.begun_at, puzzle_attempts.c.puzzle)
    )
    return {row["puzzle"]: _attempt(row) for row in rows.mappings()}


def begin(connection: Connection, player_id: int, puzzle: AskedPuzzle, now: datetime) -> Attempt:
    """Note that somebody sees a puzzle."""
    ensure_players(connection, [player_id])
    connection.execute(
        dialect_insert(connection, puzzle_attempts)
        .values(player_id=player_id, puzzle=puzzle.id, game=puzzle.game, begun_at=now, ply=0, shown=False)
        .on_conflict_do_nothing()
    )
    begun = find(connection, player_id, puzzle.id)
    assert begun is not None
    return begun


def right(
    connection: Connection,
    player_id: int,
    puzzle: AskedPuzzle,
    ply: int,
    to: int,
    *,
    over: bool,
    guild_id: int | None,
    now: datetime,
) -> Attempt:
    """Note that the right move was found."""
    attempt = _require(connection, player_id, puzzle, ply)
    values: dict[str, object] = {"ply": to}
    if over:
        values["solved_at"] = now
        if attempt.result is None:
            values |= _conclude(connection, player_id, puzzle, "solved", guild_id, now)
    return _change(connection, attempt, values)


def wrong(
    connection: Connection,
    player_id: int,
    puzzle: AskedPuzzle,
    ply: int,
    *,
    shown: bool,
    guild_id: int | None,
    now: datetime,
) -> Attempt:
    """Note that a wrong move was tried, or help asked for."""
    attempt = _require(connection, player_id, puzzle, ply)
    values: dict[str, object] = {"shown": shown}
    if attempt.result is None:
        values |= _conclude(connection, player_id, puzzle, "failed", guild_id, now)
    return _change(connection, attempt, values)


def _require(connection: Connection, player_id: int, puzzle: AskedPuzzle, ply: int) -> Attempt:
    """The attempt, where it is taken to be; nobody else changes it meanwhile."""
    hold_players(connection, [player_id])
    attempt = find(connection, player_id, puzzle.id)
    if attempt is None or attempt.over or attempt.ply != ply:
        raise AttemptChanged(player_id, puzzle.id)
    return attempt


def _change(connection: Connection, attempt: Attempt, values: Mapping[str, object]) -> Attempt:
    this = (puzzle_attempts.c.player_id == attempt.player_id, puzzle_attempts.c.puzzle == attempt.puzzle)
    connection.execute(update(puzzle_attempts).where(*this).values(**values))
    changed = find(connection, attempt.player_id, attempt.puzzle)
    assert changed is not None
    return changed


def _conclude(
    connection: Connection,
    player_id: int,
    puzzle: AskedPuzzle,
    result: FirstResult,
    guild_id: int | None,
    now: datetime,
) -> dict[str, object]:
    """Rate the first attempt, if it is to be; returns what is to be noted of it."""
    if puzzle.rating is None:
        return {"result": result}
    change = _rate(connection, player_id, puzzle, puzzle.rating, solved=result == "solved", now=now)
    if guild_id is not None:
        ratings.list_in_server(connection, puzzle.rated_in, guild_id, [player_id])
    return {"result": result, "value_before": change.before.value, "value_after": change.after.value}


def _rate(
    connection: Connection, player_id: int, puzzle: AskedPuzzle, made: float, *, solved: bool, now: datetime
) -> RatingChange:
    """New ratings for both sides."""
    row = ratings.rows_of(connection, puzzle.rated_in, [player_id]).get(player_id)
    person = glicko2.START if row is None else ratings.current(row, now)
    before, attempts = _take_rating(connection, puzzle.id, made)
    after = person_after(person, before, solved=solved)
    change = RatingChange(player_id, Pool.PUZZLES, person, after)
    ratings.store(connection, puzzle.rated_in, change, "win" if solved else "loss", row, now)
    _store_rating(connection, puzzle.id, puzzle_after(before, person, solved=solved), attempts + 1)
    return change


def _take_rating(connection: Connection, puzzle: str, made: float) -> tuple[Rating, int]:
    """The rating of a puzzle, which nobody else changes until the transaction ends."""
    if connection.dialect.name != "sqlite":
        connection.execute(
            dialect_insert(connection, puzzle_ratings)
            .values(puzzle=puzzle, **_columns(_made(made), 0))
            .on_conflict_do_nothing()
        )
        this = puzzle_ratings.c.puzzle == puzzle
        connection.execute(select(puzzle_ratings.c.puzzle).where(this).with_for_update())
    return rating_of(connection, puzzle, made)


def person_after(person: Rating, puzzle: Rating, *, solved: bool) -> Rating:
    """Return a person's rating after their first attempt; its value changes by MOST_FOR_PERSON at most.

    The deviation shrinks as without the bound.
    """
    return _bounded(person, puzzle, 1.0 if solved else 0.0, MOST_FOR_PERSON)


def puzzle_after(puzzle: Rating, person: Rating, *, solved: bool) -> Rating:
    """Return a puzzle's rating after a person's first attempt; its value changes by MOST_CHANGE at most."""
    return _bounded(puzzle, person, 0.0 if solved else 1.0, MOST_CHANGE)


def _bounded(rating: Rating, opponent: Rating, score: float, most: float) -> Rating:
    """Return a rating after one attempt, changed by at most `most` points."""
    after = glicko2.rated(rating, [(opponent, score)], periods=0.0)
    change = max(-most, min(after.value - rating.value, most))
    return Rating(rating.value + change, after.deviation, after.volatility)


def tried_ratings(connection: Connection) -> dict[str, float]:
    """The ratings of the puzzles that were tried."""
    rows = connection.execute(select(puzzle_ratings.c.puzzle, puzzle_ratings.c.value))
    return {row.puzzle: row.value for row in rows}


def rating_of(connection: Connection, puzzle: str, made: float) -> tuple[Rating, int]:
    """The rating of a puzzle that was made with the value `made`, and how many attempts it stands for."""
    found = connection.execute(select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle))
    row = found.mappings().one_or_none()
    if row is None:
        return _made(made), 0
    return Rating(row["value"], row["deviation"], row["volatility"]), row["attempts"]


def _made(value: float) -> Rating:
    """The rating of a puzzle that nobody has tried."""
    return Rating(value, START_DEVIATION, glicko2.START.volatility)


def _columns(rating: Rating, attempts: int) -> dict[str, object]:
    return {
        "value": rating.value,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "attempts": attempts,
    }


def _store_rating(connection: Connection, puzzle: str, rating: Rating, attempts: int) -> None:
    values = _columns(rating, attempts)
    connection.execute(
        dialect_insert(connection, puzzle_ratings)
        .values(puzzle=puzzle, **values)
        .on_conflict_do_update(index_elements=[puzzle_ratings.c.puzzle], set_=values)
    )


def _attempt(row: RowMapping) -> Attempt:
    return Attempt(
        player_id=row["player_id"],
        puzzle=row["puzzle"],
        game=row["game"],
        ply=row["ply"],
        result=row["result"],
        value_before=row["value_before"],
        value_after=row["value_after"],
        solved_at=row["solved_at"],
        shown=row["shown"],
    )
