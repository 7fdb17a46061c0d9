"""A game driven by random actions of three people, compared with a plain model."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bot.core.people import Person
from bot.core.refusals import GameOver, IllegalHere, NotBegun, OfferClosed, Outdated, Refusal
from bot.core.snapshot import GameSnapshot
from bot.play.games import refusals
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from data import Storage
from data.games.records import Ending, Game, GameState
from tests.bot.helpers import ANN, BOB, CAT, PLACE, REVERSI, Clock, kit_of, run_machine
from tests.engine import oracle
from tests.extent import extent

PEOPLE = (ANN, BOB, CAT)
people = st.sampled_from(PEOPLE)


@dataclass
class Model:
    """A plain model of one game, by the rules of the engine's oracle."""

    challenged: Person | None
    state: Literal["offered", "playing", "finished", "closed"] = "offered"
    seats: tuple[Person, ...] = ()
    moves: list[str] = field(default_factory=list)
    board: oracle.Board = field(default_factory=oracle.start)
    ending: Ending | None = None
    winner: int | None = None
    score: int | None = None

    def legal(self) -> dict[str, tuple[int, int]]:
        return {oracle.name_of(square): square for square in self.board.moves()}

    def play(self, move: str) -> None:
        """Place a disc, make forced passes, and check for the end."""
        self.board = self.board.play(self.legal()[move])
        self.moves.append(move)
        while not self.board.over() and not self.board.moves():
            self.board = self.board.play(None)
            self.moves.append("pass")
        if self.board.over():
            self.state, self.ending = "finished", Ending.PLAYED
            self.score = self.board.score() * (1 if self.board.turn == 0 else -1)
            self.winner = None if self.score == 0 else int(self.score < 0)

    def resign(self, who: Person) -> None:
        self.state = "finished"
        if len(self.moves) < 4:
            self.ending = Ending.CALLED_OFF
        else:
            self.ending, self.winner = Ending.RESIGNED, 1 - self.seats.index(who)


class Referees(RuleBasedStateMachine):
    """Three people act at random; after every action the storage matches the model."""

    def __init__(self, runner: asyncio.Runner, storage: Storage, clock: Clock) -> None:
        super().__init__()
        self.runner, self.storage, self.clock = runner, storage, clock
        self.referee = Referee(storage)
        self.challenges = Challenges(kit_of(storage, clock, rng=random.Random(0)))
        # Offers left open by the last example would expire in this one.
        clock.advance(hours=30)
        runner.run(self.challenges.expire_offers())
        self.game_id = 0
        self.model: Model | None = None

    def do(self, use_case: Coroutine[Any, Any, Any], refusal: type[Refusal] | None) -> Any:
        if refusal is None:
            return self.runner.run(use_case)
        with pytest.raises(refusal):
            self.runner.run(use_case)
        return None

    @property
    def known(self) -> Model:
        assert self.model is not None
        return self.model

    @precondition(lambda self: self.model is None or self.model.state in ("closed", "finished"))
    @rule(
        challenged=st.sampled_from([BOB, None]),
        colour=st.sampled_from(["first", "second"]),
        taken=st.sampled_from([True, True, False]),
    )
    def challenge(self, challenged: Person | None, colour: Literal["first", "second"], taken: bool) -> None:
        self.do(self.challenges.challenge(REVERSI, PLACE, ANN, ANN, colour), refusals.SelfChallenge)
        snapshot = self.do(self.challenges.challenge(REVERSI, PLACE, ANN, challenged, colour), None)
        self.game_id, self.colour = snapshot.game.id, colour
        self.model = Model(challenged)
        if taken:
            self.accept(BOB)

    @precondition(lambda self: self.model is not None)
    @rule(who=people)
    def accept(self, who: Person) -> None:
        model = self.known
        refusal: type[Refusal] | None = None
        if model.state != "offered":
            refusal = OfferClosed
        elif who == ANN:
            refusal = refusals.OwnOffer
        elif model.challenged not in (None, who):
            refusal = refusals.NotChallenged
        self.do(self.challenges.accept(self.game_id, who), refusal)
        if refusal is None:
            model.state = "playing"
            model.seats = (ANN, who) if self.colour == "first" else (who, ANN)

    @precondition(lambda self: self.model is not None)
    @rule(who=people)
    def decline(self, who: Person) -> None:
        model = self.known
        refusal: type[Refusal] | None = None
        if model.state != "offered":
            refusal = OfferClosed
        elif who != ANN and model.challenged is None:
            refusal = refusals.NotYourOffer
        elif who not in (ANN, model.challenged):
            refusal = refusals.NotChallenged
        closed = self.do(self.challenges.decline(self.game_id, who), refusal)
        if refusal is None:
            model.state = "closed"
            assert closed.game.closed_as == ("withdrawn" if who == ANN else "declined")

    @precondition(lambda self: self.model is not None)
    @rule(hours=st.sampled_from([1, 2, 30]))
    def time_passes(self, hours: int) -> None:
        self.clock.advance(hours=hours)
        closed = self.do(self.challenges.expire_offers(), None)
        if hours > 24 and self.known.state == "offered":
            self.known.state = "closed"
            assert [snapshot.game.id for snapshot in closed] == [self.game_id]
        else:
            assert self.known.state != "offered" or closed == ()

    @precondition(lambda self: self.model is not None and self.model.state == "playing")
    @rule(plies=st.sampled_from([1, 3, 5, 20, 60]), seed=st.integers(0, 9999))
    def play_on(self, plies: int, seed: int) -> None:
        model, rng = self.known, random.Random(seed)
        for _ in range(plies):
            if model.state != "playing":
                return
            move = rng.choice(sorted(model.legal()))
            mover = model.seats[model.board.turn]
            self.do(self.referee.move(self.game_id, mover, len(model.moves), move), None)
            model.play(move)

    @precondition(lambda self: self.model is not None)
    @rule(who=people, behind=st.sampled_from([0, 0, 1, 2, -1]), square=st.integers(0, 65))
    def click_anywhere(self, who: Person, behind: int, square: int) -> None:
        """Tap a square, or what is none, of this board or another one."""
        model = self.known
        move = {64: "pass", 65: "z9"}.get(square) or oracle.name_of((square % 8, square // 8))
        refusal: type[Refusal] | None = None
        if model.state == "offered":
            refusal = NotBegun
        elif model.state == "closed":
            refusal = OfferClosed
        elif model.state == "finished":
            refusal = GameOver
        elif who not in model.seats:
            refusal = refusals.Spectator
        elif who != model.seats[model.board.turn]:
            refusal = refusals.WaitingForOther
        elif behind:
            refusal = Outdated
        elif move not in model.legal():
            refusal = IllegalHere
        self.do(self.referee.move(self.game_id, who, len(model.moves) - behind, move), refusal)
        if refusal is None:
            model.play(move)

    @precondition(lambda self: self.model is not None)
    @rule(who=people)
    def resign(self, who: Person) -> None:
        model = self.known
        refusal: type[Refusal] | None = {
            "offered": NotBegun,
            "closed": OfferClosed,
            "finished": GameOver,
        }.get(model.state)
        if refusal is None and who not in model.seats:
            refusal = refusals.Spectator
        self.do(self.referee.resign(self.game_id, who), refusal)
        if refusal is None:
            model.resign(who)

    @precondition(lambda self: self.model is not None and self.model.state == "finished")
    @rule(who=people)
    def rematch(self, who: Person) -> None:
        """The next game of the model is the rematch."""
        model = self.known
        if who not in model.seats:
            self.do(self.challenges.rematch(self.game_id, who), refusals.Spectator)
            return
        other = model.seats[1 - model.seats.index(who)]
        offer, made = self.do(self.challenges.rematch(self.game_id, who), None)
        assert made
        assert (offer.game.challenger_id, offer.game.opponent_id) == (who.id, other.id)
        again, made = self.do(self.challenges.rematch(self.game_id, other), None)
        assert not made
        self.game_id = again.game.id
        self.model = Model(None, "playing", (model.seats[1], model.seats[0]))

    @invariant()
    def the_storage_says_the_same(self) -> None:
        if self.model is None:
            return
        model = self.model
        game: Game | None = self.runner.run(self.storage.game(self.game_id))
        assert game is not None
        assert game.state is GameState(model.state)
        assert list(game.moves) == model.moves
        assert (game.ending, game.winner, game.score) == (model.ending, model.winner, model.score)
        if model.seats:
            assert [seat.player_id for seat in game.seats] == [person.id for person in model.seats]
        snapshot = GameSnapshot.of(game)
        assert oracle.board_of(str(snapshot.position)) == model.board
        assert snapshot.going == (model.state == "playing")


def test_random_actions_match_the_model(runner: asyncio.Runner, kept: Storage, clock: Clock) -> None:
    run_machine(lambda: Referees(runner, kept, clock), extent(4, 12), 30)
