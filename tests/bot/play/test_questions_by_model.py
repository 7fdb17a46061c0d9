"""Two people move and ask at random, next to a plain model of consent.

`tests/bot/play/games/test_clocks.py` does the same with clocks.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.core.people import Person, Place
from bot.core.refusals import GameOver, NotAdjourned, NotAskedForConsent, QuestionClosed, Refusal
from bot.play import questions as refusals
from bot.play.games.challenges import Challenges
from bot.play.games.flow import Adjournments
from bot.play.games.referee import Referee
from bot.play.games.refusals import Adjourned, NothingToTakeBack, Spectator
from bot.play.questions import Questions
from data import Storage
from data.games.questions import QuestionStore
from data.games.records import Ending, QuestionKind
from data.games.time_control import TimeControl
from tests.bot.helpers import ANN, BOB, CAT, PLACE, REVERSI, Clock, kit_of, run_machine
from tests.cases import there
from tests.extent import extent

KINDS = (QuestionKind.TAKE_BACK, QuestionKind.DRAW, QuestionKind.SWAP, QuestionKind.ADJOURN)
people = st.sampled_from((ANN, BOB, CAT))
Refused = type[Refusal] | None


@dataclass(frozen=True)
class Asked:
    """A question, with a number for the time at which it was asked: no two positions in time are the same."""

    id: int
    kind: QuestionKind
    by: Person
    side: int
    moment: int


@dataclass
class Past:
    """A person's last question of one kind: the moves before it, or None if it was not delivered."""

    moves: tuple[str, ...] | None = None
    refusals: int = 0
    refused_ply: int = 0


@dataclass
class Model:
    """A game and its one question. `moment` goes up with everything that happens on the board."""

    seats: tuple[Person, Person] = (ANN, BOB)
    moves: list[str] = field(default_factory=list)
    moment: int = 0
    rated: bool = True
    ending: Ending | None = None
    put_aside: bool = False
    asked: Asked | None = None
    past: dict[tuple[int, QuestionKind], Past] = field(default_factory=dict)

    @property
    def rests(self) -> Refused:
        if self.ending is not None:
            return GameOver
        return Adjourned if self.put_aside else None

    @property
    def open(self) -> Asked | None:
        fits = self.asked is not None and self.asked.moment == self.moment and self.ending is None
        return self.asked if fits else None

    def last_move(self, side: int) -> int | None:
        """There are no passes in so short a game: even plies are the first side's."""
        return max((ply for ply in range(len(self.moves)) if ply % 2 == side), default=None)

    def play(self, move: str) -> None:
        self.moves.append(move)
        self.moment += 1

    def take_up(self) -> None:
        self.put_aside = False

    def happens(self, asked: Asked) -> None:
        self.moment, self.asked = self.moment + 1, None
        self.past.pop((asked.side, asked.kind))
        if asked.kind is QuestionKind.SWAP:
            self.past.clear()
        if asked.kind is QuestionKind.TAKE_BACK:
            ply = self.last_move(asked.side)
            del self.moves[ply:]
            self.rated = False
        elif asked.kind is QuestionKind.DRAW:
            self.ending = Ending.DRAWN
        elif asked.kind is QuestionKind.ADJOURN:
            self.put_aside = True
        else:
            self.seats = self.seats[::-1]


class Consent(RuleBasedStateMachine):
    """Ann and Bob play, Cat meddles; old questions are answered again and again."""

    control: TimeControl | None = None

    def __init__(self, runner: asyncio.Runner, storage: Storage, clock: Clock) -> None:
        super().__init__()
        self.runner, self.clock = runner, clock
        self.set_up(storage)
        self.ever: list[Asked] = []
        self.sent: set[int] = set()

    def set_up(self, storage: Storage) -> None:
        """Put together what works with a storage."""
        self.storage = storage
        kit = kit_of(storage, self.clock, rng=random.Random(0))
        self.referee, self.questions = kit[Referee], kit[Questions]
        self.challenges, self.adjournments = kit[Challenges], kit[Adjournments]

    def new_model(self, seats: tuple[Person, Person]) -> Model:
        return Model(seats)

    def do(self, use_case: Coroutine[Any, Any, Any], refusal: Refused) -> Any:
        if refusal is None:
            return self.runner.run(use_case)
        with pytest.raises(refusal) as refused:
            self.runner.run(use_case)
        assert type(refused.value) is refusal
        return None

    @initialize(first=st.booleans())
    def begin(self, first: bool) -> None:
        # The rated games of a day would be over after a few examples.
        self.clock.advance(days=2)
        colour: Any = "first" if first else "second"
        offer = self.runner.run(self.challenges.challenge(REVERSI, PLACE, ANN, BOB, colour, "", self.control))
        self.game_id = offer.game.id
        self.runner.run(self.challenges.accept(self.game_id, BOB))
        self.model = self.new_model((ANN, BOB) if first else (BOB, ANN))
        self.ever = []

    @precondition(lambda self: self.model.rests is None and len(self.model.moves) < 8)
    @rule(choice=st.integers(0, 20))
    def move(self, choice: int) -> None:
        snapshot = self.runner.run(self.referee.snapshot(self.game_id))
        legal = snapshot.position.legal_moves()
        who = self.model.seats[len(self.model.moves) % 2]
        move = legal[choice % len(legal)]
        self.do(self.referee.move(self.game_id, who, len(self.model.moves), move), None)
        self.model.play(move)

    @rule(who=people, kind=st.sampled_from(KINDS), reaches_them=st.sampled_from([True, True, True, False]))
    def ask(self, who: Person, kind: QuestionKind, reaches_them: bool) -> None:
        model = self.model
        asked = self.do(self.questions.ask(self.game_id, who, kind), self.why_not_ask(who, kind))
        if asked is None:
            return
        side = model.seats.index(who)
        if model.asked is not None and model.asked.id not in self.sent:
            model.past[model.asked.side, model.asked.kind].moves = None
        if model.open is not None and model.open.side == side and model.open.id in self.sent:
            replaced = model.past[side, model.open.kind]
            replaced.refusals, replaced.refused_ply = replaced.refusals + 1, len(model.moves)
        past = model.past.setdefault((side, kind), Past())
        past.moves = tuple(model.moves)
        model.asked = Asked(asked.question.id, kind, who, side, model.moment)
        self.ever.append(model.asked)
        assert asked.question.id not in [one.id for one in self.ever[:-1]]
        if reaches_them:
            assert self.runner.run(
                self.questions.record_message(asked.question, Place(1, 2), asked.question.id)
            )
            self.sent.add(asked.question.id)
        else:
            # The bot was killed before it could send it.
            self.questions = Questions(kit_of(self.storage))

    def why_not_ask(self, who: Person, kind: QuestionKind) -> Refused:
        model = self.model
        if model.rests is not None:
            return model.rests
        if who not in model.seats:
            return Spectator
        if kind is QuestionKind.TAKE_BACK and model.last_move(model.seats.index(who)) is None:
            return NothingToTakeBack
        if kind is QuestionKind.DRAW and len(model.moves) < 4:
            return refusals.NoDrawYet
        if kind is QuestionKind.SWAP and len(model.moves) > 1:
            return refusals.TooLateToSwap
        there = model.open
        if there is not None and there.by != who and there.id in self.sent:
            return refusals.QuestionOpen
        past = model.past.get((model.seats.index(who), kind), Past())
        unheard = model.asked is not None and model.asked.id not in self.sent
        mine = model.asked is not None and (model.asked.by, model.asked.kind) == (who, kind)
        if past.moves == tuple(model.moves) and not (unheard and mine):
            return refusals.AskedHere
        if past.refusals >= 2 and len(model.moves) < past.refused_ply + 5:
            return refusals.RefusedTwice
        return None

    @precondition(lambda self: bool(self.ever))
    @rule(who=people, back=st.sampled_from([0, 0, 0, 0, 1, 2]))
    def agree(self, who: Person, back: int) -> None:
        model, asked = self.model, self.ever[max(0, len(self.ever) - 1 - back)]
        answer = self.questions.agree(self.game_id, asked.id, asked.side, who)
        refusal: Refused = None
        if who != model.seats[1 - asked.side]:
            refusal = NotAskedForConsent
        elif model.rests is not None:
            refusal = model.rests
        elif model.asked != asked:
            refusal = QuestionClosed
        elif model.open is None:
            refusal = refusals.QuestionLapsed
        if self.do(answer, refusal) is not None:
            model.happens(asked)
        elif refusal is not NotAskedForConsent and model.asked == asked:
            model.asked = None

    @precondition(lambda self: self.model.open is not None)
    @rule()
    def the_right_one_agrees(self) -> None:
        asked = there(self.model.open)
        other = self.model.seats[1 - asked.side]
        self.do(self.questions.agree(self.game_id, asked.id, asked.side, other), None)
        self.model.happens(asked)

    @rule(who=st.sampled_from((ANN, BOB)), kind=st.sampled_from(KINDS))
    def they_agree(self, who: Person, kind: QuestionKind) -> None:
        if self.why_not_ask(who, kind) is None:
            self.ask(who, kind, True)
            self.the_right_one_agrees()

    @precondition(lambda self: bool(self.ever))
    @rule(who=people)
    def refuse(self, who: Person) -> None:
        model, asked = self.model, self.ever[-1]
        refusal: Refused = None
        if who != model.seats[asked.side]:
            asked_for = who == model.seats[1 - asked.side]
            refusal = model.rests if asked_for else NotAskedForConsent
        if refusal is None and model.asked != asked:
            refusal = QuestionClosed
        answer = self.do(self.questions.refuse(self.game_id, asked.id, asked.side, who), refusal)
        if answer is not None:
            assert answer[2] == ("withdrawn" if who == model.seats[asked.side] else "refused")
            if answer[2] == "refused":
                past = model.past[asked.side, asked.kind]
                past.refusals, past.refused_ply = past.refusals + 1, answer[1].ply
            model.asked = None

    @rule(who=people)
    def take_up(self, who: Person) -> None:
        model = self.model
        refusal: Refused = NotAdjourned
        if model.rests is not None:
            refusal = GameOver if model.ending is not None else None
        if refusal is None and who not in model.seats:
            refusal = Spectator
        if self.do(self.adjournments.resume(self.game_id, who), refusal) is not None:
            model.take_up()

    @precondition(lambda self: self.model.rests is None and len(self.model.moves) >= 4)
    @rule(sure=st.sampled_from([False, False, False, True]))
    def resign(self, sure: bool) -> None:
        if sure:
            self.do(self.referee.resign(self.game_id, ANN), None)
            self.model.ending = Ending.RESIGNED

    @invariant()
    def the_storage_matches_the_model(self) -> None:
        game = self.runner.run(self.referee.snapshot(self.game_id)).game
        model = self.model
        assert list(game.moves) == model.moves
        assert tuple(seat.player_id for seat in game.seats) == tuple(person.id for person in model.seats)
        assert (game.adjourned_at is not None) == model.put_aside
        assert (game.ending, game.rated) == (model.ending, model.rated)
        assert (game.open_question and game.open_question.id) == (model.open and model.open.id)
        waits = self.game_id in self.runner.run(self.storage[QuestionStore].lapsed())
        assert waits == (model.asked is not None and model.open is None)


def test_consent_is_as_the_model_says(runner: asyncio.Runner, kept: Storage, clock: Clock) -> None:
    run_machine(lambda: Consent(runner, kept, clock), extent(5, 20), 25)
