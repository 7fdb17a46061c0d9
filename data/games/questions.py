"""Questions from one player to the other.

A game has one at a time, which belongs to the position in which it was asked. Its row stays until its message
is closed, so that a restart finds one that the game has left behind. Past questions, and how often they were
refused, are kept as long as the game.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, or_, select, update

from data.db.errors import Limit
from data.db.rows import insert_row
from data.db.store import PAGE, ShownStore, reading, writing
from data.games.history import hold_seen
from data.games.limits import FairUseBounds, count_request
from data.games.moves import number_of_moves
from data.games.records import (
    Game,
    GameState,
    PastQuestion,
    Question,
    QuestionGone,
    QuestionKind,
    QuestionThere,
    require_state,
)
from data.tables.playing import games, past_questions, questions
from data.tables.schema import require_storable

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending
    from data.db.store import Stores

_ASKED = select(questions).where(questions.c.id == bindparam("question_id"))


def questions_there(pending: Pending) -> ColumnElement[bool]:
    """True while there are questions, some of which games may have left behind."""
    # Checking that takes longer, and there are never many.
    return pending.in_games(questions.c.game_id)


class QuestionStore(ShownStore):
    """The questions; a change of the game may answer one."""

    table = questions

    def __init__(self, stores: Stores) -> None:
        super().__init__(stores)
        self._bounds = stores[FairUseBounds]

    @writing
    def ask(
        self,
        connection: Connection,
        game: Game,
        kind: QuestionKind,
        side: int,
        player: str | None = None,
        require: Callable[[PastQuestion], object] = lambda past: None,
    ) -> tuple[Question, Question | None]:
        """Store a question by the person on a side, about the computer player `player` if there is one.

        `require` gets the past question of this kind and raises if it may not be asked again. Also returns
        the question that this one replaces, void or the same person's, so that its message can be closed.
        A request that its asker replaces counts as refused. Raises errors like `add_moves`, QuestionThere if
        the other player's question is still open, and LimitReached.
        """
        require_state(game, GameState.PLAYING)
        require_storable(player)
        stored = hold_seen(connection, game)
        there = stored.open_question
        # Without a message, since the bot was killed before sending it, a question cannot be answered.
        if there is not None and there.side != side and there.message_id is not None:
            raise QuestionThere(there)
        before = _before(connection, game, kind, side)
        if before is not None:
            require(before)
        now, asker_id = self._clock(), game.seats[side].player_id
        if asker_id is not None:
            count_request(connection, self._bounds, Limit.QUESTIONS, asker_id, game.guild_id, now)
        if stored.question is not None and stored.question.message_id is None:
            _forget(connection, stored.question.id)
        elif there is not None and there.side == side:
            _count_refusal(connection, game.id, there.side, there.kind, there.ply)
        connection.execute(delete(questions).where(questions.c.game_id == game.id))
        row = {"game_id": game.id, "kind": kind, "side": side, "ply": game.ply, "player": player}
        question_id = insert_row(connection, questions, {**row, "asked_at": now})
        values = {"question_id": question_id, "position": _position(game)}
        if before is None:
            first = {"game_id": game.id, "side": side, "kind": kind, **values}
            connection.execute(insert(past_questions).values(first))
        else:
            connection.execute(update(past_questions).where(*_of(game.id, side, kind)).values(values))
        return Question(question_id, kind, side, game.ply, player), stored.question

    @writing
    def close(self, connection: Connection, question_id: int) -> bool:
        """Delete a question that was answered without a change or whose message is closed.

        Returns whether it existed.
        """
        return _close(connection, question_id)

    @writing
    def refuse(self, connection: Connection, question_id: int) -> bool:
        """Count a refusal by the other player and delete the question; returns whether it existed."""
        asked = connection.execute(_ASKED, {"question_id": question_id}).one_or_none()
        if asked is None or not _close(connection, question_id):
            return False
        _count_refusal(connection, asked.game_id, asked.side, asked.kind, asked.ply)
        return True

    @writing
    def forget(self, connection: Connection, question_id: int) -> None:
        """Delete a question whose message was not sent, as if it had not been asked."""
        _forget(connection, question_id)

    @reading
    def lapsed(self, connection: Connection) -> tuple[int, ...]:
        """Return games that have left an unclosed question behind; at most a page."""
        played = number_of_moves(games.c.id)
        left = (
            select(games.c.id)
            .join(questions, questions.c.game_id == games.c.id)
            .where(or_(games.c.state != GameState.PLAYING, played != questions.c.ply))
        )
        here = self._database.share.within(left, games.c.guild_id).order_by(questions.c.id)
        return tuple(connection.scalars(here.limit(PAGE)))


def _close(connection: Connection, question_id: int) -> bool:
    return connection.execute(delete(questions).where(questions.c.id == question_id)).rowcount > 0


def _count_refusal(connection: Connection, game_id: int, side: int, kind: str, ply: int) -> None:
    counted = {"refusals": past_questions.c.refusals + 1, "refused_ply": ply}
    connection.execute(update(past_questions).where(*_of(game_id, side, kind)).values(counted))


def _forget(connection: Connection, question_id: int) -> None:
    # Earlier refusals still count.
    _close(connection, question_id)
    connection.execute(
        update(past_questions).where(past_questions.c.question_id == question_id).values(position="")
    )


def answer(connection: Connection, question_id: int | None) -> None:
    """Delete the question that a change of its game answers (None: no question), with its past refusals.

    Raises QuestionGone, which undoes the change, if the question was answered before.
    """
    if question_id is None:
        return
    asked = connection.execute(_ASKED, {"question_id": question_id}).one_or_none()
    if asked is None or not _close(connection, question_id):
        raise QuestionGone(question_id)
    # After a swap, the sides are different people.
    swapped = asked.kind == QuestionKind.SWAP
    of_it = (
        [past_questions.c.game_id == asked.game_id] if swapped else _of(asked.game_id, asked.side, asked.kind)
    )
    connection.execute(delete(past_questions).where(*of_it))


def _before(connection: Connection, game: Game, kind: QuestionKind, side: int) -> PastQuestion | None:
    """Return the last question of a kind by the person on a side."""
    row = connection.execute(select(past_questions).where(*_of(game.id, side, kind))).one_or_none()
    if row is None:
        return None
    sent = connection.scalar(
        select(questions.c.id).where(questions.c.id == row.question_id, questions.c.message_id.is_(None))
    )
    return PastQuestion(
        row.question_id,
        here=row.position == _position(game),
        sent=sent is None,
        refusals=row.refusals,
        refused_ply=row.refused_ply,
    )


def _of(game_id: int, side: int, kind: str) -> tuple[ColumnElement[bool], ...]:
    columns = past_questions.c
    return (columns.game_id == game_id, columns.side == side, columns.kind == kind)


def _position(game: Game) -> str:
    """Return a hash of the moves: after moves are taken back, the same ply may be another position."""
    return hashlib.blake2b(" ".join(game.moves).encode(), digest_size=16).hexdigest()
