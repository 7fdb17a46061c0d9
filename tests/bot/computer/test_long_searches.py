"""Searches that last, hang, are answered at once, or wait for the search core to be compiled."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import structlog

from bot.computer.computer import Computer
from bot.computer.pool import SearchHangs, SearchPool
from bot.computer.search_core import SearchCore
from bot.core.compiler import CompileProgress
from bot.core.refusals import NothingToStop
from bot.hosting.workers import new_threads
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from data import Storage
from engine import Progress, SearchResult, StopFlag
from engine.players.computer import ComputerPlayer
from tests.bot.computer.hall import Deep, Hall, Held, moves_of
from tests.bot.helpers import ANN, BLACK_PASSES_TWICE, Clock, computer_game, refuses, settle, stored
from tests.cases import there
from tests.compilers import HeldCompiler, NothingToCompile


async def test_play_now_brings_the_answer_at_once(hall: Hall, deep: Deep) -> None:
    computer, moves = hall.at_length()
    answer = moves.answer(snapshot := await hall.game())
    await asyncio.to_thread(deep.begun.wait)
    computer.play_now(snapshot.game.id)
    answered = there(await asyncio.wait_for(answer, 40))
    assert answered.game.ply == 2


async def test_an_abandoned_search_stores_nothing(hall: Hall, deep: Deep, storage: Storage) -> None:
    computer, moves = hall.at_length()
    answer = moves.answer(snapshot := await hall.game())
    await asyncio.to_thread(deep.begun.wait)
    assert await asyncio.wait_for(moves.abandon(snapshot.game.id), 40)
    assert answer.result() == snapshot
    assert computer.status(snapshot.game.id) is None
    assert await stored(storage, snapshot.game.id) == snapshot.game
    back = await hall.referee.take_back(snapshot.game.id, ANN, snapshot.game.ply)
    assert back.game.moves == ()
    other = await hall.referee.move(snapshot.game.id, ANN, 0, "c4")
    hall.script(other.position.legal_moves()[0])
    answered = there(await moves.answer(other))
    assert answered.game.ply == 2


async def test_a_search_that_waits_for_a_worker_can_be_hurried(hall: Hall) -> None:
    hall.script("c3")
    held, computer, moves = hall.holding()
    first, second = await hall.game(), await hall.game()
    answers = [moves.answer(first), moves.answer(second)]
    await held.begun.wait()
    assert held.searches == 1
    computer.play_now(second.game.id)
    held.go.set()
    for answer in answers:
        snapshot = there(await answer)
        assert snapshot.game.moves == ("d3", "c3")


async def test_without_a_search_there_is_nothing_to_hurry_or_abandon(hall: Hall) -> None:
    snapshot = await hall.game()
    with pytest.raises(NothingToStop):
        hall.computer.play_now(snapshot.game.id)
    assert not await hall.moves.abandon(snapshot.game.id)


async def test_a_long_search_reports_progress(
    hall: Hall, deep: Deep, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.computer.computer.REPORT_AFTER", 0.0)
    monkeypatch.setattr("bot.computer.computer.REPORT_EVERY", 0.0)
    told: asyncio.Queue[int] = asyncio.Queue()
    computer, moves = hall.at_length(told.put_nowait)
    answer = moves.answer(snapshot := await hall.game())
    assert await told.get() == snapshot.game.id
    progress = computer.progress(snapshot.game.id)
    assert isinstance(progress, Progress)
    assert progress.move in snapshot.position.legal_moves()
    computer.play_now(snapshot.game.id)
    await asyncio.wait_for(answer, 40)
    assert computer.progress(snapshot.game.id) is None


async def test_play_now_holds_for_one_move_only(hall: Hall) -> None:
    """White is the computer and moves three times in a row."""
    stops: list[StopFlag] = []

    class Watched(Held):
        async def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
            stops.append(arguments[1])
            return await super().__call__(function, *arguments)

    discs = BLACK_PASSES_TWICE[: BLACK_PASSES_TWICE.index("h7") + 1]
    hall.script("h6", "c7", "f4")
    held, computer, moves = hall.holding(held=Watched())
    hurried: list[bool] = []
    set_after = StopFlag.set_after

    def noted(stop: StopFlag, seconds: float) -> None:
        hurried.append(stop is stops[0])
        set_after(stop, seconds)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StopFlag, "set_after", noted)
        answer = moves.answer(snapshot := await hall.game(moves=discs))
        await held.begun.wait()
        computer.play_now(snapshot.game.id)
        held.go.set()
        assert await answer is not None
    assert len(stops) == 3
    assert hurried == [True]


async def test_a_search_without_time_plays_a_move_it_has_seen(hall: Hall) -> None:
    async def stopped(function: Callable[..., Any], seconds: float, stop: StopFlag) -> Any:
        stop.set()
        return function(seconds, stop)

    snapshot = await computer_game(hall.challenges, "d3", "c5", "f6", level="mobility:time")
    one_ply = ComputerPlayer("mobility", 1).choose(snapshot.position, 1.0).move
    assert one_ply != snapshot.position.legal_moves()[0]
    answered = there(
        await moves_of(Computer(SearchPool(1, 10.0, run=stopped)), hall.referee).answer(snapshot)
    )
    assert answered.game.moves[3] == one_ply


async def test_a_search_ended_by_closing_is_not_stored(hall: Hall, storage: Storage) -> None:
    held = Held()
    pool = SearchPool(1, 10.0, run=held)
    computer = Computer(pool)
    moves = moves_of(computer, hall.referee)
    first = moves.answer(await hall.game())
    second = moves.answer(waiting := await hall.game())
    await held.begun.wait()
    pool.close()
    held.go.set()
    assert (await first, await second) == (None, None)
    assert (await stored(storage, waiting.game.id)).moves == ("d3",)
    # The next start resumes it; nothing has failed.
    assert computer.status(waiting.game.id) is None


PATIENCE = 0.05


async def test_a_search_that_hangs_frees_its_worker_and_gets_a_new_thread() -> None:
    released, lost = threading.Event(), []
    pool = SearchPool(1, 0.1, patience=PATIENCE, lost_thread=lambda: lost.append(1))

    def hang(seconds: float, stop: StopFlag) -> str:
        released.wait()
        return "too late"

    try:
        await refuses(SearchHangs, pool.think(hang, pool.now()))
        assert lost == [1]
        assert await pool.think(lambda seconds, stop: "an answer", pool.now()) == "an answer"
    finally:
        released.set()


async def test_hanging_threads_delay_no_other_work() -> None:
    released = threading.Event()
    new_threads(1)
    hanging = [asyncio.create_task(asyncio.to_thread(released.wait)) for _ in range(20)]
    try:
        await asyncio.sleep(0)
        new_threads(1)
        assert await asyncio.to_thread(lambda: "done") == "done"
    finally:
        released.set()
    await asyncio.gather(*hanging)


async def test_a_search_whose_caller_leaves_is_cancelled_and_does_not_count_as_hanging() -> None:
    lost: list[int] = []
    pool = SearchPool(1, 5.0, lost_thread=lambda: lost.append(1))
    began = threading.Event()

    def think(seconds: float, stop: StopFlag) -> None:
        began.set()
        while not stop.is_set():
            time.sleep(0.001)

    task = asyncio.create_task(pool.think(think, pool.now()))
    await asyncio.to_thread(began.wait)
    task.cancel()
    await refuses(asyncio.CancelledError, task)
    assert lost == []


async def test_quick_answers_start_no_threads(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    # The first search of a process compiles, and starts the thread that keeps all deadlines.
    await hall.moves.answer(await computer_game(hall.challenges, colour="second"))
    snapshot = await computer_game(hall.challenges, colour="second")
    # However busy the machine is.
    monkeypatch.setattr("bot.computer.computer.SHOW_MOVE_AFTER", 60.0)
    started: list[str] = []
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread.name))
    assert await hall.computer.answers_at_once(snapshot, hall.moves.answer(snapshot))
    assert started == []


async def test_only_quick_levels_may_answer_without_showing_the_move_before(hall: Hall) -> None:
    shown = {}
    for level in ("easy", "medium", "master"):
        snapshot = await computer_game(hall.challenges, level=level, colour="second")
        done = asyncio.create_task(asyncio.sleep(0, None))
        shown[level] = not await hall.computer.answers_at_once(snapshot, done)
    assert shown == {"easy": False, "medium": False, "master": True}


async def test_a_move_is_shown_when_a_quick_answer_is_late(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.computer.computer.SHOW_MOVE_AFTER", 0.01)
    held, computer, moves = hall.holding()
    snapshot = await computer_game(hall.challenges, colour="second")
    answer = moves.answer(snapshot)
    assert not await computer.answers_at_once(snapshot, answer)
    held.go.set()
    await answer
    assert await computer.answers_at_once(snapshot, answer)


async def test_a_quick_answer_waits_for_no_strong_one(hall: Hall) -> None:
    held = Held()
    pool = SearchPool(1, 10.0, run=held)
    computer = Computer(pool)
    moves = moves_of(computer, hall.referee)
    for level in ("master", "easy"):
        moves.answer(await computer_game(hall.challenges, level=level, colour="second"))
    await settle()
    assert held.searches == 2
    pool.close()
    held.go.set()


GAMES = ("reversi", "connect4")
COMPILING_SECONDS = 30.0


@pytest.fixture
async def compiler() -> AsyncIterator[HeldCompiler]:
    made = HeldCompiler()
    yield made
    made.let_go()


async def started(compiler: HeldCompiler, lines: list[str], parallel: int = 2) -> SearchCore:
    """Return a search core while its games are compiled."""
    core = SearchCore()
    core.start(GAMES, compiler, lines.append, parallel=parallel)
    for game in GAMES[:parallel]:
        await until(core, game, CompileProgress(3, 8))
    return core


async def until(core: SearchCore, game: str, progress: CompileProgress | None) -> None:
    async with asyncio.timeout(COMPILING_SECONDS):
        with core.news() as news:
            while core.progress(game) != progress:
                await core.next(news)


async def test_a_game_can_be_searched_when_its_compiler_is_done(compiler: HeldCompiler) -> None:
    lines: list[str] = []
    core = await started(compiler, lines)
    waiting = asyncio.create_task(core.ready("connect4"))
    await asyncio.sleep(0)
    assert not waiting.done()
    compiler.let_go()
    await asyncio.wait_for(waiting, COMPILING_SECONDS)
    await until(core, "reversi", None)
    assert sorted(compiler.begun) == sorted(GAMES)
    assert "3 of 8" in lines[0]
    assert "is compiled" in lines[-1]


async def test_nothing_waits_for_what_is_compiled() -> None:
    lines: list[str] = []
    core = SearchCore()
    core.start(GAMES, NothingToCompile(), lines.append, parallel=2)
    for game in GAMES:
        await until(core, game, None)
    assert lines == []
    core = SearchCore()
    assert core.progress("reversi") is None
    await core.ready("reversi")
    core.close()


async def test_without_a_second_core_games_are_searched_in_turn(compiler: HeldCompiler) -> None:
    core = await started(compiler, [], parallel=1)
    assert compiler.begun == ["reversi"]
    assert core.progress("connect4") == CompileProgress(0, 0)
    compiler.let_go()
    await until(core, "connect4", None)
    assert compiler.begun == list(GAMES)


async def test_a_failing_compiler_ends_the_wait(compiler: HeldCompiler) -> None:
    compiler.error = RuntimeError("no compiler")
    with structlog.testing.capture_logs() as entries:
        core = await started(compiler, [])
        compiler.let_go()
        for game in GAMES:
            await until(core, game, None)
    assert [entry["log_level"] for entry in entries] == ["error", "error"]


class Asked:
    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, work: object, seconds: float, stop: StopFlag) -> SearchResult:
        self.seconds.append(seconds)
        return SearchResult("c3", 0, 1, 1, 0.0, False, ("c3",), ())


async def test_the_time_of_a_search_begins_when_it_can_run(
    compiler: HeldCompiler, referee: Referee, challenges: Challenges, clock: Clock
) -> None:
    now = 1000.0
    asked, shown = Asked(), list[int]()
    pool, core = SearchPool(1, 10.0, run=asked, clock=lambda: now), await started(compiler, [])
    computer = Computer(pool, shown.append, search_core=core)
    snapshot = await computer_game(challenges, level="master", colour="second")
    answer = moves_of(computer, referee).answer(snapshot, asked_at=now)
    await asyncio.sleep(0)
    assert computer.progress(snapshot.game.id) == CompileProgress(3, 8)
    assert shown == [snapshot.game.id]
    now += 60.0
    clock.advance(minutes=1)
    compiler.let_go()
    await asyncio.wait_for(answer, COMPILING_SECONDS)
    assert asked.seconds[0] > 5.0
    assert (await referee.snapshot(snapshot.game.id)).game.seconds[0] < 1.0


async def test_cancelled_compiling_is_not_reported_as_done(compiler: HeldCompiler) -> None:
    lines: list[str] = []
    core = await started(compiler, lines)
    core.close()
    compiler.let_go()
    for game in GAMES:
        await until(core, game, None)
    assert not any("is compiled" in line for line in lines)


@pytest.mark.parametrize("end", ["abandoned", "closed"])
async def test_a_wait_for_the_compiler_can_be_cancelled(
    compiler: HeldCompiler, referee: Referee, challenges: Challenges, end: str
) -> None:
    asked, core = Asked(), await started(compiler, [])
    moves = moves_of(Computer(SearchPool(1, 10.0, run=asked), search_core=core), referee)
    snapshot = await computer_game(challenges, level="master", colour="second")
    answer = moves.answer(snapshot)
    await asyncio.sleep(0)
    async with asyncio.timeout(COMPILING_SECONDS):
        if end == "abandoned":
            await moves.abandon(snapshot.game.id)
        else:
            core.close()
        await answer
    assert asked.seconds == []
    assert (await referee.snapshot(snapshot.game.id)).game.moves == ()
