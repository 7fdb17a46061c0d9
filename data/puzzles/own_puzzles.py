"""People's own moves in reviewed games as puzzles, which come back by spaced repetition."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, select, update

from data.db.errors import AttemptChanged
from data.db.rows import add_row, record_of, values_of
from data.db.store import Store, reading, writing
from data.puzzles.puzzles import Attempt, locked
from data.tables.puzzles import own_puzzles
from data.tables.standings import reviews

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending


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
    found = reviews.c.finished_at.is_not(None)
    return pending.anywhere(reviews.c.game_id, found, reviews.c.mine_from.is_not(None))


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
        return _first(connection, own_puzzles.c.player_id == player_id, own_puzzles.c.due_at.is_not(None))

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
        found = connection.execute(
            select(own_puzzles.c.id, own_puzzles.c.game_id, own_puzzles.c.game_ply)
            .where(own_puzzles.c.player_id == player_id, own_puzzles.c.due_at <= self._clock())
            .order_by(own_puzzles.c.due_at, own_puzzles.c.id)
        )
        puzzle_id = next((row.id for row in found if (row.game_id, row.game_ply) in errors), None)
        return None if puzzle_id is None else _find(connection, puzzle_id)

    @writing
    def begin(self, connection: Connection, puzzle_id: int) -> OwnPuzzle | None:
        """Return a puzzle to solve, at its start if it has come back."""
        own = _find(connection, puzzle_id)
        if own is None or own.due_at is None or own.due_at > self._clock() or own.attempt.result is None:
            return own
        return _change(connection, puzzle_id, ply=0, result=None, shown=False, solved_at=None)

    @writing
    def right(self, connection: Connection, puzzle_id: int, ply: int, to: int, *, over: bool) -> OwnPuzzle:
        """Note the right move, as `PuzzleStore.right` does; solved at the first attempt, it comes back after
        the next delay, if there is one left."""
        own = _require(connection, puzzle_id, ply)
        values: dict[str, object] = {"ply": to}
        if over:
            values["solved_at"] = self._clock()
            if own.attempt.result is None:
                values |= {"result": "solved", **after_success(own.stage, self._clock())._asdict()}
        return _change(connection, puzzle_id, **values)

    @writing
    def wrong(self, connection: Connection, puzzle_id: int, ply: int, *, shown: bool) -> OwnPuzzle:
        """Note a wrong move, a request for help or (`shown`) for the solution; it comes back after the first
        delay."""
        own = _require(connection, puzzle_id, ply)
        values: dict[str, object] = {"shown": shown}
        if own.attempt.result is None:
            this = own_puzzles.c.id == puzzle_id
            failures = connection.scalar(select(own_puzzles.c.failures).where(this)) or 0
            values |= {"result": "failed", "failures": failures + 1, **after_miss(self._clock())._asdict()}
        return _change(connection, puzzle_id, **values)


def _find(connection: Connection, puzzle_id: int) -> OwnPuzzle | None:
    return _first(connection, own_puzzles.c.id == puzzle_id)


def _first(connection: Connection, *which: ColumnElement[bool]) -> OwnPuzzle | None:
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


def _require(connection: Connection, puzzle_id: int, ply: int) -> OwnPuzzle:
    own = locked(connection, partial(_find, connection, puzzle_id), lambda own: own.new.player_id)
    if own.attempt.over or own.attempt.ply != ply:
        raise AttemptChanged
    return own


def _change(connection: Connection, puzzle_id: int, **values: object) -> OwnPuzzle:
    connection.execute(update(own_puzzles).where(own_puzzles.c.id == puzzle_id).values(**values))
    changed = _find(connection, puzzle_id)
    assert changed is not None
    return changed
