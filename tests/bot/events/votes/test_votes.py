"""Votes at random, next to a plain model, while time passes and the process is killed; words of votes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.core.background import BackgroundTasks
from bot.core.people import Person, Place
from bot.core.refusals import IllegalHere, NotAdjourned, Refusal
from bot.core.snapshot import GameSnapshot
from bot.events.votes import games
from bot.events.votes.boards import VoteBoard, VoteBoards, VoteRecords, is_unattended
from bot.events.votes.games import VoteGames
from bot.events.votes.words import status
from bot.play.games.flow import GameFlow
from bot.play.games.referee import ABSENCE, ClockWatch
from bot.play.games.refusals import Adjourned
from data import Storage
from data.games.changes import GameChanges
from data.games.clocks import ClockStore
from data.games.records import Game
from data.games.time_control import NOTHING
from data.games.votes import Ballot, NewVoteGame, VoteGame, VoteState, VoteStore
from engine import Position, reversi
from tests.bot.helpers import ANN, BOB, CAT, REVERSI, Clock, kit_of, run_machine, stored
from tests.cases import for_each, there
from tests.data.playing import between
from tests.extent import extent

SECONDS = 60
DAN = Person(1004, "Dan")
PEOPLE = (ANN, BOB, CAT, DAN)
people = st.sampled_from(PEOPLE)
Refused = type[Refusal] | None


@dataclass
class Model:
    """What a vote game should be. `deciding` are the leading moves of a countdown that a kill interrupted."""

    end: datetime
    position: Position = field(default_factory=reversi.start)
    moves: list[str] = field(default_factory=list)
    sides: dict[int, int] = field(default_factory=dict)
    votes: dict[int, str] = field(default_factory=dict)
    voted: list[set[int]] = field(default_factory=lambda: [set(), set()])
    empty: int = 0
    put_aside: bool = False
    deciding: list[str] | None = None

    @property
    def leading(self) -> list[str]:
        counted = Counter(self.votes.values())
        return [move for move, number in counted.items() if number == max(counted.values())]

    @property
    def agreed(self) -> bool:
        """True if a majority of the last and the present voters want one move."""
        last = self.voted[self.position.turn]
        most = max(Counter(self.votes.values()).values(), default=0)
        return bool(last) and most * 2 > len(last | self.votes.keys())

    def give_back(self, seen: datetime, now: datetime) -> None:
        """Extend a countdown by the time in which no process ran, as far as it ran then."""
        since = max(self.end - timedelta(seconds=SECONDS), seen)
        if not self.put_aside and self.deciding is None and since < self.end:
            self.end += now - since

    def close(self, now: datetime) -> None:
        """End the countdown if it is over or its end is agreed."""
        if self.put_aside or self.deciding is not None or not (now >= self.end or self.agreed):
            return
        if self.votes:
            self.deciding = self.leading
            return
        self.empty += 1
        self.end = now + timedelta(seconds=SECONDS)
        if self.empty == 3:
            self.put_aside, self.empty = True, 0

    def play(self, move: str, now: datetime) -> None:
        """Play a decided move, and passes that follow; the next countdown begins."""
        self.voted[self.position.turn] = set(self.votes)
        self.votes, self.deciding, self.empty = {}, None, 0
        self.position = self.position.play(move)
        self.moves.append(move)
        while self.position.legal_moves() == ("pass",):
            self.position = self.position.play("pass")
            self.moves.append("pass")
        self.end = now + timedelta(seconds=SECONDS)


class Mortal(VoteGames):
    """Vote games in a process that can be killed before a step: from then on it does nothing."""

    dies_before: str | None = None
    dead = False

    async def _step_alone(self, game_id: int) -> None:
        if not self.dead:
            await super()._step_alone(game_id)

    async def _play(self, snapshot: GameSnapshot, move: str) -> None:
        self.dead = self.dead or self.dies_before == "the move"
        if not self.dead:
            await super()._play(snapshot, move)

    async def _begin_countdown(self, snapshot: GameSnapshot) -> None:
        self.dead = self.dead or self.dies_before == "the countdown"
        if not self.dead:
            await super()._begin_countdown(snapshot)


class Elsewhere:
    """In place of what shows and reviews games and checks a server's rules."""

    def update(self, game_id: int, *, now: bool = False) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Close without pending work."""

    def listen(self, listener: object) -> None:
        """No review ends."""

    watching = True
    """People can reach the bot."""

    async def advance(self, snapshot: GameSnapshot, vote: VoteGame) -> str:
        return "done"

    async def require_games_here(self, place: Place) -> None:
        """Allow it."""

    async def proceed(self, snapshot: GameSnapshot) -> None:
        """No computer plays."""


class Votes(RuleBasedStateMachine):
    """Four people vote in a channel."""

    def __init__(self, runner: asyncio.Runner, storage: Storage, clock: Clock, channel: int) -> None:
        super().__init__()
        self.runner, self.storage, self.clock = runner, storage, clock
        self.home = Place(channel, 7001)

    def do(self, use_case: Coroutine[Any, Any, Any], refusal: Refused = None) -> Any:
        """Carry out a use-case that must be refused so, or not at all, and all that follows from it."""

        async def done() -> Any:
            try:
                return await use_case
            finally:
                while running := {*self.background._running}:
                    await asyncio.wait(running)

        if refusal is None:
            return self.runner.run(done())
        with pytest.raises(refusal) as refused:
            self.runner.run(done())
        assert type(refused.value) is refusal
        return None

    def start_process(self) -> None:
        """Put together what a process has in memory."""
        rest = Elsewhere()
        self.background = BackgroundTasks()
        features: dict[type, object] = {GameFlow: rest, VoteBoards: rest, VoteRecords: rest, ClockWatch: rest}
        self.games = Mortal(kit_of(self.storage, self.clock, features, background=self.background))
        self.do(self.storage[ClockStore].record_presence(NOTHING))
        self.do(self.games.recover())

    @initialize()
    def begin(self) -> None:
        self.start_process()
        started = self.do(self.start(ANN))
        self.game_id = started.game.id
        self.model = Model(self.clock() + timedelta(seconds=SECONDS))

    def start(self, who: Person) -> Coroutine[Any, Any, Any]:
        return self.games.start(REVERSI, self.home, who, "8x8", seconds=SECONDS, side=0, computer=None)

    def stored(self) -> Game:
        return self.runner.run(stored(self.storage, self.game_id))

    def state(self) -> VoteState:
        return there(self.runner.run(self.storage[VoteStore].state(self.game_id)))

    def follow(self) -> None:
        """Let the model do what is due, with the move that was drawn where several lead."""
        model = self.model
        model.close(self.clock())
        if model.deciding is None or self.games.dead:
            return
        played = self.stored().moves[len(model.moves)]
        assert played in model.deciding
        model.play(played, self.clock())

    def why_not(self, who: Person, *, outdated: bool) -> Refused:
        """Return why a person can't vote or have a hint."""
        if self.model.put_aside:
            return Adjourned
        if outdated:
            return games.VoteOver
        turn = self.model.position.turn
        return None if self.model.sides.get(who.id, turn) == turn else games.TeamWaits

    @precondition(lambda self: not self.games.dead)
    @rule(who=people, choice=st.integers(0, 3), outdated=st.sampled_from((False, False, False, False, True)))
    def vote(self, who: Person, choice: int, outdated: bool) -> None:
        model = self.model
        legal = model.position.legal_moves()
        move = legal[choice % len(legal)]
        refusal = self.why_not(who, outdated=outdated)
        ply = len(model.moves) - outdated
        self.do(self.games.vote(self.game_id, who, ply, move), refusal)
        if refusal is None:
            model.votes[who.id] = move
            model.sides.setdefault(who.id, model.position.turn)
            self.follow()

    @precondition(lambda self: not self.games.dead and not self.model.put_aside)
    @rule(choices=st.lists(st.sampled_from((0, 0, 1)), min_size=1, max_size=3), to_the_end=st.booleans())
    def a_team_votes(self, choices: list[int], to_the_end: bool) -> None:
        ply, turn = len(self.model.moves), self.model.position.turn
        team = [person for person in PEOPLE if self.model.sides.get(person.id, turn) == turn]
        for who, choice in zip(team, choices, strict=False):
            if len(self.model.moves) == ply and not self.games.dead:
                self.vote(who, choice, False)
        if to_the_end and len(self.model.moves) == ply and not self.games.dead:
            self.time_passes(SECONDS)

    @precondition(lambda self: not self.games.dead and not self.model.put_aside)
    @rule(who=people)
    def vote_for_no_move(self, who: Person) -> None:
        self.do(self.games.vote(self.game_id, who, len(self.model.moves), "a9"), IllegalHere)

    @precondition(lambda self: not self.games.dead)
    @rule(who=people)
    def have_a_hint(self, who: Person) -> None:
        refusal = self.why_not(who, outdated=False)
        self.do(self.games.record_hint(self.game_id, who, len(self.model.moves)), refusal)
        if refusal is None:
            self.model.sides.setdefault(who.id, self.model.position.turn)
            assert who.id in self.state().ballot.hinted

    @precondition(lambda self: not self.games.dead)
    @rule(who=people, side=st.sampled_from((0, 1)))
    def join(self, who: Person, side: int) -> None:
        refusal: Refused = Adjourned if self.model.put_aside else None
        sides = self.model.sides
        before = None if refusal else sides.get(who.id)
        if refusal is None and sides.setdefault(who.id, side) != side:
            refusal = self.withdraw(who, games.OtherTeam)
        _, was_there = self.do(self.games.join(self.game_id, who, side), refusal) or (None, False)
        if refusal is None:
            sides[who.id] = side
            assert was_there == (before == side)

    @precondition(lambda self: not self.games.dead)
    @rule(who=people)
    def leave(self, who: Person) -> None:
        refusal: Refused = Adjourned if self.model.put_aside else None
        refusal = refusal or self.withdraw(who, games.TeamsFixed)
        self.do(self.games.leave(self.game_id, who), refusal)

    def withdraw(self, who: Person, too_late: type[Refusal]) -> Refused:
        """Take a person and their vote out of the model, unless the first move is decided."""
        if self.model.moves or self.model.deciding is not None:
            return too_late
        self.model.sides.pop(who.id, None)
        self.model.votes.pop(who.id, None)
        return None

    @precondition(lambda self: not self.games.dead)
    @rule(seconds=st.sampled_from((10, SECONDS - 1, SECONDS, SECONDS, 3 * SECONDS)))
    def time_passes(self, seconds: int) -> None:
        for step in range(0, seconds, 10):
            self.clock.advance(seconds=min(10, seconds - step))
            self.do(self.storage[ClockStore].record_presence(ABSENCE))
        self.do(self.games.recover())
        self.follow()

    @precondition(lambda self: not self.games.dead)
    @rule(step=st.sampled_from(("the move", "the countdown")))
    def the_process_will_be_killed(self, step: str) -> None:
        self.games.dies_before = step

    @rule(seconds=st.sampled_from((0, 1, SECONDS, 5 * SECONDS)))
    def restart(self, seconds: int) -> None:
        self.games.close()
        self.storage[GameChanges]._listeners.remove(self.games._react_to_move)
        seen = self.clock()
        self.clock.advance(seconds=seconds)
        self.model.give_back(seen, self.clock())
        self.start_process()
        self.follow()

    @precondition(lambda self: not self.games.dead)
    @rule()
    def resume(self) -> None:
        self.do(self.games.resume(self.game_id), None if self.model.put_aside else NotAdjourned)
        if self.model.put_aside:
            self.model.put_aside = False
            self.model.end = self.clock() + timedelta(seconds=SECONDS)

    @rule(who=st.sampled_from((BOB, CAT)))
    def others_cannot_end_it_or_begin_another(self, who: Person) -> None:
        self.do(self.games.end(self.game_id, who, moderator=False), games.NotYourVoteGame)
        if not self.model.put_aside:
            self.do(self.start(who), games.VoteGameHere)

    @invariant()
    def the_storage_matches_the_model(self) -> None:
        model = self.model
        game = self.stored()
        assert list(game.moves[: len(model.moves)]) == model.moves
        assert (game.adjourned_at is not None) == model.put_aside
        if self.games.dead:
            return
        vote, ballot = self.state().vote, self.state().ballot
        assert len(game.moves) == len(model.moves)
        assert (dict(ballot.votes), dict(ballot.members)) == (model.votes, model.sides)
        assert (vote.ends_at, vote.empty) == (None if model.put_aside else model.end, model.empty)

    @invariant()
    def nobody_votes_for_two_sides(self) -> None:
        turns, position = [], reversi.start()
        for move in self.stored().moves:
            turns.append(position.turn)
            position = position.play(move)
        turns.append(position.turn)
        sides = {
            (who, turns[ply])
            for ply, who, _ in self.runner.run(self.storage[VoteStore].all_votes(self.game_id))
        }
        assert len(sides) == len({who for who, _ in sides})

    def teardown(self) -> None:
        if hasattr(self, "game_id"):
            self.games.dead = False
            self.games.dies_before = None
            self.do(self.games.end(self.game_id, BOB, moderator=True))
            self.do(self.games.recover())
            assert self.game_id not in {
                game for game, _ in self.runner.run(self.storage[VoteStore].unfinished())
            }
            self.games.close()
            self.storage[GameChanges]._listeners.remove(self.games._react_to_move)


def test_votes_are_as_the_model_says(runner: asyncio.Runner, kept: Storage, clock: Clock) -> None:
    channels = iter(range(8001, 9_999_999))
    run_machine(lambda: Votes(runner, kept, clock, next(channels)), extent(4, 15), 25)


@for_each(
    ("each", "empty", "unattended"),
    (timedelta(minutes=1), 2, False),
    (timedelta(minutes=1), 3, True),
    (timedelta(days=1), 0, False),
    (timedelta(days=1), 1, True),
)
def test_a_vote_is_put_aside_after_3_countdowns_or_a_day(
    each: timedelta, empty: int, unattended: bool
) -> None:
    new = NewVoteGame("teams", int(each.total_seconds()), lot=0, side=0)
    assert is_unattended(VoteGame(1, new, 4, None, None, empty, "none")) is unattended


@for_each(("running", "decided", "shown"), (True, None, True), (True, "d3", False), (False, None, False))
async def test_a_board_shows_the_countdown_only_while_it_runs(
    storage: Storage, clock: Clock, running: bool, decided: str | None, shown: bool
) -> None:
    game = await storage.create_game(between(ANN.id, BOB.id, rated=False))
    ends_at = clock() + timedelta(seconds=30) if running else None
    vote = VoteGame(game.id, NewVoteGame("teams", 60, 1, 0), game.ply, ends_at, decided, 0, "none")
    text = status(VoteBoard(GameSnapshot.of(game), vote, Ballot()))
    assert "votes.**" in text
    assert ("countdown ends <t:" in text) is shown
    assert "…" not in text
