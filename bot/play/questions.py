"""Questions from one player to the other: asked, agreed to, refused, withdrawn.

One at a time in a game. A question belongs to the position in which it was asked: with the next move it is
void, and can never be answered later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Literal, NamedTuple

from bot.core.fields import Frozen
from bot.core.limits import refusing_at_limits
from bot.core.people import Person, Place
from bot.core.refusals import NotAskedForConsent, QuestionClosed, Refusal, Sentence, refusal
from bot.core.snapshot import GameSnapshot
from bot.features import Kit
from bot.messages.delivery import Delivered, Messenger
from bot.play.games.changes import change, load, require_casual, require_going, require_side
from bot.play.games.handover import delegate, record_asked, require_hintable, require_own_play
from bot.play.games.referee import resigning_calls_off
from bot.play.games.refusals import HandedOver, NothingToTakeBack
from data import Storage
from data.db.registry import Signal
from data.games.questions import QuestionStore
from data.games.records import (
    Ending,
    Game,
    GameChanged,
    Outcome,
    PastQuestion,
    Question,
    QuestionGone,
    QuestionKind,
    QuestionThere,
)
from data.ratings.unrating import UnratingStore
from languages import gettext_noop, ngettext_noop


class QuestionOpen(Refusal):
    """The opponent's question, shown in `message_id`, needs an answer first."""

    text = gettext_noop("One request at a time: {person} is still waiting for an answer: {link}")
    player_id: int
    place: Place
    message_id: int


ASKED_HERE: Mapping[QuestionKind, str] = {
    QuestionKind.TAKE_BACK: gettext_noop(
        "You have already asked to take a move back in this position. You can ask again after the next move."
    ),
    QuestionKind.DRAW: gettext_noop(
        "You have already offered a draw in this position. You can offer one again after the next move."
    ),
    QuestionKind.SWAP: gettext_noop(
        "You have already asked to swap colours in this position. You can ask again after the next move."
    ),
    QuestionKind.ADJOURN: gettext_noop(
        "You have already asked to put the game aside in this position. You can ask again after the next "
        "move."
    ),
    QuestionKind.HAND_OVER: gettext_noop(
        "You have already asked to let a computer play for you in this position. You can ask again "
        "after the next move."
    ),
    QuestionKind.THINKING: gettext_noop(
        "You have already asked to see what I think in this position. You can ask again after the next move."
    ),
}


class AskedHere(Refusal):
    kind: QuestionKind

    def sentence(self) -> Sentence:
        return ASKED_HERE[self.kind]


class RefusedTwice(Refusal):
    """Several requests were refused, or replaced by others; asking again needs `moves` more moves."""

    text = ngettext_noop(
        "You have asked for that several times. You can ask again after {number} more move.",
        "You have asked for that several times. You can ask again after {number} more moves.",
    )
    draw = ngettext_noop(
        "You have offered a draw several times. You can offer one again after {number} more move.",
        "You have offered a draw several times. You can offer one again after {number} more moves.",
    )
    take_back = ngettext_noop(
        "You have asked to take a move back several times. You can ask again after {number} more move.",
        "You have asked to take a move back several times. You can ask again after {number} more moves.",
    )
    counted = "moves"
    kind: QuestionKind
    moves: int

    def sentence(self) -> Sentence:
        match self.kind:
            case QuestionKind.DRAW:
                return self.draw
            case QuestionKind.TAKE_BACK:
                return self.take_back
            case _:
                return self.text


class QuestionLapsed(Refusal):
    text = gettext_noop(
        "The game has moved on since {person} asked, so this request no longer applies. "
        "{person} can ask again."
    )
    player_id: int


NobodyToAsk = refusal("You're playing a computer here: no need to ask.")
NoDrawYet = refusal(
    "The game has barely started: Resign calls it off, and it doesn't count. You can offer a draw "
    "after two moves by each side."
)
TooLateToSwap = refusal("Colours can only be swapped before the second move.")


class ComputerPlaysFor(Refusal):
    text = gettext_noop(
        "A computer player is playing for {person}. You can ask that when they make their own moves again."
    )
    player_id: int


SWAP_BEFORE = 2
"""Ply before which colours can be swapped: that of the second move."""

DRAWN = Outcome(winner=None, score=None, ending=Ending.DRAWN)


ALONE = frozenset({QuestionKind.TAKE_BACK, QuestionKind.HAND_OVER, QuestionKind.THINKING})
"""Questions that need no consent when a computer plays the other side."""


def _require_people(snapshot: GameSnapshot, side: int) -> None:
    """Refuse decisions between people while a computer plays for one of them, in tournaments and
    exhibitions."""
    require_casual(snapshot)
    other = snapshot.game.seats[1 - side].player_id
    if snapshot.game.delegates[side] is not None:
        raise HandedOver
    if other is not None and snapshot.game.delegates[1 - side] is not None:
        raise ComputerPlaysFor(other)


def _require_take_back(snapshot: GameSnapshot, side: int) -> None:
    _require_people(snapshot, side)
    if snapshot.last_ply_of(side) is None:
        raise NothingToTakeBack


def _require_draw(snapshot: GameSnapshot, side: int) -> None:
    if resigning_calls_off(snapshot):
        raise NoDrawYet


def _require_swap(snapshot: GameSnapshot, side: int) -> None:
    _require_people(snapshot, side)
    if snapshot.game.ply >= SWAP_BEFORE:
        raise TooLateToSwap


REQUIRE: Mapping[QuestionKind, Callable[[GameSnapshot, int], None]] = {
    QuestionKind.TAKE_BACK: _require_take_back,
    QuestionKind.DRAW: _require_draw,
    QuestionKind.SWAP: _require_swap,
    QuestionKind.ADJOURN: _require_people,
    QuestionKind.HAND_OVER: require_own_play,
    QuestionKind.THINKING: require_hintable,
}
"""Refuse a question to the person on a side where it makes no sense; asked again before it is carried out."""


async def _carry_out(storage: Storage, snapshot: GameSnapshot, question: Question) -> Game:
    """Store what was agreed on, and that the question is answered."""
    game, side, answers = snapshot.game, question.side, question.id
    match question.kind:
        case QuestionKind.TAKE_BACK:
            ply = snapshot.last_ply_of(side)
            assert ply is not None
            return await storage[UnratingStore].take_back(game, ply, side, answers=answers)
        case QuestionKind.DRAW:
            return await storage.finish(game, DRAWN, answers=answers)
        case QuestionKind.SWAP:
            return await storage.swap_seats(game, answers=answers)
        case QuestionKind.ADJOURN:
            return await storage.adjourn(game, answers=answers)
        case QuestionKind.HAND_OVER:
            assert question.player is not None
            return await delegate(storage, snapshot, side, question.player, answers)
        case QuestionKind.THINKING:
            return await record_asked(storage, snapshot, side, answers)


No = Literal["refused", "withdrawn"]
"""Ending of a question without agreement: refused by the opponent, or withdrawn by the asker."""

QuestionEnding = Literal["agreed", "refused", "withdrawn", "void"]


MAX_REFUSALS = 2
"""Refused or replaced requests of one kind after which the asker has to wait before asking the same again."""

MOVES_BETWEEN = 5
"""Moves that the asker then waits."""


class QuestionMessage(Frozen):
    """The content of a question's message: with buttons, or its `ending`."""

    snapshot: GameSnapshot
    question: Question
    ending: QuestionEnding | None = None


class Asked(NamedTuple):
    """A question that was stored, its game, and the question in whose place it comes."""

    snapshot: GameSnapshot
    question: Question
    replaced: Question | None


class Answered(NamedTuple):
    """An answered question: the game before and after it."""

    question: Question
    before: GameSnapshot
    after: GameSnapshot


class QuestionChanges(Signal[int, object]):
    """The question in a game was asked or answered, which is no change of the game."""


class Questions:
    def __init__(self, kit: Kit) -> None:
        self._storage = kit.storage
        self._messenger = kit[Messenger]
        self._on_their_way: dict[int, int] = {}
        """Questions being sent, with their games; one that is not and has no message was never delivered."""
        self._changes = kit[QuestionChanges]

    async def askable(self, game_id: int, who: Person) -> tuple[GameSnapshot, tuple[QuestionKind, ...]]:
        """Return what `who` can request in the game now."""
        snapshot = await load(self._storage, game_id)
        side, kinds = require_side(snapshot, who), list[QuestionKind]()
        for kind in REQUIRE:
            with suppress(Refusal):
                require_askable(snapshot, side, kind)
                kinds.append(kind)
        return snapshot, tuple(kinds)

    async def ask(self, game_id: int, who: Person, kind: QuestionKind, player: str | None = None) -> Asked:
        """Store a question of `who`, about the computer player `player` where there is one.

        An earlier one of theirs gives way to it and counts as refused; one of the opponent has to be answered
        first.
        """
        snapshot = await load(self._storage, game_id)
        while True:
            side = require_side(snapshot, who)
            if snapshot.game.seats[1 - side].player_id is None:
                raise NobodyToAsk
            REQUIRE[kind](snapshot, side)
            try:
                with refusing_at_limits(who.id):
                    question, replaced = await self._storage[QuestionStore].ask(
                        snapshot.game, kind, side, player, partial(self._require_new, snapshot, kind, side)
                    )
            except GameChanged as changed:
                snapshot = GameSnapshot.of(changed.game)
            except QuestionThere as there:
                raise _still_open(snapshot.game, there.question) from there
            else:
                self._on_their_way[question.id] = game_id
                self._changes.tell(game_id)
                return Asked(snapshot, question, replaced)

    async def post(self, asked: Asked) -> bool:
        """Post a question in its game's channel without a request; returns whether it could be."""
        snapshot, question = asked.snapshot, asked.question
        place = Place.of(snapshot.game)
        sent = await self._messenger.show(QuestionMessage(snapshot, question), place)
        if not isinstance(sent, Delivered):
            await self.not_sent(question)
            return False
        if not await self.record_message(question, place, sent.message_id):
            await self.show_ending(
                snapshot, replace(question, channel_id=place.channel_id, message_id=sent.message_id), "void"
            )
        if asked.replaced is not None:
            await self.show_ending(snapshot, asked.replaced, "withdrawn")
        return True

    async def record_message(self, question: Question, place: Place, message_id: int) -> bool:
        """Note which message asks a question; returns whether it is still open to be asked."""
        self._on_their_way.pop(question.id, None)
        return await self._storage[QuestionStore].record_message(
            question.id, message_id, channel_id=place.channel_id
        )

    async def not_sent(self, question: Question) -> None:
        """Forget a question whose message could not be sent: it can be asked again."""
        await self._storage[QuestionStore].forget(question.id)
        game_id = self._on_their_way.pop(question.id, None)
        if game_id is not None:
            self._changes.tell(game_id)

    async def show_ending(self, snapshot: GameSnapshot, question: Question, ending: QuestionEnding) -> bool:
        """Show the ending of a question in place of its buttons; False if that should be retried."""
        if question.channel_id is None or question.message_id is None or snapshot.game.by_clicks:
            # Where the bot is not a member, the next click on a button closes it.
            return True
        closed = await self._messenger.conclude(
            QuestionMessage(snapshot, question, ending),
            Place(question.channel_id, snapshot.game.guild_id),
            question.message_id,
        )
        return isinstance(closed, Delivered) or closed.permanent

    async def close_lapsed(self, snapshot: GameSnapshot) -> None:
        """Close the question of a game that has moved on since it was asked."""
        question = snapshot.game.question
        if question is None or snapshot.game.open_question is not None:
            return
        if await self.show_ending(snapshot, question, "void"):
            await self._storage[QuestionStore].close(question.id)

    async def recover(self) -> None:
        """Close every lapsed question whose message could not be closed in time."""
        for game_id in await self._storage[QuestionStore].lapsed():
            game = await self._storage.game(game_id)
            if game is not None:
                await self.close_lapsed(GameSnapshot.of(game))

    async def agree(self, game_id: int, question_id: int, side: int, who: Person) -> Answered:
        """Agree, as `who`, to the question of the person on `side`, and carry it out. A refusal closes the
        question as well, unless another person has to answer."""
        agreed: list[tuple[Question, GameSnapshot]] = []

        async def attempt(snapshot: GameSnapshot) -> Game:
            require_answerer(snapshot, side, who)
            question = snapshot.game.question
            if question is None or question.id != question_id:
                raise QuestionClosed
            if snapshot.game.open_question is None:
                asker = snapshot.game.seats[side].player_id
                assert asker is not None
                raise QuestionLapsed(asker)
            REQUIRE[question.kind](snapshot, side)
            agreed.append((question, snapshot))
            return await _carry_out(self._storage, snapshot, question)

        try:
            after = await change(await load(self._storage, game_id), attempt)
        except QuestionGone as gone:
            raise QuestionClosed from gone
        except NotAskedForConsent:
            raise
        except Refusal:
            # An impossible request is closed.
            await self._storage[QuestionStore].close(question_id)
            self._changes.tell(game_id)
            raise
        return Answered(*agreed[-1], after)

    async def refuse(
        self, game_id: int, question_id: int, side: int, who: Person
    ) -> tuple[GameSnapshot, Question, No]:
        """Refuse, as `who`, the question of the person on `side`; the asker withdraws it."""
        snapshot = await load(self._storage, game_id)
        answer: No = "withdrawn" if snapshot.side_of(who.id) == side else "refused"
        if answer == "refused":
            require_answerer(snapshot, side, who)
        question = snapshot.game.question
        if question is None or question.id != question_id:
            raise QuestionClosed
        store = self._storage[QuestionStore]
        end = store.refuse if answer == "refused" else store.close
        if not await end(question_id):
            raise QuestionClosed
        self._changes.tell(game_id)
        return snapshot, question, answer

    def _require_new(self, snapshot: GameSnapshot, kind: QuestionKind, side: int, past: PastQuestion) -> None:
        """Refuse the same question in the same position, and too soon after two refused or replaced ones."""
        if past.here and (past.sent or past.question_id in self._on_their_way):
            raise AskedHere(kind)
        missing = past.refused_ply + MOVES_BETWEEN - snapshot.game.ply
        if past.refusals >= MAX_REFUSALS and missing > 0:
            raise RefusedTwice(kind, missing)


def require_answerer(snapshot: GameSnapshot, side: int, who: Person) -> None:
    """Refuse answers by anyone but the opponent of `side`, and after the game."""
    other = snapshot.game.seats[1 - side].player_id
    if other != who.id:
        raise NotAskedForConsent(other)
    require_going(snapshot)


def require_askable(snapshot: GameSnapshot, side: int, kind: QuestionKind) -> None:
    """Refuse a question that no opponent could answer, or that its kind's rules forbid now."""
    if snapshot.game.seats[1 - side].player_id is None and kind not in ALONE:
        raise NobodyToAsk
    REQUIRE[kind](snapshot, side)


def _still_open(game: Game, question: Question) -> QuestionOpen:
    asker = game.seats[question.side].player_id
    assert asker is not None
    assert question.channel_id is not None
    assert question.message_id is not None
    place = Place(question.channel_id, game.guild_id)
    return QuestionOpen(asker, place, question.message_id)
