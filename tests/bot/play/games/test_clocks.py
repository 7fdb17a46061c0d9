"""The watch handles every clock in time, does nothing without one, and survives faults."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest
import structlog

from bot.computer.computer import Computer
from bot.core.background import BackgroundTasks
from bot.core.publisher import Request
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.play.games.clocks import ClockWatch
from bot.play.games.referee import Referee
from data import Storage
from data.games.clocks import Live, TimeControl
from data.games.records import Ending, GameState
from tests.bot.helpers import ANN, BOB, PLACE, REVERSI, Clock, Unwatched, kit_of, play_out, stored
from tests.bot.virtual_time import VirtualTime


class Shown(Unwatched):
    """Records the games shown."""

    def __init__(self) -> None:
        self.games: list[int] = []

    async def show(
        self, game_id: int, request: Request | None = None, *, known: GameSnapshot | None = None
    ) -> bool:
        self.games.append(game_id)
        return True


class Hall:
    """A watch in simulated time, which starts at 0."""

    def __init__(self, storage: Storage, challenges: Challenges, referee: Referee, clock: Clock) -> None:
        self.storage, self._challenges, self.referee = storage, challenges, referee
        self._clock, self._start = clock, clock.now
        self.time, self.shown, self.rests = VirtualTime(), Shown(), 0
        self.background = BackgroundTasks()
        kit = kit_of(storage, clock, background=self.background, rest=self._rest)
        self.watch = ClockWatch(kit, referee, Computer(kit.pool), self.shown)

    async def _rest(self, seconds: float) -> None:
        self.rests += 1
        over = asyncio.Event()
        self.time.at(self.time.now + seconds, over.set)
        await over.wait()

    async def open(self) -> None:
        self.watch.come_back()
        await self.watch.recover()

    async def begin(self, control: TimeControl | None, *moves: str) -> int:
        offer = await self._challenges.challenge(REVERSI, PLACE, ANN, BOB, "first", "", control)
        game = await self._challenges.accept(offer.game.id, BOB)
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


async def test_without_a_clock_the_watch_sets_no_timer(hall: Hall) -> None:
    await hall.open()
    await hall.begin(None, "d3", "c3")
    await hall.pass_until(100)
    assert hall.rests == 0


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


async def test_many_games_end_at_once(hall: Hall) -> None:
    await hall.open()
    games = [await hall.begin(Live(1, 0), "d3", "c3") for _ in range(110)]
    await hall.pass_until(61)
    assert {await hall.state(game) for game in games} == {GameState.FINISHED}


async def test_a_fault_in_one_game_does_not_delay_the_others(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    assert await hall.state(good) is GameState.FINISHED
    assert await hall.state(bad) is GameState.PLAYING
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


async def test_a_closed_watch_sets_no_timer(hall: Hall) -> None:
    await hall.open()
    game = await hall.begin(Live(1, 0), "d3", "c3")
    hall.watch.close()
    await hall.begin(Live(1, 0), "d3")
    await hall.pass_until(100)
    assert await hall.state(game) is GameState.PLAYING
