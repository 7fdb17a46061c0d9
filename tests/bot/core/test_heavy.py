"""Heavy work and its compiler, and what happens when the process hangs."""

from __future__ import annotations

import asyncio
import faulthandler
import os
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
import structlog

from bot.core import compiler
from bot.core.compiler import ChildCompiler, CompileProgress, parse_progress
from bot.core.heavy import MAX_PIECES, MAX_QUEUED, MAX_SECONDS, HeavyWork, require_time
from bot.core.refusals import StillBusy, TakesTooLong
from bot.hosting.shutdown import notify, signs_of_life
from bot.study.records.recognition import read_games
from engine.search.deepening import WarmUpProgress
from tests.bot.helpers import settle
from tests.cases import for_each


class People:
    """People whose work lasts until it is let go; `begun` are those whose turn came."""

    def __init__(self, heavy: HeavyWork) -> None:
        self._heavy = heavy
        self.begun: list[int] = []
        self._ends: dict[int, asyncio.Event] = {}

    def ask(self, person: int) -> asyncio.Task[None]:
        self._ends[person] = asyncio.Event()
        return asyncio.create_task(self._work(person))

    def let_go(self, person: int) -> None:
        self._ends[person].set()

    async def _work(self, person: int) -> None:
        async with self._heavy.turn(person):
            self.begun.append(person)
            await self._ends[person].wait()


async def test_few_pieces_run_and_the_others_follow_in_order() -> None:
    people, persons = People(HeavyWork()), range(1, MAX_PIECES + 4)
    tasks = [people.ask(person) for person in persons]
    await settle()
    assert people.begun == list(range(1, MAX_PIECES + 1))
    for person in persons:
        people.let_go(person)
        await settle()
        assert len(people.begun) == min(MAX_PIECES + person, len(tasks))
    await asyncio.gather(*tasks)
    assert people.begun == [*persons]


async def test_a_piece_that_fails_or_is_the_second_of_a_person_frees_its_place() -> None:
    heavy = HeavyWork()
    async with heavy.turn(1):
        with pytest.raises(StillBusy):
            async with heavy.turn(1):
                pass
    async with heavy.turn(1):
        pass
    heavy = HeavyWork()
    for _ in range(MAX_PIECES + 1):
        with pytest.raises(ValueError, match="invalid literal"):
            async with heavy.turn(1) as turn:
                await turn.run(int, "broken")


async def test_a_full_queue_is_refused() -> None:
    people = People(heavy := HeavyWork())
    tasks = [people.ask(person) for person in range(MAX_PIECES + MAX_QUEUED)]
    await settle()
    with pytest.raises(TakesTooLong):
        async with heavy.turn(-1):
            pass
    for person in range(len(tasks)):
        people.let_go(person)
    await asyncio.gather(*tasks)


async def test_a_piece_ends_at_its_deadline_and_frees_its_place() -> None:
    now = 0.0
    heavy = HeavyWork(lambda: now)

    def read() -> None:
        nonlocal now
        read_games(b"f5d6c3\n")
        now = MAX_SECONDS
        read_games(b"f5d6c3\n")

    with pytest.raises(TakesTooLong):
        async with heavy.turn(1) as turn:
            await turn.run(read)
    async with heavy.turn(1) as turn:
        await turn.run(require_time)
    require_time()


async def test_other_threads_are_free_while_heavy_work_runs() -> None:
    heavy, released = HeavyWork(), threading.Event()

    async def work(person: int) -> None:
        async with heavy.turn(person) as turn:
            await turn.run(released.wait)

    pieces = [asyncio.create_task(work(person)) for person in range(MAX_PIECES + 2)]
    await settle()
    try:
        name = await asyncio.to_thread(lambda: threading.current_thread().name)
        assert not name.startswith("heavy")
    finally:
        released.set()
    await asyncio.gather(*pieces)


GOOD = "print('1 2', flush=True); print('2 2', flush=True)"
BROKEN = "print('1 2', flush=True); raise SystemExit('out of memory')"
ENDLESS = "import time; print('1 2', flush=True); time.sleep(600)"


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Games loaded or compiled in this process; the cache on disk is empty."""
    games: list[str] = []

    def warm_up(game: str, progress: WarmUpProgress | None = None, *, usual_board_only: bool = False) -> None:
        games.append(game)
        if progress is not None:
            progress(2, 2)

    monkeypatch.setattr(compiler, "warm_up", warm_up)
    monkeypatch.setattr(compiler, "is_compiled", lambda game: False)
    return games


def let_children_run(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    monkeypatch.setattr(compiler, "command", lambda game: [sys.executable, "-c", program])


def test_a_child_compiles_what_is_not_compiled_and_this_process_loads(
    monkeypatch: pytest.MonkeyPatch, loaded: list[str]
) -> None:
    let_children_run(monkeypatch, GOOD)
    reports: list[CompileProgress] = []
    made = ChildCompiler()
    made.compile("reversi", reports.append)
    assert (reports, loaded) == ([(1, 2), (2, 2)], [])
    made.load("reversi")
    assert loaded == ["reversi"]
    monkeypatch.setattr(compiler, "is_compiled", lambda game: True)
    let_children_run(monkeypatch, BROKEN)
    made.compile("reversi", reports.append)
    assert (len(reports), loaded) == (2, ["reversi"])


@pytest.mark.parametrize(
    ("child", "reason"),
    [
        ([sys.executable, "-c", BROKEN], "out of memory"),
        ([sys.executable, "-c", "raise MemoryError('out of memory')"], "out of memory"),
        (["/nowhere/python"], "/nowhere/python"),
    ],
)
def test_a_child_that_fails_or_cannot_start_is_replaced_by_this_process(
    monkeypatch: pytest.MonkeyPatch, loaded: list[str], child: list[str], reason: str
) -> None:
    monkeypatch.setattr(compiler, "command", lambda game: child)
    with structlog.testing.capture_logs() as entries:
        ChildCompiler().compile("reversi", lambda progress: None)
    assert loaded == ["reversi"]
    [entry] = entries
    assert entry["log_level"] == "warning"
    assert reason in entry["reason"]


def test_a_closed_compiler_ends_its_child_and_begins_none(
    monkeypatch: pytest.MonkeyPatch, loaded: list[str]
) -> None:
    let_children_run(monkeypatch, ENDLESS)
    made, begun = ChildCompiler(), threading.Event()
    thread = threading.Thread(target=made.compile, args=("reversi", lambda progress: begun.set()))
    thread.start()
    assert begun.wait(timeout=60)
    made.close()
    thread.join(timeout=60)
    assert not thread.is_alive()
    made = ChildCompiler()
    made.close()
    made.compile("reversi", lambda progress: None)
    assert loaded == []


def test_the_child_tells_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def warm_up(game: str, progress: WarmUpProgress) -> None:
        assert game == "connect4"
        progress(0, 3)
        progress(3, 3)

    monkeypatch.setattr(compiler, "warm_up", warm_up)
    monkeypatch.setattr(os, "nice", lambda increment: increment, raising=False)
    compiler.main("connect4")
    lines = capsys.readouterr().out.splitlines()
    assert [parse_progress(line) for line in lines] == [(0, 3), (3, 3)]


@for_each("line", ["", "Traceback", "1", "1 2 3", "one 2"])
def test_other_lines_are_no_progress(line: str) -> None:
    assert parse_progress(line) is None


def test_the_child_is_this_python() -> None:
    assert (compiler.command("reversi")[0], compiler.command("reversi")[-1]) == (sys.executable, "reversi")


PATIENCE = 60

HOLD_THE_GIL = """
import asyncio, ctypes
from bot.hosting import shutdown

def hold_the_gil():
    print("holding", flush=True)
    # Unlike CDLL, PyDLL keeps the GIL; sleep() is called again when a signal interrupts it.
    while True:
        ctypes.PyDLL(None).sleep(1000)
"""

STOPPING = """
shutdown.HELD_SECONDS = 0.2
async def main():
    async with shutdown.signs_of_life(1000.0, every=0.01):
        shutdown.ForcedEnd().begin(0.5, 70)
        # Signs of life no longer postpone it.
        await asyncio.sleep(0.05)
        hold_the_gil()
asyncio.run(main())
"""

ABORTED = """
import threading
shutdown.report_crashes()
threading.Timer(0.0, hold_the_gil).start()
"""


@pytest.mark.long
def test_a_stopping_process_that_holds_the_gil_ends_with_its_stack_in_the_log() -> None:
    """One that does not stop: tests/bot/test_run.py."""
    command = [sys.executable, "-c", HOLD_THE_GIL + STOPPING]
    over = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (over.returncode, over.stdout) == (1, "holding\n")
    assert "in hold_the_gil" in over.stderr


def test_the_service_managers_signal_writes_the_stack() -> None:
    """As systemd's watchdog sends it."""
    command, pipe = [sys.executable, "-c", HOLD_THE_GIL + ABORTED], subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "holding\n"
        process.send_signal(6)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == -6
    assert "in hold_the_gil" in err


async def test_the_loop_postpones_the_end_and_cancels_it(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    monkeypatch.setattr(faulthandler, "cancel_dump_traceback_later", lambda: calls.append("stay"))
    monkeypatch.setattr(faulthandler, "dump_traceback_later", lambda seconds, **_: calls.append(seconds))
    async with signs_of_life(60.0, every=0.0):
        await settle()
    assert set(calls[:-1]) == {60.0}
    assert len(calls) > 4
    assert calls[-1] == "stay"


@pytest.mark.parametrize("abstract", [False, True])
async def test_systemd_hears_the_signs(tmp_path: Path, abstract: bool) -> None:
    name = f"flipfour-{tmp_path.name}-{id(tmp_path)}"
    address = f"\0{name}" if abstract else str(tmp_path / "notify")
    heard = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address)
        systemd.setblocking(False)
        environment = {"NOTIFY_SOCKET": address.replace("\0", "@")}
        async with signs_of_life(1000.0, every=0.0, environment=environment):
            await settle(5)
        with suppress(BlockingIOError):
            while True:
                heard.append(systemd.recv(100))
    assert (heard[0], heard[-1], set(heard[1:-1])) == (b"READY=1", b"STOPPING=1", {b"WATCHDOG=1"})
    assert len(heard) > 3


def test_without_systemd_nothing_is_sent(tmp_path: Path) -> None:
    notify("READY=1", {})
    notify("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "nobody")})
