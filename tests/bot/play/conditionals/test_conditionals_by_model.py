"""Conditional moves against a plain model: the game follows the model for all plans."""

from __future__ import annotations

import asyncio
import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.catalog import GAMES
from bot.core.people import Person
from bot.play.games.challenges import Challenges
from bot.play.games.conditionals import Conditionals
from bot.play.games.referee import Referee
from data import Storage
from data.games.time_control import Correspondence
from engine import Position
from engine.search.position import PASS
from tests.bot.helpers import ANN, BOB, PLACE, Clock, kit_of
from tests.extent import extent

KIND, BOARD = GAMES["reversi"], "6x6"
"""A small board, on which passes come soon."""

PEOPLE = (ANN, BOB)
STEPS = st.lists(st.tuples(st.booleans(), st.integers(0, 2**30)), min_size=4, max_size=40)
"""Plan or play, and the seed of either."""


def pass_on(position: Position) -> tuple[list[str], Position]:
    """Return the forced passes and the position after them."""
    passes = []
    while position.legal_moves() == (PASS,):
        passes.append(PASS)
        position = position.play(PASS)
    return passes, position


class Model:
    """The moves of the game, and each player's planned answers by the moves before them."""

    def __init__(self) -> None:
        self.moves: tuple[str, ...] = ()
        self.answers: tuple[dict[tuple[str, ...], str], ...] = ({}, {})

    @property
    def position(self) -> Position:
        return self._after(self.moves)

    def _after(self, moves: tuple[str, ...]) -> Position:
        position = KIND.start(BOARD)
        for move in moves:
            position = position.play(move)
        return position

    def plan(self, side: int, line: list[str]) -> None:
        """Plan a line without passes; it replaces other answers to the same moves."""
        moves = self.moves
        for move in line:
            position = self._after(moves)
            if position.turn == side:
                before = self.answers[side].get(moves)
                if before not in (None, move):
                    lost = (*moves, before)
                    self._forget(side, lambda known, lost=lost: known[: len(lost)] == lost)
                self.answers[side][moves] = move
            moves = (*moves, move)
            moves += tuple(pass_on(self._after(moves))[0])

    def _forget(self, side: int, where: object) -> None:
        known = self.answers[side]
        for moves in [moves for moves in known if where(moves)]:  # type: ignore[operator]
            del known[moves]

    def play(self, move: str) -> None:
        """Play a move with all its consequences."""
        answer: str | None = move
        while answer is not None:
            self.moves += (answer,)
            passes, position = pass_on(self.position)
            self.moves += tuple(passes)
            answer = None if position.result() else self.answers[position.turn].get(self.moves)


def some_line(position: Position, rng: random.Random) -> list[str]:
    """Return random moves from here, the first by the side to move, the last by the other."""
    side, line, length = position.turn, list[str](), rng.choice((1, 1, 2, 3))
    while True:
        position = pass_on(position)[1]
        if position.result() is not None:
            return []
        mover, move = position.turn, rng.choice(position.legal_moves()[:2])
        line.append(move)
        position = position.play(move)
        length -= mover != side
        if length <= 0 and mover != side:
            return line


async def compare(storage: Storage, clock: Clock, steps: list[tuple[bool, int]]) -> None:
    challenges = Challenges(kit_of(storage, clock))
    referee, conditionals, model = Referee(storage), Conditionals(storage), Model()
    offer = await challenges.challenge(KIND, PLACE, ANN, BOB, "first", BOARD, Correspondence(3))
    game_id = (await challenges.accept(offer.game.id, BOB)).game.id
    for plans, seed in steps:
        rng, position = random.Random(seed), model.position
        if position.result() is not None:
            break
        clock.advance(minutes=1)
        waiting: Person = PEOPLE[1 - position.turn]
        if plans:
            line = some_line(position, rng)
            if line:
                await conditionals.plan(game_id, waiting, [" ".join(line)])
                model.plan(1 - position.turn, line)
        else:
            move = rng.choice(position.legal_moves()[:2])
            played = await referee.move(game_id, PEOPLE[position.turn], len(model.moves), move)
            model.play(move)
            assert (played.game.moves, played) == (model.moves, await referee.snapshot(game_id))
            assert played.going == (model.position.result() is None)


@settings(
    max_examples=extent(12, 25),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(steps=STEPS)
def test_games_follow_the_plan(
    runner: asyncio.Runner, kept: Storage, clock: Clock, steps: list[tuple[bool, int]]
) -> None:
    runner.run(compare(kept, clock, steps))
