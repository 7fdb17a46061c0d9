"""The trainer: asks the moves of one's own repertoires, by spaced repetition.

A session asks a few positions, one line after the other where they continue each other, and is stored with
every answer, so that it continues after a restart and in any message.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

from bot.catalog import GAMES
from bot.core.people import Person
from bot.features import Kit
from bot.play.assist.hints import FairPlay, PositionInPlay
from bot.study.openings import refusals
from bot.study.openings.explorer import Explorer
from bot.study.openings.lines import is_same_move, position_after, study_of
from data.db.errors import AttemptChanged
from data.repertoires.repertoires import (
    RepertoireMove,
    RepertoireStore,
    TrainingQuestion,
    TrainingSession,
    TrainingStore,
    TrainingWish,
)
from engine import Position, SearchResult

MAX_ASKED = 10
"""Positions in a session, without those that are asked again."""


class TrainingEvent(Enum):
    """The last event in a session."""

    BEGUN = auto()
    RESUMED = auto()
    RIGHT = auto()
    WRONG = auto()
    CONTINUED = auto()
    STOPPED = auto()
    OUTDATED = auto()
    """A tap for an earlier question, or a second one."""


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """A session after something happened in it.

    `question` is to be shown: the current one, the one that was just missed (`missed`), or None at the end.
    `before` is the one that was just answered rightly. A missed one comes with the values of its moves, as
    far as they are known.
    """

    session: TrainingSession
    event: TrainingEvent
    question: TrainingQuestion | None
    before: TrainingQuestion | None = None
    found: SearchResult | None = None

    @property
    def missed(self) -> bool:
        return self.question is not None and self.question.right is False


@dataclass(frozen=True, slots=True)
class TrainingRest:
    """Nothing is due: the wish, the number of moves that could be trained, and when the first one is due."""

    wish: TrainingWish
    moves: int
    next_at: datetime


class Training:
    """Asks people their repertoires."""

    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._explorer = kit[Explorer]
        self._fair_play = kit[FairPlay]
        self._rng = kit.runtime.rng
        self._now = kit.now

    async def start(self, who: Person, wish: TrainingWish, channel_id: int) -> TrainingStep | TrainingRest:
        """Begin a session, or resume the person's unfinished one if it has what they wish.

        Refused without anything to train, and if all of it is in games in progress.
        """
        session = await self._storage[TrainingStore].of(who.id)
        if session is not None and session.current is not None and _suits(session.wish, wish):
            return await self._step(who, session, TrainingEvent.RESUMED, channel_id)
        moves = [
            move for move in await self._storage[RepertoireStore].all_of(who.id) if _is_wished(move, wish)
        ]
        if not moves:
            raise refusals.NoRepertoire
        now = self._now()
        due = moves if wish.ahead else [move for move in moves if move.due_at <= now]
        if not due:
            return TrainingRest(wish, len(moves), moves[0].due_at)
        fair = [move for move in due[: 3 * MAX_ASKED] if await self._is_fair(who, move, channel_id)]
        if not fair:
            raise refusals.AllInPlay
        asked = in_order(fair[:MAX_ASKED], self._rng)
        session = await self._storage[TrainingStore].begin(who.id, wish, [move.id for move in asked])
        return await self._step(who, session, TrainingEvent.BEGUN, channel_id)

    async def answer(
        self, who: Person, session_id: int, number: int, move: str, channel_id: int
    ) -> TrainingStep:
        session = await self._require(who, session_id)
        question = session.current
        if question is None or question.number != number:
            return await self._outdated(who, session, number, channel_id)
        kind, position = GAMES[question.asked.game], position_of(question.asked)
        if move not in position.legal_moves():
            return await self._outdated(who, session, number, channel_id)
        await self._require_fair(who, question.asked, channel_id)
        right = is_same_move(kind, question.asked.new.line, move, question.asked.new.move)
        try:
            session = await self._storage[TrainingStore].answer(session_id, number, move, right=right)
        except AttemptChanged:
            session = await self._require(who, session_id)
            return await self._outdated(who, session, number, channel_id)
        answered = session.question(number)
        if answered is not None and not right:
            return await self._missed(who, session, answered, TrainingEvent.WRONG)
        return await self._step(who, session, TrainingEvent.RIGHT, channel_id, before=answered)

    async def proceed(self, who: Person, session_id: int, channel_id: int) -> TrainingStep:
        """Return the current question, after the answer to a missed one was seen."""
        session = await self._require(who, session_id)
        return await self._step(who, session, TrainingEvent.CONTINUED, channel_id)

    async def stop(self, who: Person, session_id: int) -> TrainingStep:
        """End a session; what was not asked stays due."""
        await self._require(who, session_id)
        await self._storage[TrainingStore].stop(session_id)
        session = await self._require(who, session_id)
        return TrainingStep(session, TrainingEvent.STOPPED, None)

    async def next_due(self, who: Person, wish: TrainingWish) -> datetime | None:
        """Return when the first move of a person is due; None without any."""
        moves = [
            move for move in await self._storage[RepertoireStore].all_of(who.id) if _is_wished(move, wish)
        ]
        return moves[0].due_at if moves else None

    async def _outdated(
        self, who: Person, session: TrainingSession, number: int, channel_id: int
    ) -> TrainingStep:
        """Show what a second tap would cover: the answer to the question missed last, or the current one."""
        answered = [question for question in session.questions if question.answer is not None]
        if answered and answered[-1].number == number and answered[-1].right is False:
            return await self._missed(who, session, answered[-1], TrainingEvent.OUTDATED)
        return await self._step(who, session, TrainingEvent.OUTDATED, channel_id)

    async def _step(
        self,
        who: Person,
        session: TrainingSession,
        event: TrainingEvent,
        channel_id: int,
        *,
        before: TrainingQuestion | None = None,
    ) -> TrainingStep:
        current = session.current
        if current is not None:
            await self._require_fair(who, current.asked, channel_id)
        return TrainingStep(session, event, current, before)

    async def _missed(
        self, who: Person, session: TrainingSession, question: TrainingQuestion, event: TrainingEvent
    ) -> TrainingStep:
        asked = question.asked
        found = await self._explorer.values(study_of(GAMES[asked.game], asked.new.line), who)
        return TrainingStep(session, event, question, found=found)

    async def _is_fair(self, who: Person, move: RepertoireMove, channel_id: int) -> bool:
        kind = GAMES[move.game]
        try:
            await self._fair_play.require_fair(kind, position_of(move), who, channel_id)
        except PositionInPlay:
            return False
        return True

    async def _require_fair(self, who: Person, move: RepertoireMove, channel_id: int) -> None:
        if not await self._is_fair(who, move, channel_id):
            raise refusals.AllInPlay

    async def _require(self, who: Person, session_id: int) -> TrainingSession:
        session = await self._storage[TrainingStore].find(session_id)
        if session is None:
            raise refusals.TrainingGone
        if session.player_id != who.id:
            raise refusals.NotYourTraining
        return session


def position_of(move: RepertoireMove) -> Position:
    return position_after(GAMES[move.game], move.new.line)


def in_order(moves: Sequence[RepertoireMove], rng: random.Random) -> tuple[RepertoireMove, ...]:
    """Return moves in an order to be asked: along their lines, with the opponent's replies at random.

    A move is asked after those that lead to it, so that no position shows the answer to a later question.
    """
    left = [*moves]
    rng.shuffle(left)
    left.sort(key=lambda move: (move.game, move.side))
    asked: list[RepertoireMove] = []
    while left:
        last = asked[-1] if asked else None
        free = [move for move in left if not any(_leads_to(other, move) for other in left)]
        following = [move for move in free if last is not None and _leads_to(last, move)]
        chosen = (following or free)[0]
        asked.append(chosen)
        left.remove(chosen)
    return tuple(asked)


def follows_at_once(before: TrainingQuestion, after: TrainingQuestion) -> str | None:
    """Return the opponent's reply between two questions; None if the second doesn't continue the first."""
    begin, line = (*before.asked.new.line, before.asked.new.move), after.asked.new.line
    same = (before.asked.game, before.asked.side) == (after.asked.game, after.asked.side)
    return line[-1] if same and len(line) == len(begin) + 1 and line[:-1] == begin else None


def _leads_to(move: RepertoireMove, other: RepertoireMove) -> bool:
    begin = (*move.new.line, move.new.move)
    same = (move.game, move.side) == (other.game, other.side)
    return same and other.new.line[: len(begin)] == begin


def _is_wished(move: RepertoireMove, wish: TrainingWish) -> bool:
    return move.game in GAMES and wish.game in (None, move.game) and wish.side in (None, move.side)


def _suits(session: TrainingWish, wish: TrainingWish) -> bool:
    return session == wish or wish == TrainingWish()
