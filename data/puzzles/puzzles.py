"""Attempts at puzzles, and ratings of puzzles.

The first attempt at a puzzle is rated as a game between the person and the puzzle, which the person wins by
finding every move at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, TypeVar

from sqlalchemy import select, update

from data.db.errors import AttemptChanged
from data.db.rows import add_row, put_row, read_all, read_one, record_of, values_of
from data.db.store import Store, hold_players, reading, writing
from data.people.players import ensure_players
from data.people.role_links import record_figures
from data.ratings import glicko2, ratings
from data.ratings.glicko2 import Rating
from data.ratings.ratings import Pool, RatingChange, RatingList
from data.tables.puzzles import puzzle_attempts, puzzle_ratings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from sqlalchemy import Connection

T = TypeVar("T")

START_DEVIATION = 150.0
"""Deviation of the rating with which a puzzle was created."""

MAX_PUZZLE_CHANGE = 16.0
"""Maximum rating points a puzzle gains or loses by one attempt, so that no person alone makes it easy or
hard."""

MAX_PERSON_CHANGE = 60.0
"""Maximum rating points a person gains or loses by one attempt.

Glicko-2 alone takes some 175 from a newcomer for the first miss.
"""

FirstResult = Literal["solved", "failed"]
"""Result of a first attempt."""

MAX_TRACE = 120
"""Maximum length of a stored trace; what is done after that is not in it, except at the end."""


class Deed(StrEnum):
    """A person's actions in an attempt, as its trace stores them."""

    RIGHT = "+"
    WRONG = "-"
    HINT = "?"
    SHOWN = "!"


@dataclass(frozen=True, slots=True)
class AskedPuzzle:
    """A puzzle, as storage needs to know it: `rating` is the one it was created with, None for unrated
    puzzles."""

    id: str
    game: str
    rating: float | None

    @property
    def rated_in(self) -> RatingList:
        return RatingList(self.game, Pool.PUZZLES)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's attempt at a puzzle.

    `ply` moves of its line have been made. `result` is that of the first attempt, None while that lasts;
    `value_before` and `value_after` are the person's rating around it, None if it was not rated. `shown` is
    true if they requested the solution. `trace` has a sign for each `Deed`.
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
    begun_at: datetime | None = None
    trace: str = ""

    @property
    def over(self) -> bool:
        """True if there is no move left to find."""
        return self.shown or self.solved_at is not None


class PuzzleStore(Store):
    @reading
    def attempt(self, connection: Connection, player_id: int, puzzle: str) -> Attempt | None:
        """Return a person's attempt at a puzzle; None for one they have not seen."""
        return _find(connection, player_id, puzzle)

    @reading
    def attempts(self, connection: Connection, player_id: int) -> dict[str, Attempt]:
        """Return a person's attempts by puzzle, the puzzle seen last at the end."""
        mine = select(puzzle_attempts).where(puzzle_attempts.c.player_id == player_id)
        in_order = mine.order_by(puzzle_attempts.c.begun_at, puzzle_attempts.c.puzzle)
        return {attempt.puzzle: attempt for attempt in read_all(connection, Attempt, in_order)}

    @writing
    def begin(self, connection: Connection, player_id: int, puzzle: AskedPuzzle) -> Attempt:
        """Note that a person sees a puzzle; returns their attempt, the former one if they have seen it
        before."""
        ensure_players(connection, [player_id])
        values = {"player_id": player_id, "puzzle": puzzle.id, "game": puzzle.game, "ply": 0, "shown": False}
        add_row(connection, puzzle_attempts, {**values, "begun_at": self._clock()})
        begun = _find(connection, player_id, puzzle.id)
        assert begun is not None
        return begun

    @writing
    def right(
        self,
        connection: Connection,
        player_id: int,
        puzzle: AskedPuzzle,
        ply: int,
        to: int,
        *,
        over: bool,
        guild_id: int | None,
    ) -> Attempt:
        """Note that the right move was found after `ply` moves, so that `to` are made; `over`: all of them.

        `guild_id` is the server whose leaderboard the person joins by this attempt, and in which it has
        points. Raises AttemptChanged if the attempt is not at `ply`.
        """
        attempt = _require(connection, player_id, puzzle, ply)
        values: dict[str, object] = {"ply": to, "trace": _traced(attempt, Deed.RIGHT)}
        if over:
            now = self._clock()
            values["solved_at"] = now
            if attempt.result is None:
                values |= _conclude(connection, player_id, puzzle, "solved", guild_id, now)
                values["guild_id"] = guild_id
            record_figures(connection, [player_id], now)
        return _change(connection, attempt, values)

    @writing
    def wrong(
        self,
        connection: Connection,
        player_id: int,
        puzzle: AskedPuzzle,
        ply: int,
        deed: Deed = Deed.WRONG,
        *,
        guild_id: int | None,
    ) -> Attempt:
        """Note a deed other than the right move, after `ply` moves: the first attempt has failed.

        Raises AttemptChanged like `right`.
        """
        attempt = _require(connection, player_id, puzzle, ply)
        values: dict[str, object] = {"shown": deed is Deed.SHOWN, "trace": _traced(attempt, deed)}
        if attempt.result is None:
            values |= _conclude(connection, player_id, puzzle, "failed", guild_id, self._clock())
        return _change(connection, attempt, values)

    @reading
    def ratings(self, connection: Connection) -> dict[str, float]:
        """Return the ratings of the puzzles with attempts, by id."""
        rows = connection.execute(select(puzzle_ratings.c.puzzle, puzzle_ratings.c.value))
        return {row.puzzle: row.value for row in rows}


def _traced(attempt: Attempt, deed: Deed) -> str:
    """Return the trace with one more deed, which replaces the last sign of a full one."""
    return attempt.trace[: MAX_TRACE - 1] + deed


def _find(connection: Connection, player_id: int, puzzle: str) -> Attempt | None:
    this = (puzzle_attempts.c.player_id == player_id, puzzle_attempts.c.puzzle == puzzle)
    return read_one(connection, Attempt, select(puzzle_attempts).where(*this))


def _require(connection: Connection, player_id: int, puzzle: AskedPuzzle, ply: int) -> Attempt:
    """Return the attempt, locked, if it is at `ply`; raises AttemptChanged otherwise."""
    hold_players(connection, [player_id])
    attempt = _find(connection, player_id, puzzle.id)
    if attempt is None or attempt.over or attempt.ply != ply:
        raise AttemptChanged
    return attempt


def locked(connection: Connection, find: Callable[[], T | None], player_id: Callable[[T], int]) -> T:
    """Return what a person attempts, locked until the transaction ends; raises AttemptChanged without."""
    found = find()
    if found is not None:
        hold_players(connection, [player_id(found)])
        found = find()
    if found is None:
        raise AttemptChanged
    return found


def _change(connection: Connection, attempt: Attempt, values: Mapping[str, object]) -> Attempt:
    this = (puzzle_attempts.c.player_id == attempt.player_id, puzzle_attempts.c.puzzle == attempt.puzzle)
    connection.execute(update(puzzle_attempts).where(*this).values(**values))
    changed = _find(connection, attempt.player_id, attempt.puzzle)
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
    """Rate the first attempt, unless the puzzle is unrated; returns columns for the attempt's row."""
    if puzzle.rating is None:
        return {"result": result}
    change = _rate(connection, player_id, puzzle, puzzle.rating, solved=result == "solved", now=now)
    if guild_id is not None:
        ratings.list_in_server(connection, puzzle.rated_in, guild_id, [player_id])
    return {"result": result, "value_before": change.before.value, "value_after": change.after.value}


def _rate(
    connection: Connection, player_id: int, puzzle: AskedPuzzle, made: float, *, solved: bool, now: datetime
) -> RatingChange:
    """Store new ratings of the person and the puzzle; returns the person's change."""
    row = ratings.rows_of(connection, puzzle.rated_in, [player_id]).get(player_id)
    person = glicko2.START if row is None else ratings.current(row, now)
    before, attempts = _take_rating(connection, puzzle.id, made)
    change = RatingChange(player_id, Pool.PUZZLES, person, person_after(person, before, solved=solved))
    ratings.store(connection, puzzle.rated_in, change, "win" if solved else "loss", row, now)
    after = puzzle_after(before, person, solved=solved)
    put_row(connection, puzzle_ratings, values_of(after, puzzle=puzzle.id, attempts=attempts + 1))
    return change


def _take_rating(connection: Connection, puzzle: str, made: float) -> tuple[Rating, int]:
    """Return the rating of a puzzle created with the value `made`, locked until the transaction ends, and its
    number of attempts."""
    unrated = Rating(made, START_DEVIATION, glicko2.START.volatility)
    if connection.dialect.name != "sqlite":
        add_row(connection, puzzle_ratings, values_of(unrated, puzzle=puzzle, attempts=0))
    this = select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle).with_for_update()
    row = connection.execute(this).mappings().one_or_none()
    return (unrated, 0) if row is None else (record_of(Rating, row), row["attempts"])


def person_after(person: Rating, puzzle: Rating, *, solved: bool) -> Rating:
    """Return a person's rating after their first attempt; its value changes by MAX_PERSON_CHANGE at most.

    The deviation shrinks as without the bound.
    """
    return _bounded(person, puzzle, 1.0 if solved else 0.0, MAX_PERSON_CHANGE)


def puzzle_after(puzzle: Rating, person: Rating, *, solved: bool) -> Rating:
    """Return a puzzle's rating after a person's first attempt; its value changes by MAX_PUZZLE_CHANGE at
    most."""
    return _bounded(puzzle, person, 0.0 if solved else 1.0, MAX_PUZZLE_CHANGE)


def _bounded(rating: Rating, opponent: Rating, score: float, maximum: float) -> Rating:
    """Return a rating after one attempt, changed by at most `maximum` points."""
    after = glicko2.rated(rating, [(opponent, score)], periods=0.0)
    change = max(-maximum, min(after.value - rating.value, maximum))
    return Rating(rating.value + change, after.deviation, after.volatility)
