"""Repertoires, a move to play in each position, and sessions that train them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import case, delete, func, insert, select, update

from data.db.errors import AttemptChanged
from data.db.rows import insert_row, read_all, read_one, record_of, values_of
from data.db.store import Store, hold_players, reading, upsert, writing
from data.people.players import ensure_players
from data.puzzles.puzzles import SPACING, after_miss, after_success, locked
from data.tables.repertoires import repertoire_moves, training_questions, training_sessions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection


@dataclass(frozen=True, slots=True)
class NewRepertoireMove:
    """A move to be played in the position after a line."""

    position: int
    line: tuple[str, ...]
    move: str


@dataclass(frozen=True, slots=True)
class RepertoireMove:
    """A stored move of a repertoire.

    `stage` counts the delays begun since the last miss; 0: it was never asked.
    """

    id: int
    player_id: int
    game: str
    side: int
    new: NewRepertoireMove
    due_at: datetime
    stage: int
    misses: int


@dataclass(frozen=True, slots=True)
class RepertoireSize:
    """The number of a repertoire's moves, how many are due now, and when the first one is due."""

    moves: int
    due: int
    next_at: datetime


class RepertoireStore(Store):
    @reading
    def of(self, connection: Connection, player_id: int, game: str, side: int) -> tuple[RepertoireMove, ...]:
        """Return a repertoire, shorter lines first."""
        mine = (repertoire_moves.c.player_id == player_id, repertoire_moves.c.game == game)
        query = select(repertoire_moves).where(*mine, repertoire_moves.c.side == side)
        moves = read_all(connection, RepertoireMove, query)
        return tuple(sorted(moves, key=lambda move: (len(move.new.line), move.new.line, move.id)))

    @reading
    def all_of(self, connection: Connection, player_id: int) -> tuple[RepertoireMove, ...]:
        """Return all moves of a person's repertoires, those due first before others."""
        query = select(repertoire_moves).where(repertoire_moves.c.player_id == player_id)
        in_order = query.order_by(repertoire_moves.c.due_at, repertoire_moves.c.id)
        return read_all(connection, RepertoireMove, in_order)

    @reading
    def move_in(
        self, connection: Connection, player_id: int, game: str, side: int, position: int
    ) -> RepertoireMove | None:
        columns = repertoire_moves.c
        mine = (columns.player_id == player_id, columns.game == game, columns.side == side)
        query = select(repertoire_moves).where(*mine, columns.position == position)
        return read_one(connection, RepertoireMove, query)

    @reading
    def sizes(self, connection: Connection, player_id: int) -> dict[tuple[str, int], RepertoireSize]:
        due = func.sum(case((repertoire_moves.c.due_at <= self._clock(), 1), else_=0))
        rows = connection.execute(
            select(
                repertoire_moves.c.game,
                repertoire_moves.c.side,
                func.count().label("moves"),
                due.label("due"),
                func.min(repertoire_moves.c.due_at).label("next_at"),
            )
            .where(repertoire_moves.c.player_id == player_id)
            .group_by(repertoire_moves.c.game, repertoire_moves.c.side)
        )
        return {(row.game, row.side): RepertoireSize(row.moves, row.due, row.next_at) for row in rows}

    @writing
    def change(
        self,
        connection: Connection,
        player_id: int,
        game: str,
        side: int,
        *,
        add: Sequence[NewRepertoireMove] = (),
        remove: Sequence[int] = (),
    ) -> None:
        """Remove moves by their ids, then add others, due at once; where there is a move, it stays."""
        ensure_players(connection, [player_id])
        hold_players(connection, [player_id])
        now, mine = self._clock(), repertoire_moves.c.player_id == player_id
        if remove:
            connection.execute(delete(repertoire_moves).where(mine, repertoire_moves.c.id.in_(remove)))
        owner = {"player_id": player_id, "game": game, "side": side}
        rows = [values_of(new, **owner, due_at=now, stage=0, misses=0) for new in add]
        if rows:
            connection.execute(upsert(connection, repertoire_moves).on_conflict_do_nothing(), rows)


@dataclass(frozen=True, slots=True)
class TrainingWish:
    """A person's choice of what to train: a game, None for all; a side, None for both; moves not due, too."""

    game: str | None = None
    side: int | None = None
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class TrainingQuestion:
    """A question of a session; `answer` and `right` are None before it is answered."""

    number: int
    asked: RepertoireMove
    answer: str | None
    right: bool | None


@dataclass(frozen=True, slots=True)
class TrainingSession:
    """A session. Questions whose moves were removed from the repertoire are gone."""

    id: int
    player_id: int
    wish: TrainingWish
    over: bool
    questions: tuple[TrainingQuestion, ...]

    @property
    def current(self) -> TrainingQuestion | None:
        """The question to be answered; None once it is over."""
        if self.over:
            return None
        return next((question for question in self.questions if question.answer is None), None)

    def question(self, number: int) -> TrainingQuestion | None:
        """Return the question with a number; None if there is none."""
        return next((question for question in self.questions if question.number == number), None)


class TrainingStore(Store):
    @reading
    def find(self, connection: Connection, session_id: int) -> TrainingSession | None:
        return _find(connection, training_sessions.c.id == session_id)

    @reading
    def of(self, connection: Connection, player_id: int) -> TrainingSession | None:
        """Return a person's latest session."""
        return _find(connection, training_sessions.c.player_id == player_id)

    @writing
    def begin(
        self, connection: Connection, player_id: int, wish: TrainingWish, move_ids: Sequence[int]
    ) -> TrainingSession:
        """Begin a session that asks moves in this order, in place of the person's previous one."""
        hold_players(connection, [player_id])
        mine = training_sessions.c.player_id == player_id
        connection.execute(delete(training_sessions).where(mine))
        values = values_of(wish, player_id=player_id, begun_at=self._clock())
        session_id = insert_row(connection, training_sessions, values)
        # A move may have been removed meanwhile.
        there = set(
            connection.scalars(select(repertoire_moves.c.id).where(repertoire_moves.c.id.in_(move_ids)))
        )
        asked = [move_id for move_id in move_ids if move_id in there]
        rows = [
            {"session_id": session_id, "number": number, "move_id": move_id}
            for number, move_id in enumerate(asked, start=1)
        ]
        if rows:
            connection.execute(insert(training_questions), rows)
        session = _find(connection, training_sessions.c.id == session_id)
        assert session is not None
        return session

    @writing
    def answer(
        self, connection: Connection, session_id: int, number: int, answer: str, *, right: bool
    ) -> TrainingSession:
        """Note the answer to the current question, and when its move comes back.

        Raises AttemptChanged if another question is the current one.
        """
        this = training_sessions.c.id == session_id
        session = locked(connection, partial(_find, connection, this), lambda session: session.player_id)
        question = session.current
        if question is None or question.number != number:
            raise AttemptChanged
        now, asked = self._clock(), question.asked
        connection.execute(
            update(training_questions)
            .where(training_questions.c.session_id == session_id, training_questions.c.number == number)
            .values(answer=answer, right=right)
        )
        move = update(repertoire_moves).where(repertoire_moves.c.id == asked.id)
        if not right:
            due_at, stage = after_miss(now)
            connection.execute(move.values(due_at=due_at, stage=stage, misses=asked.misses + 1))
            last = session.questions[-1].number
            again = {"session_id": session_id, "number": last + 1, "move_id": asked.id}
            connection.execute(insert(training_questions).values(again))
        elif asked.due_at <= now:
            # What is learned is asked again after the longest delay, for ever.
            due_at, stage = after_success(min(asked.stage, len(SPACING) - 1), now)
            connection.execute(move.values(due_at=due_at, stage=stage))
        after = _find(connection, this)
        assert after is not None
        if after.over:
            connection.execute(update(training_sessions).where(this).values(ended_at=now))
        return after

    @writing
    def stop(self, connection: Connection, session_id: int) -> None:
        this = training_sessions.c.id == session_id
        unended = update(training_sessions).where(this, training_sessions.c.ended_at.is_(None))
        connection.execute(unended.values(ended_at=self._clock()))


def _find(connection: Connection, which: ColumnElement[bool]) -> TrainingSession | None:
    row = connection.execute(select(training_sessions).where(which)).mappings().one_or_none()
    if row is None:
        return None
    asked = training_questions.c
    query = (
        select(repertoire_moves, asked.number, asked.answer, asked.right)
        .join(repertoire_moves, repertoire_moves.c.id == asked.move_id)
        .where(asked.session_id == row["id"])
        .order_by(asked.number)
    )
    questions = read_all(connection, TrainingQuestion, query)
    over = row["ended_at"] is not None or all(question.answer is not None for question in questions)
    return record_of(TrainingSession, row, over=over, questions=questions)
