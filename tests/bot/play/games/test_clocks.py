"""Clocks, also against a model."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import shutil
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from bot.core.background import BackgroundTasks
from bot.core.people import Person
from bot.core.publisher import Publisher, UserRequest
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.referee import AT_ONCE, BEAT, ClockWatch, Referee
from data import Storage
from data.games.clocks import ClockStore
from data.games.records import Ending, GameState, QuestionKind
from data.games.time_control import Live, TimeControl
from tests.bot.helpers import (
    BOUNDLESS,
    Clock,
    Unwatched,
    begin,
    kit_of,
    play_out,
    run_machine,
    settle,
    stored,
)
from tests.bot.play.test_questions_by_model import Asked, Consent, Model, Refused
from tests.bot.virtual_time import VirtualTime
from tests.cases import there
from tests.extent import extent


class Shown(Unwatched):
    def __init__(self) -> None:
        self.games: list[int] = []

    async def show(
        self, game_id: int, request: UserRequest | None = None, *, known: GameSnapshot | None = None
    ) -> bool:
        self.games.append(game_id)
        return True


class Hall:
    """A watch in simulated time, which starts at 0."""

    def __init__(self, storage: Storage, challenges: Challenges, referee: Referee, clock: Clock) -> None:
        self.storage, self._challenges, self.referee = storage, challenges, referee
        self._clock, self._start = clock, clock.now
        self.time, self.shown, self.rests = VirtualTime(), Shown(), 0  # type: ignore[abstract]
        self.background = BackgroundTasks()
        features: dict[type, object] = {Referee: referee, Publisher: self.shown}
        kit = kit_of(storage, clock, features, background=self.background, rest=self._rest)
        self.watch = ClockWatch(kit)

    async def _rest(self, seconds: float) -> None:
        self.rests += 1
        over = asyncio.Event()
        self.time.at(self.time.now + seconds, over.set)
        await over.wait()

    async def open(self) -> None:
        self.watch.come_back()
        await self.watch.recover()

    async def begin(self, control: TimeControl | None, *moves: str) -> int:
        game = await begin(self._challenges, time=control)
        return (await play_out(self.referee, game, moves)).game.id

    async def pass_until(self, end: float) -> None:
        """Let time pass second by second, and finish all work at each."""
        while self.time.now < end:
            self._clock.now = self._start + timedelta(seconds=self.time.now + 1)
            await self.time.pass_until(self.time.now + 1)
            while self.background._running:
                await asyncio.wait(self.background._running)

    async def state(self, game_id: int) -> GameState:
        return (await stored(self.storage, game_id)).state


@pytest.fixture
def hall(storage: Storage, challenges: Challenges, referee: Referee, clock: Clock) -> Hall:
    return Hall(storage, challenges, referee, clock)


async def test_without_a_clock_or_closed_the_watch_sets_no_timer(hall: Hall) -> None:
    await hall.open()
    await hall.begin(None, "d3", "c3")
    await hall.pass_until(100)
    assert hall.rests == 0
    await hall.open()
    game = await hall.begin(Live(1, 0), "d3", "c3")
    hall.watch.close()
    await hall.begin(Live(1, 0), "d3")
    await hall.pass_until(100)
    assert await hall.state(game) is GameState.PLAYING


async def test_a_game_is_shown_at_its_warning_and_at_its_end(hall: Hall) -> None:
    await hall.open()
    game = await hall.begin(Live(1, 0), "d3", "c3")
    await hall.pass_until(39)
    assert hall.shown.games == []
    await hall.pass_until(40)
    assert hall.shown.games == [game]
    await hall.pass_until(59)
    assert await hall.state(game) is GameState.PLAYING
    await hall.pass_until(60)
    ended = await stored(hall.storage, game)
    assert (ended.ending, ended.winner) == (Ending.TIME, 1)
    assert hall.shown.games == [game, game]
    await hall.pass_until(70)
    assert hall.shown.games == [game, game]
    rests = hall.rests
    await hall.pass_until(100)
    assert hall.rests == rests


@pytest.mark.long
async def test_more_games_than_are_handled_at_once_end(hall: Hall) -> None:
    await hall.open()
    games = [await hall.begin(Live(1, 0), "d3", "c3") for _ in range(AT_ONCE + 4)]
    await hall.pass_until(61)
    assert {await hall.state(game) for game in games} == {GameState.FINISHED}


async def test_a_fault_in_one_game_delays_no_others(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await hall.open()
    bad, good = [await hall.begin(Live(1, 0), "d3", "c3") for _ in range(2)]
    call_time = Referee.call_time

    async def faulty(self: Referee, game_id: int) -> Any:
        if game_id == bad:
            raise RuntimeError("a fault of ours")
        return await call_time(self, game_id)

    monkeypatch.setattr(Referee, "call_time", faulty)
    with structlog.testing.capture_logs() as log:
        await hall.pass_until(64)
    assert (await hall.state(good), await hall.state(bad)) == (GameState.FINISHED, GameState.PLAYING)
    assert 1 <= len(log) <= 5
    monkeypatch.undo()
    await hall.pass_until(72)
    assert await hall.state(bad) is GameState.FINISHED


async def test_no_game_ends_while_players_cannot_reach_the_bot(hall: Hall) -> None:
    await hall.open()
    game = await hall.begin(Live(1, 0), "d3", "c3")
    await hall.pass_until(30)
    hall.watch.go_away()
    await hall.pass_until(500)
    await hall.watch.recover()
    assert await hall.state(game) is GameState.PLAYING
    hall.watch.come_back()
    await hall.watch.recover()
    await hall.pass_until(529)
    assert await hall.state(game) is GameState.PLAYING
    await hall.pass_until(536)
    assert await hall.state(game) is GameState.FINISHED


CONTROL = Live(1, 3)
AT_FIRST, INCREMENT, REMINDED_AT = 60.0, 3.0, 20.0
"""Seconds: what everybody has, gets for a move, and has left when they are reminded."""

NEARLY = 0.05
"""Seconds around an event in which nothing is checked."""


class Day:
    """A time of day that passes from one alarm to the next."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._order = itertools.count()
        self._alarms: list[tuple[datetime, int, asyncio.Event]] = []

    async def rest(self, seconds: float) -> None:
        over = asyncio.Event()
        moment = self._clock.now + timedelta(seconds=seconds)
        heapq.heappush(self._alarms, (moment, next(self._order), over))
        await over.wait()

    async def pass_by(self, seconds: float, background: BackgroundTasks) -> None:
        """Let time pass and run all work that is due."""
        end = self._clock.now + timedelta(seconds=seconds)
        await _settle(background)
        while self._alarms and self._alarms[0][0] <= end:
            self._clock.now, _, over = heapq.heappop(self._alarms)
            over.set()
            await _settle(background)
        self._clock.now = end


async def _settle(background: BackgroundTasks) -> None:
    await settle()
    while background._running:
        await asyncio.wait(background._running)
        await asyncio.sleep(0)


@dataclass
class TimedModel(Model):
    """Both sides' time at the beginning of the turn, and the time used since."""

    left: list[float] = field(default_factory=lambda: [AT_FIRST, AT_FIRST])
    used: float = 0.0
    reminded: bool = False

    @property
    def running(self) -> int | None:
        return len(self.moves) % 2 if self.rests is None else None

    @property
    def remaining(self) -> float:
        assert self.running is not None
        return self.left[self.running] - self.used

    def play(self, move: str) -> None:
        """A move is charged, and brings some seconds."""
        side = len(self.moves) % 2
        self._charge(side)
        self.left[side] += INCREMENT
        super().play(move)

    def happens(self, asked: Asked) -> None:
        """A change of turn or a pause charges the time so far."""
        before = there(self.running)
        super().happens(asked)
        if self.running != before or asked.kind is QuestionKind.SWAP:
            self._charge(before)
        if asked.kind is QuestionKind.SWAP:
            self.left.reverse()

    def pass_by(self, seconds: float) -> None:
        if self.running is None:
            return
        begun_with = self.left[self.running]
        self.used += seconds
        self.reminded = self.reminded or (self.remaining <= REMINDED_AT < begun_with)
        if self.remaining <= 0:
            self.ending = Ending.TIME if len(self.moves) >= 2 else Ending.CALLED_OFF

    def safe(self, seconds: float) -> float:
        """Return at least this many seconds, avoiding exact coincidence with an event."""
        moments = [] if self.running is None else [self.remaining, self.remaining - REMINDED_AT]
        while any(abs(moment - seconds) < NEARLY for moment in moments):
            seconds += 2 * NEARLY
        return seconds

    def _charge(self, side: int) -> None:
        self.left[side] -= self.used
        self.used, self.reminded = 0.0, False


class Timed(Consent):
    """The model of questions between two players, with clocks."""

    control = CONTROL
    model: TimedModel

    def __init__(self, runner: asyncio.Runner, path: Path) -> None:
        self.path, self.day, self.background = path, Day(clock := Clock()), BackgroundTasks()
        self.opened: list[Storage] = []
        super().__init__(runner, runner.run(self.open(clock)), clock)

    async def open(self, clock: Clock) -> Storage:
        storage = await Storage.open(f"sqlite:///{self.path}", clock=clock, fair_use=BOUNDLESS)
        self.opened.append(storage)
        return storage

    def set_up(self, storage: Storage) -> None:
        super().set_up(storage)
        kit = kit_of(storage, self.clock, background=self.background, rest=self.day.rest)
        self.watch = ClockWatch(kit)
        self.runner.run(self.come_back())

    async def come_back(self) -> None:
        self.watch.come_back()
        await self.watch.recover()
        await self.day.pass_by(0, self.background)

    def new_model(self, seats: tuple[Person, Person]) -> TimedModel:
        return TimedModel(seats)

    def do(self, use_case: Coroutine[Any, Any, Any], refusal: Refused) -> Any:
        done = super().do(use_case, refusal)
        self.runner.run(self.day.pass_by(0, self.background))
        return done

    @rule(seconds=st.sampled_from([0.5, 4.0, 9.0, 21.0, 43.0]))
    def wait(self, seconds: float) -> None:
        seconds = self.model.safe(seconds)
        self.runner.run(self.day.pass_by(seconds, self.background))
        self.model.pass_by(seconds)

    @rule(
        seconds=st.sampled_from([0.5, 7.0, 61.0, 86400.0]),
        how=st.sampled_from(["disconnected", "stopped", "killed"]),
    )
    def be_away(self, seconds: float, how: str) -> None:
        """Time offline is charged to no one; at most the last beat before it is returned, too."""
        self.watch.go_away()
        if how == "stopped":
            self.runner.run(self.opened.pop().close())
        self.clock.advance(seconds=seconds)
        if how == "disconnected":
            self.runner.run(self.come_back())
        else:
            self.set_up(self.runner.run(self.open(self.clock)))
        if (side := self.model.running) is not None:
            charged = self.model.left[side] - self.stored_left(side)
            assert self.model.used - BEAT.total_seconds() - 0.001 < charged < self.model.used + 0.001
            self.model.used = charged

    @precondition(lambda self: self.model.running is not None and self.model.remaining < 30)
    @rule()
    def run_out(self) -> None:
        """Just before the end the player can still move; after it, they cannot."""
        before = self.model.remaining - 2 * NEARLY
        if before > 0:
            self.wait(before)
            assert self.model.ending is None
        self.wait(4 * NEARLY)
        assert self.model.ending is not None

    def stored_left(self, side: int) -> float:
        game = self.runner.run(self.referee.snapshot(self.game_id)).game
        assert game.clock is not None
        return float(game.clock.left_at(self.clock.now, side).total_seconds())

    @invariant()
    def the_clock_matches_the_model(self) -> None:
        game = self.runner.run(self.referee.snapshot(self.game_id)).game
        model, clock = self.model, game.clock
        assert clock is not None
        assert clock.side == model.running
        if model.running is None:
            assert self.game_id not in self.runner.run(self.storage[ClockStore].due())
            return
        assert self.stored_left(model.running) == pytest.approx(model.remaining, abs=0.001)
        assert self.stored_left(1 - model.running) == pytest.approx(model.left[1 - model.running], abs=0.001)
        assert clock.is_short == (model.reminded or model.left[model.running] <= REMINDED_AT)

    def teardown(self) -> None:
        self.watch.close()
        for storage in self.opened:
            self.runner.run(storage.close())


def test_clocks_and_consent_are_as_the_model_says(runner: asyncio.Runner, database: Path) -> None:
    numbers = itertools.count()
    run_machine(
        lambda: Timed(runner, Path(shutil.copy(database, database.with_name(f"{next(numbers)}.db")))),
        extent(5, 20),
        25,
    )
