"""The search core while it is compiled: waiting, progress, and failures."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import structlog

from bot.computer.computer import Computer
from bot.computer.pool import SearchPool
from bot.computer.search_core import SearchCore
from bot.core.compiler import CompileProgress
from bot.play.games.challenges import Challenges
from bot.play.games.referee import Referee
from engine import SearchResult, StopFlag
from tests.bot.computer.hall import moves_of
from tests.bot.helpers import Clock, computer_game
from tests.compilers import HeldCompiler, NothingToCompile

GAMES = ("reversi", "connect4")
PATIENCE = 30.0


@pytest.fixture
async def compiler() -> AsyncIterator[HeldCompiler]:
    made = HeldCompiler()
    yield made
    made.let_go()


def started(compiler: HeldCompiler, lines: list[str], parallel: int = 2) -> SearchCore:
    core = SearchCore()
    core.start(GAMES, compiler, lines.append, parallel=parallel)
    return core


async def until(core: SearchCore, game: str, progress: CompileProgress | None) -> None:
    """Wait until a game has this progress."""
    async with asyncio.timeout(PATIENCE):
        with core.news() as news:
            while core.progress(game) != progress:
                await core.next(news)


async def test_a_game_can_be_searched_when_its_compiler_is_done(compiler: HeldCompiler) -> None:
    lines: list[str] = []
    core = started(compiler, lines)
    for game in GAMES:
        await until(core, game, CompileProgress(3, 8))
    waiting = asyncio.create_task(core.ready("connect4"))
    await asyncio.sleep(0)
    assert not waiting.done()
    compiler.let_go()
    async with asyncio.timeout(PATIENCE):
        await waiting
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
    core = started(compiler, [], parallel=1)
    await until(core, "reversi", CompileProgress(3, 8))
    assert compiler.begun == ["reversi"]
    assert core.progress("connect4") == CompileProgress(0, 0)
    compiler.let_go()
    await until(core, "connect4", None)
    assert compiler.begun == list(GAMES)


async def test_a_failing_compiler_ends_the_wait(compiler: HeldCompiler) -> None:
    compiler.error = RuntimeError("no compiler")
    with structlog.testing.capture_logs() as entries:
        core = started(compiler, [])
        compiler.let_go()
        for game in GAMES:
            await until(core, game, None)
    assert [entry["log_level"] for entry in entries] == ["error", "error"]


class Asked:
    """Thinking time given to each search."""

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
    core = started(compiler, [])
    await until(core, "reversi", CompileProgress(3, 8))
    computer = Computer(SearchPool(1, 10.0, run=asked, clock=lambda: now), shown.append, search_core=core)
    moves = moves_of(computer, referee)
    snapshot = await computer_game(challenges, level="master", colour="second")
    answer = moves.answer(snapshot, asked_at=now)
    await asyncio.sleep(0)
    assert computer.progress(snapshot.game.id) == CompileProgress(3, 8)
    assert shown == [snapshot.game.id]
    now += 60.0
    clock.advance(minutes=1)
    compiler.let_go()
    async with asyncio.timeout(PATIENCE):
        await answer
    assert asked.seconds[0] > 5.0
    assert (await referee.snapshot(snapshot.game.id)).game.seconds[0] < 1.0


async def test_cancelled_compiling_is_not_reported_as_done(compiler: HeldCompiler) -> None:
    lines: list[str] = []
    core = started(compiler, lines)
    for game in GAMES:
        await until(core, game, CompileProgress(3, 8))
    core.close()
    compiler.let_go()
    for game in GAMES:
        await until(core, game, None)
    assert not any("is compiled" in line for line in lines)


@pytest.mark.parametrize("end", ["abandoned", "closed"])
async def test_a_wait_for_the_compiler_can_be_cancelled(
    compiler: HeldCompiler, referee: Referee, challenges: Challenges, end: str
) -> None:
    asked = Asked()
    core = started(compiler, [])
    await until(core, "reversi", CompileProgress(3, 8))
    computer = Computer(SearchPool(1, 10.0, run=asked), search_core=core)
    moves = moves_of(computer, referee)
    snapshot = await computer_game(challenges, level="master", colour="second")
    answer = moves.answer(snapshot)
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        if end == "abandoned":
            await moves.abandon(snapshot.game.id)
        else:
            core.close()
        await answer
    assert asked.seconds == []
    assert (await referee.snapshot(snapshot.game.id)).game.moves == ()
