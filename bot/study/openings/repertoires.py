"""Repertoires: which moves people want to play in openings, where these come from, and their trainer.

A line is added from the explorer, by the name of an opening, or from one's own games. The trainer asks the
moves by spaced repetition: a session asks a few positions, one line after the other where they continue each
other, and is stored with every answer, so that it continues after a restart and in any message.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from bot.catalog import GAMES, GameKind
from bot.core.attempts import AttemptEvent, AttemptStep, tapped
from bot.core.fields import Frozen
from bot.core.people import Person, remember
from bot.features import Kit
from bot.play.assist.hints import FairPlay, PositionInPlay
from bot.study.analyses import Study
from bot.study.openings import refusals
from bot.study.openings.explorer import INDEXED_PLIES, Explorer, OpeningIndex
from bot.study.openings.lines import (
    MAX_PLIES,
    Addition,
    RepertoireLine,
    RepertoireTree,
    has_symmetries,
    is_from_start,
    is_same_move,
    key_after,
    position_after,
    side_of,
    study_of,
)
from data.games.explorer import ExplorerStore, UsualMove
from data.puzzles.repertoires import (
    NewRepertoireMove,
    RepertoireMove,
    RepertoireSize,
    RepertoireStore,
    TrainingQuestion,
    TrainingSession,
    TrainingStore,
    TrainingWish,
)
from engine import Position, SearchResult
from engine.search.position import PASS

MAX_MOVES = 500
"""Maximum moves of a repertoire."""

TIMES = (3, 5, 10)
"""Numbers of games in which a position was reached, for one's own moves to be taken from them."""


class Added(Frozen):
    """The result of adding a line: `done` unless it would replace moves, which has to be confirmed."""

    kind: GameKind
    side: int
    line: tuple[str, ...]
    addition: Addition
    done: bool


class Removed(Frozen):
    """The number of moves removed, or, unless `done`, to be removed once that is confirmed."""

    number: int
    done: bool


class RepertoireView(Frozen):
    """A repertoire with its lines, and the sizes of all of a person's repertoires."""

    kind: GameKind
    side: int
    lines: tuple[RepertoireLine, ...]
    sizes: dict[tuple[str, int], RepertoireSize]

    @property
    def size(self) -> RepertoireSize | None:
        """The size of this one; None if it is empty."""
        return self.sizes.get((self.kind.key, self.side))


class Suggestion(Frozen):
    """Moves from one's own games: new ones by the number of games from `TIMES`, and others.

    `known` are in the repertoire already, and `others` are not taken since it has another move there.
    """

    kind: GameKind
    side: int
    new: dict[int, int]
    known: int
    others: int


class Repertoires:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._index = kit[OpeningIndex]

    async def view(self, who: Person, kind: GameKind, side: int) -> RepertoireView:
        tree = await self._tree(who, kind, side)
        lines = await asyncio.to_thread(tree.lines)
        return RepertoireView(kind, side, lines, await self._storage[RepertoireStore].sizes(who.id))

    async def add(self, who: Person, study: Study, side: int | None = None, *, replace: bool) -> Added:
        """Add the moves of a side, by default that of the last move, that lead to a position.

        Moves of the repertoire that are others there are replaced only if asked to.
        """
        if not is_from_start(study):
            raise refusals.NotFromStart
        if side is None:
            side = side_of(study)
        if side is None:
            raise refusals.NoMoveOfSide
        kind, line = study.kind, study.moves
        if len(line) > MAX_PLIES:
            raise refusals.LineTooLong(MAX_PLIES)
        tree = await self._tree(who, kind, side)
        addition = await asyncio.to_thread(tree.addition, line)
        if not addition.new and not addition.known:
            raise refusals.NoMoveOfSide
        if addition.replaced and not replace:
            return Added(kind, side, line, addition, done=False)
        gone = (*addition.replaced, *addition.removed)
        await self._store(who, kind, side, len(tree.moves) - len(gone), addition.new, gone)
        return Added(kind, side, line, addition, done=True)

    async def add_named(self, who: Person, kind: GameKind, side: int | None, name: str) -> Added:
        """Add a side's moves, by default that of the last one, of the opening with an English name."""
        line = kind.opening_lines().get(name)
        if line is None:
            raise refusals.UnknownOpening(name)
        return await self.add(who, study_of(kind, line), side, replace=False)

    async def remove_line(self, who: Person, kind: GameKind, side: int, last_id: int) -> int:
        """Remove the moves that are only in the line to a last move; returns how many."""
        tree = await self._tree(who, kind, side)
        line = next((line for line in tree.lines() if line.last.id == last_id), None)
        if line is None:
            return 0
        return await self._remove(who, kind, side, tree.only_in(line))

    async def remove(self, who: Person, study: Study, *, sure: bool) -> Removed:
        """Remove the move that leads to a position, and those that follow from it.

        If some do, only if the person is `sure`.
        """
        side = side_of(study)
        if side is None:
            return Removed(0, done=True)
        tree = await self._tree(who, study.kind, side)
        move = await asyncio.to_thread(tree.at, study.moves)
        if move is None:
            return Removed(0, done=True)
        gone = (move, *tree.following(move))
        if len(gone) > 1 and not sure:
            return Removed(len(gone), done=False)
        return Removed(await self._remove(who, study.kind, side, gone), done=True)

    async def suggest(self, who: Person, kind: GameKind, side: int) -> Suggestion:
        """Return how many moves could be taken from a person's own games."""
        taken = await self._from_games(who, kind, side)
        first = taken[TIMES[0]]
        new = {times: len(addition.new) for times, addition in taken.items()}
        return Suggestion(kind, side, new, first.known, len(first.replaced))

    async def add_suggested(self, who: Person, kind: GameKind, side: int, at_least: int) -> int:
        """Add moves from a person's own games; returns how many."""
        taken = (await self._from_games(who, kind, side))[at_least]
        tree = await self._tree(who, kind, side)
        await self._store(who, kind, side, len(tree.moves), taken.new)
        return len(taken.new)

    async def _from_games(self, who: Person, kind: GameKind, side: int) -> dict[int, Addition]:
        """Return what a person's games would add, by the number of games from `TIMES`."""
        tree = await self._tree(who, kind, side)
        await self._index.of(who.id)
        usual = await self._storage[ExplorerStore].usual_moves(
            who.id, kind.key, side, TIMES[0], INDEXED_PLIES
        )
        return await asyncio.to_thread(_taken, tree, kind, usual)

    async def _tree(self, who: Person, kind: GameKind, side: int) -> RepertoireTree:
        if not has_symmetries(kind):
            raise refusals.NotExplored(kind.title)
        return RepertoireTree(kind, side, await self._storage[RepertoireStore].of(who.id, kind.key, side))

    async def _store(
        self,
        who: Person,
        kind: GameKind,
        side: int,
        left: int,
        new: tuple[NewRepertoireMove, ...],
        gone: Iterable[RepertoireMove] = (),
    ) -> None:
        if not new:
            return
        if left + len(new) > MAX_MOVES:
            raise refusals.RepertoireFull(MAX_MOVES)
        await remember(self._storage, who)
        remove = [move.id for move in gone]
        await self._storage[RepertoireStore].change(who.id, kind.key, side, add=new, remove=remove)

    async def _remove(self, who: Person, kind: GameKind, side: int, moves: tuple[RepertoireMove, ...]) -> int:
        remove = [move.id for move in moves]
        await self._storage[RepertoireStore].change(who.id, kind.key, side, remove=remove)
        return len(remove)


def _taken(tree: RepertoireTree, kind: GameKind, usual: Sequence[UsualMove]) -> dict[int, Addition]:
    """Return the moves of games to be added to a repertoire, by the number of games from `TIMES`."""
    lines = [(move.reached, _line_of(kind, move)) for move in usual]
    return {
        times: tree.take(line for reached, line in lines if line is not None and reached >= times)
        for times in TIMES
    }


def _line_of(kind: GameKind, usual: UsualMove) -> tuple[str, ...] | None:
    """Return the moves of a game to a position and the move there; None if it does not get there."""
    line: tuple[str, ...] = ()
    for move in usual.game.moves:
        if move == PASS:
            continue
        if key_after(kind, line) == usual.position:
            return (*line, move)
        line = (*line, move)
    return None


MAX_ASKED = 10
"""Positions in a session, without those that are asked again."""


class TrainingStep(AttemptStep):
    """A session after something happened in it.

    `answered` is the question that was just answered. A missed one comes with the values of its moves, as far
    as they are known; it is shown before the next one.
    """

    session: TrainingSession
    answered: TrainingQuestion | None = None
    found: SearchResult | None = None

    @property
    def question(self) -> TrainingQuestion | None:
        """The question to be answered; None at the end."""
        return self.session.current

    @property
    def missed(self) -> TrainingQuestion | None:
        return self.answered if self.answered is not None and not self.answered.right else None

    @property
    def at(self) -> tuple[int, ...]:
        return () if self.question is None else (self.question.number,)

    @property
    def position(self) -> Position:
        assert self.question is not None
        return position_of(self.question.asked)


class TrainingRest(Frozen):
    """Nothing is due: the wish, the number of moves that could be trained, and when the first one is due."""

    wish: TrainingWish
    moves: int
    next_at: datetime


class Training:
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
        if session is not None and session.current is not None and wish in (session.wish, TrainingWish()):
            return await self._step(who, session, AttemptEvent.RESUMED, channel_id)
        moves = await self._wished(who, wish)
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
        return await self._step(who, session, AttemptEvent.BEGUN, channel_id)

    async def answer(
        self, who: Person, session_id: int, number: int, move: str, channel_id: int
    ) -> TrainingStep:
        async def load() -> TrainingStep:
            # A second tap would cover the answer to a question that was missed.
            session = await self._require(who, session_id)
            last = next((each for each in reversed(session.questions) if each.answer is not None), None)
            missed = last if last is not None and last.number == number else None
            return await self._step(who, session, AttemptEvent.OUTDATED, channel_id, missed)

        async def score(step: TrainingStep) -> TrainingStep:
            assert step.question is not None
            asked = step.question.asked
            right = is_same_move(GAMES[asked.game], asked.new.line, move, asked.new.move)
            session = await self._storage[TrainingStore].answer(session_id, number, move, right=right)
            event = AttemptEvent.SOLVED if right else AttemptEvent.MISSED
            return await self._step(who, session, event, channel_id, session.question(number))

        return await tapped(load, (number,), score, move)

    async def proceed(self, who: Person, session_id: int, channel_id: int) -> TrainingStep:
        """Return the current question, after the answer to a missed one was seen."""
        session = await self._require(who, session_id)
        return await self._step(who, session, AttemptEvent.CONTINUED, channel_id)

    async def stop(self, who: Person, session_id: int) -> TrainingStep:
        """End a session; what was not asked stays due."""
        await self._require(who, session_id)
        await self._storage[TrainingStore].stop(session_id)
        return TrainingStep(AttemptEvent.STOPPED, await self._require(who, session_id))

    async def next_due(self, who: Person, wish: TrainingWish) -> datetime | None:
        """Return when the first move of a person is due; None without any."""
        moves = await self._wished(who, wish)
        return moves[0].due_at if moves else None

    async def _wished(self, who: Person, wish: TrainingWish) -> list[RepertoireMove]:
        """Return the moves to be trained, those due first before others."""
        return [
            move
            for move in await self._storage[RepertoireStore].all_of(who.id)
            if move.game in GAMES and wish.game in (None, move.game) and wish.side in (None, move.side)
        ]

    async def _step(
        self,
        who: Person,
        session: TrainingSession,
        event: AttemptEvent,
        channel_id: int,
        answered: TrainingQuestion | None = None,
    ) -> TrainingStep:
        step = TrainingStep(event, session, answered)
        if step.missed is not None:
            asked = step.missed.asked
            result = await self._explorer.values(study_of(GAMES[asked.game], asked.new.line), who)
            return replace(step, found=result)
        if step.question is not None and not await self._is_fair(who, step.question.asked, channel_id):
            raise refusals.AllInPlay
        return step

    async def _is_fair(self, who: Person, move: RepertoireMove, channel_id: int) -> bool:
        try:
            await self._fair_play.require_fair(GAMES[move.game], position_of(move), who, channel_id)
        except PositionInPlay:
            return False
        return True

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


def reply_between(before: RepertoireMove, after: RepertoireMove) -> str | None:
    """Return the opponent's reply between two moves; None if the second one doesn't follow at once."""
    follows = _leads_to(before, after) and len(after.new.line) == len(before.new.line) + 2
    return after.new.line[-1] if follows else None


def _leads_to(move: RepertoireMove, other: RepertoireMove) -> bool:
    begin = (*move.new.line, move.new.move)
    same = (move.game, move.side) == (other.game, other.side)
    return same and other.new.line[: len(begin)] == begin
