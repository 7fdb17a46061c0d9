"""Questions from one person of a game to the other, inside a transaction that the caller holds.

There is one at a time in a game, and it belongs to the position in which it was asked. Its row stays until
its message is closed, so one that the game has left behind is found after a restart, too. What was asked last
and how often it was refused is kept as long as the game.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, func, insert, or_, select, update

from data.db.errors import Limit
from data.db.locks import hold_game
from data.db.share import EVERYTHING, Share
from data.games.errors import GameChanged, GameNotFound, QuestionGone, QuestionThere
from data.games.games import find
from data.games.limits import FairUseBounds, note_request
from data.games.records import Game, GameState, PastQuestion, Question, QuestionKind
from data.games.waiting import PAGE
from data.tables import games, moves, past_questions, questions
from data.tables.column_types import require_storable

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sqlalchemy import ColumnElement, Connection

    from data.db.database import Clock, Database


_ASKED = select(questions).where(questions.c.id == bindparam("question_id"))


class Questions:
    """The part of the storage that has the questions; a change of its game answers one."""

    def __init__(self, database: Database, bounds: FairUseBounds, clock: Clock) -> None:
        self._database = database
        self._bounds = bounds
        self._clock = clock

    async def ask(
        self,
        game: Game,
        kind: QuestionKind,
        side: int,
        player: str | None = None,
        require: Callable[[PastQuestion], object] = lambda past: None,
    ) -> tuple[Question, Question | None]:
        """Store a question by the person on a side, about the computer player `player` where there is one.

        `require` raises where it may not be asked again, after what was asked before.

        Also returns the question in whose place it comes, so that its message can be closed: one that the
        game has left behind, or an earlier one of the same person. Raises errors like `add_moves`, and
        QuestionThere when the other person's question is still open, and LimitReached.
        """
        if game.state is not GameState.PLAYING:
            raise ValueError(f"game {game.id} is {game.state}, not {GameState.PLAYING}")
        require_storable(player)
        now = self._clock()
        return await self._database.write(
            lambda c: ask(c, game, kind, side, player, require, self._bounds, now)
        )

    async def note_message(self, question_id: int, channel_id: int, message_id: int) -> bool:
        """Note which message asks a question; returns whether the question is still there."""
        return await self._database.write(lambda c: note_message(c, question_id, channel_id, message_id))

    async def close(self, question_id: int) -> bool:
        """Forget a question that was answered without a change, or whose message is closed; returns whether
        it was there."""
        return await self._database.write(lambda c: close(c, question_id))

    async def refuse(self, question_id: int) -> bool:
        """Note that the other person refused a question, and forget it; returns whether it was there."""
        return await self._database.write(lambda c: refuse(c, question_id))

    async def forget(self, question_id: int) -> None:
        """Forget a question that reached nobody, as if it had not been asked."""
        await self._database.write(lambda c: forget(c, question_id))

    async def lapsed(self) -> tuple[int, ...]:
        """The games that have left a question behind which is not closed; a page of them at most."""
        share = self._database.share
        return await self._database.read(lambda c: lapsed(c, share))


def ask(
    connection: Connection,
    game: Game,
    kind: QuestionKind,
    side: int,
    player: str | None,
    require: Callable[[PastQuestion], object],
    bounds: FairUseBounds,
    now: datetime,
) -> tuple[Question, Question | None]:
    """Store a question of the person on `side`; also the one in whose place it comes: void, or their own."""
    hold_game(connection, game.id)
    stored = find(connection, game.id)
    if stored is None:
        raise GameNotFound(game.id)
    if stored.version != game.version:
        raise GameChanged(stored)
    there = stored.open_question
    # One that reached nobody, since the bot was killed before, can be answered by nobody.
    if there is not None and there.side != side and there.message_id is not None:
        raise QuestionThere(there)
    before = _before(connection, game, kind, side)
    if before is not None:
        require(before)
    asker_id = game.seats[side].player_id
    if asker_id is not None:
        note_request(connection, bounds, Limit.QUESTIONS, asker_id, game.guild_id, now)
    if stored.question is not None and stored.question.message_id is None:
        # It reached nobody.
        forget(connection, stored.question.id)
    connection.execute(delete(questions).where(questions.c.game_id == game.id))
    question_id = connection.scalar(
        insert(questions)
        .values(game_id=game.id, kind=kind, side=side, ply=game.ply, player=player, asked_at=now)
        .returning(questions.c.id)
    )
    values = {"question_id": question_id, "position": _position(game)}
    if before is None:
        row = {"game_id": game.id, "side": side, "kind": kind, **values}
        connection.execute(insert(past_questions).values(row))
    else:
        connection.execute(update(past_questions).where(*_of(game.id, side, kind)).values(values))
    return Question(int(question_id), kind, side, game.ply, player), stored.question


def note_message(connection: Connection, question_id: int, channel_id: int, message_id: int) -> bool:
    """Note which message asks the question; returns whether the question is still there."""
    changed = connection.execute(
        update(questions)
        .where(questions.c.id == question_id)
        .values(channel_id=channel_id, message_id=message_id)
    )
    return changed.rowcount > 0


def close(connection: Connection, question_id: int) -> bool:
    """Forget a question; returns whether it was there."""
    return connection.execute(delete(questions).where(questions.c.id == question_id)).rowcount > 0


def refuse(connection: Connection, question_id: int) -> bool:
    """Note that the other person refused a question, and forget it; returns whether it was there."""
    asked = connection.execute(_ASKED, {"question_id": question_id}).one_or_none()
    if asked is None or not close(connection, question_id):
        return False
    connection.execute(
        update(past_questions)
        .where(*_of(asked.game_id, asked.side, asked.kind))
        .values(refusals=past_questions.c.refusals + 1, refused_ply=asked.ply)
    )
    return True


def forget(connection: Connection, question_id: int) -> None:
    """Forget a question as if it had not been asked; what was refused before still counts."""
    close(connection, question_id)
    connection.execute(
        update(past_questions).where(past_questions.c.question_id == question_id).values(position="")
    )


def answer(connection: Connection, question_id: int | None) -> None:
    """Forget the question that a change of its game answers (None: the change answers none).

    What was agreed to may be asked for again, and nobody remembers earlier refusals. Raises QuestionGone, and
    so undoes the change, when the question has been answered already.
    """
    if question_id is None:
        return
    asked = connection.execute(_ASKED, {"question_id": question_id}).one_or_none()
    if asked is None or not close(connection, question_id):
        raise QuestionGone(question_id)
    # After a swap of the colours the sides are other people.
    swapped = asked.kind == QuestionKind.SWAP
    of_it = (
        [past_questions.c.game_id == asked.game_id] if swapped else _of(asked.game_id, asked.side, asked.kind)
    )
    connection.execute(delete(past_questions).where(*of_it))


def lapsed(connection: Connection, share: Share = EVERYTHING) -> tuple[int, ...]:
    """The games that have left a question behind whose message may still have buttons; a page at most."""
    played = select(func.count()).where(moves.c.game_id == games.c.id).scalar_subquery()
    left = (
        select(games.c.id)
        .join(questions, questions.c.game_id == games.c.id)
        .where(or_(games.c.state != GameState.PLAYING, played != questions.c.ply))
    )
    here = share.within(left, games.c.guild_id).order_by(questions.c.id).limit(PAGE)
    return tuple(connection.scalars(here))


def _before(connection: Connection, game: Game, kind: QuestionKind, side: int) -> PastQuestion | None:
    """The last question of a kind by the person on a side."""
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
    """The position of a game, as a hash of its moves: the same ply may be reached again by other ones."""
    return hashlib.blake2b(" ".join(game.moves).encode(), digest_size=16).hexdigest()
