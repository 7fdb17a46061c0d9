"""Attempts at puzzles, ratings of puzzles, and people's own moves in reviewed games as puzzles.

The first attempt at a puzzle is rated as a game between the person and the puzzle, which the person wins by
finding every move at once. Own puzzles are not rated; they come back by spaced repetition.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from sqlalchemy import func, select, update

from data.db.errors import AttemptChanged
from data.db.rows import add_row, put_row, read_all, read_one, record_of, values_of
from data.db.store import Store, hold_players, reading, writing
from data.people.players import ensure_players
from data.people.role_links import record_figures
from data.ratings import glicko2, ratings
from data.ratings.glicko2 import Rating
from data.ratings.ratings import Pool, RatingChange, RatingList
from data.tables.puzzles import own_puzzles, puzzle_attempts, puzzle_ratings
from data.tables.standings import reviews

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending

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
    """A puzzle, as storage needs to know it: `rating` is the one it was created with."""

    id: str
    game: str
    rating: float


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
        values: dict[str, object] = {"ply": to}
        if over:
            now = self._clock()
            values["solved_at"] = now
            if attempt.result is None:
                values |= _conclude(connection, player_id, puzzle, "solved", guild_id, now)
                values["guild_id"] = guild_id
            record_figures(connection, [player_id], now)
        return _change(connection, attempt, Deed.RIGHT, values)

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
        values: dict[str, object] = {"shown": deed is Deed.SHOWN}
        if attempt.result is None:
            values |= _conclude(connection, player_id, puzzle, "failed", guild_id, self._clock())
        return _change(connection, attempt, deed, values)

    @reading
    def ratings(self, connection: Connection) -> dict[str, float]:
        """Return the ratings of the puzzles with attempts, by id."""
        rows = connection.execute(select(puzzle_ratings.c.puzzle, puzzle_ratings.c.value))
        return {row.puzzle: row.value for row in rows}


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


def _change(connection: Connection, attempt: Attempt, deed: Deed, values: Mapping[str, object]) -> Attempt:
    this = (puzzle_attempts.c.player_id == attempt.player_id, puzzle_attempts.c.puzzle == attempt.puzzle)
    # In a full trace, the last sign is replaced.
    trace = attempt.trace[: MAX_TRACE - 1] + deed
    connection.execute(update(puzzle_attempts).where(*this).values(trace=trace, **values))
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
    """Rate the first attempt; returns columns for the attempt's row."""
    solved, rated_in = result == "solved", RatingList(puzzle.game, Pool.PUZZLES)
    row = ratings.rows_of(connection, rated_in, [player_id]).get(player_id)
    person = glicko2.START if row is None else ratings.current(row, now)
    before, attempts = _take_rating(connection, puzzle.id, puzzle.rating)
    change = RatingChange(player_id, Pool.PUZZLES, person, person_after(person, before, solved=solved))
    ratings.store(connection, rated_in, change, "win" if solved else "loss", row, now)
    after = puzzle_after(before, person, solved=solved)
    put_row(connection, puzzle_ratings, values_of(after, puzzle=puzzle.id, attempts=attempts + 1))
    if guild_id is not None:
        ratings.list_in_server(connection, rated_in, guild_id, [player_id])
    return {"result": result, "value_before": change.before.value, "value_after": change.after.value}


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
    """Return a puzzle's rating after a first attempt; its value changes by MAX_PUZZLE_CHANGE at most."""
    return _bounded(puzzle, person, 0.0 if solved else 1.0, MAX_PUZZLE_CHANGE)


def _bounded(rating: Rating, opponent: Rating, score: float, maximum: float) -> Rating:
    """Return a rating after one attempt, changed by at most `maximum` points."""
    after = glicko2.rated(rating, [(opponent, score)], periods=0.0)
    change = max(-maximum, min(after.value - rating.value, maximum))
    return Rating(rating.value + change, after.deviation, after.volatility)


SPACING = (timedelta(days=1), timedelta(days=3), timedelta(days=7), timedelta(days=21))
"""Delays until something comes back, each after a success; a miss goes back to the first."""


class Spaced(NamedTuple):
    """The moment something comes back (None: it is learned), and the delays begun since the last miss."""

    due_at: datetime | None
    stage: int


def after_success(stage: int, now: datetime) -> Spaced:
    """Return the next delay; after the last one it is learned."""
    if stage >= len(SPACING):
        return Spaced(None, stage)
    return Spaced(now + SPACING[stage], stage + 1)


def after_miss(now: datetime) -> Spaced:
    """Return the first delay."""
    return Spaced(now + SPACING[0], 1)


@dataclass(frozen=True, slots=True)
class NewOwnPuzzle:
    """A puzzle in the position before a ply of a game, in which the person `played` a move.

    In a red herring that is the move of `line`; in a mistake it is another one.
    """

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
    """A stored puzzle and the person's attempt at it.

    `stage` counts the delays begun since the last miss; `due_at` is None once all are over.
    """

    id: int
    new: NewOwnPuzzle
    attempt: Attempt
    due_at: datetime | None
    stage: int = 0


def reviews_to_mine(pending: Pending) -> ColumnElement[bool]:
    """True while reviews wait to be searched for puzzles."""
    finished = reviews.c.finished_at.is_not(None)
    return pending.anywhere(reviews.c.game_id, finished, reviews.c.mine_from.is_not(None))


class OwnPuzzleStore(Store):
    """People's own moves, to be judged again."""

    @reading
    def to_mine(self, connection: Connection) -> tuple[int, int] | None:
        """Return a finished review still to be searched for puzzles: its game and the ply to start at."""
        row = connection.execute(
            select(reviews.c.game_id, reviews.c.mine_from)
            .where(reviews.c.finished_at.is_not(None), reviews.c.mine_from.is_not(None))
            .order_by(reviews.c.finished_at.desc(), reviews.c.game_id)
            .limit(1)
        ).first()
        return None if row is None else (row.game_id, row.mine_from)

    @writing
    def add(
        self, connection: Connection, game_id: int, mine_from: int | None, new: NewOwnPuzzle | None = None
    ) -> None:
        """Note up to which ply a review was searched (None: to its end), and the puzzle found there."""
        this = reviews.c.game_id == game_id
        searched = connection.execute(update(reviews).where(this).values(mine_from=mine_from))
        if new is None or not searched.rowcount:
            return
        values = values_of(new, due_at=self._clock(), failures=0, stage=0, ply=0, shown=False)
        add_row(connection, own_puzzles, values)

    @reading
    def next_due(self, connection: Connection, player_id: int) -> OwnPuzzle | None:
        """Return the puzzle that a person is to solve first, now or later."""
        return _first_own(connection, own_puzzles.c.player_id == player_id, own_puzzles.c.due_at.is_not(None))

    @reading
    def due(self, connection: Connection, player_id: int) -> int:
        """Return how many puzzles a person can solve now."""
        mine = (own_puzzles.c.player_id == player_id, own_puzzles.c.due_at <= self._clock())
        return connection.scalar(select(func.count()).select_from(own_puzzles).where(*mine)) or 0

    @reading
    def due_in(
        self, connection: Connection, player_id: int, errors: Collection[tuple[int, int]]
    ) -> OwnPuzzle | None:
        """Return the puzzle that a person is to solve first now, of those in these games and plies."""
        rows = connection.execute(
            select(own_puzzles.c.id, own_puzzles.c.game_id, own_puzzles.c.game_ply)
            .where(own_puzzles.c.player_id == player_id, own_puzzles.c.due_at <= self._clock())
            .order_by(own_puzzles.c.due_at, own_puzzles.c.id)
        )
        puzzle_id = next((row.id for row in rows if (row.game_id, row.game_ply) in errors), None)
        return None if puzzle_id is None else _find_own(connection, puzzle_id)

    @writing
    def begin(self, connection: Connection, puzzle_id: int) -> OwnPuzzle | None:
        """Return a puzzle to solve, at its start if it has come back."""
        own = _find_own(connection, puzzle_id)
        if own is None or own.due_at is None or own.due_at > self._clock() or own.attempt.result is None:
            return own
        return _change_own(connection, puzzle_id, ply=0, result=None, shown=False, solved_at=None)

    @writing
    def right(self, connection: Connection, puzzle_id: int, ply: int, to: int, *, over: bool) -> OwnPuzzle:
        """Note the right move, as `PuzzleStore.right` does; solved at the first attempt, it comes back after
        the next delay, if there is one left."""
        own = _require_own(connection, puzzle_id, ply)
        values: dict[str, object] = {"ply": to}
        if over:
            values["solved_at"] = self._clock()
            if own.attempt.result is None:
                values |= {"result": "solved", **after_success(own.stage, self._clock())._asdict()}
        return _change_own(connection, puzzle_id, **values)

    @writing
    def wrong(self, connection: Connection, puzzle_id: int, ply: int, *, shown: bool) -> OwnPuzzle:
        """Note a wrong move, a request for help or (`shown`) for the solution; it comes back after the first
        delay."""
        own = _require_own(connection, puzzle_id, ply)
        values: dict[str, object] = {"shown": shown}
        if own.attempt.result is None:
            this = own_puzzles.c.id == puzzle_id
            failures = connection.scalar(select(own_puzzles.c.failures).where(this)) or 0
            values |= {"result": "failed", "failures": failures + 1, **after_miss(self._clock())._asdict()}
        return _change_own(connection, puzzle_id, **values)


def _find_own(connection: Connection, puzzle_id: int) -> OwnPuzzle | None:
    return _first_own(connection, own_puzzles.c.id == puzzle_id)


def _first_own(connection: Connection, *which: ColumnElement[bool]) -> OwnPuzzle | None:
    """Return the puzzle of these that comes back first."""
    in_order = select(own_puzzles).where(*which).order_by(own_puzzles.c.due_at, own_puzzles.c.id)
    row = connection.execute(in_order.limit(1)).mappings().one_or_none()
    if row is None:
        return None
    puzzle = str(row["id"])
    attempt = record_of(
        Attempt, row, puzzle=puzzle, value_before=None, value_after=None, begun_at=None, trace=""
    )
    return record_of(OwnPuzzle, row, attempt=attempt)


def _require_own(connection: Connection, puzzle_id: int, ply: int) -> OwnPuzzle:
    own = locked(connection, partial(_find_own, connection, puzzle_id), lambda own: own.new.player_id)
    if own.attempt.over or own.attempt.ply != ply:
        raise AttemptChanged
    return own


def _change_own(connection: Connection, puzzle_id: int, **values: object) -> OwnPuzzle:
    connection.execute(update(own_puzzles).where(own_puzzles.c.id == puzzle_id).values(**values))
    changed = _find_own(connection, puzzle_id)
    assert changed is not None
    return changed
