"""`flipfour run`: failures are one readable line, and it stops on request."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.app import Flipfour
from bot.cli import main
from bot.core.snapshot import GameSnapshot
from bot.hosting.shutdown import when_told_to_stop
from bot.play.games.challenges import Challenges
from data import Storage
from data.games.records import Game
from executors.address import flipfour_version
from tests.bot.helpers import computer_game, kit_of, stored

ROOT = Path(__file__).parents[2]

HANGING_SEARCH = """
import sys, time
import bot.hosting.shutdown, bot.rooms
from tests.bot import offline
bot.rooms.CLOSING_SECONDS = bot.hosting.shutdown.LEAVING_SECONDS = 0.1
def hang(*_, **__):
    print("thinking", flush=True)
    time.sleep(1000)
sys.exit(offline.run(hang))
"""
"""`flipfour` with computer players whose searches never end, not even on request."""

HELD_GIL = """
import ctypes, sys
from functools import partial
import bot.run
from tests.bot import offline
bot.run.signs_of_life = partial(bot.run.signs_of_life, 3.0, every=0.1)
def hold_the_gil(*_, **__):
    while True:
        ctypes.PyDLL(None).sleep(1000)
sys.exit(offline.run(hold_the_gil))
"""
"""`flipfour` with computer players that let no other thread run."""

HANGING_STORAGE = """
import asyncio, sys
import bot.run
from data import Storage
from tests.bot import offline
bot.run.STOPPING_SECONDS = 0.1
async def hang(_):
    await asyncio.Event().wait()
Storage.close = hang
sys.exit(offline.run())
"""
"""`flipfour` with a database that cannot be closed."""

PATIENCE = 600
"""Seconds after which a process that should have ended has failed the test."""


@pytest.fixture(autouse=True)
def _settings(bare_environment: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "not.a.token")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'games.db'}")


class Processes:
    """Runs of `flipfour run` alongside the test, which end with it."""

    def __init__(self) -> None:
        self.started: list[subprocess.Popen[str]] = []

    def start(self, *code: str) -> subprocess.Popen[str]:
        """Start a process; `code` is extra Python for it."""
        command, pipe = [sys.executable, *code, "--env-file", os.devnull, "run"], subprocess.PIPE
        process = subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True)
        self.started.append(process)
        return process

    def stop_while_thinking(self, *code: str) -> tuple[int, str, str]:
        """Return how a process ends that is told to stop during a search: its exit code, and what it said."""
        process = self.start(*code)
        said = read_until(process, "thinking")
        process.send_signal(signal.SIGTERM)
        rest, err = process.communicate(timeout=PATIENCE)
        return process.returncode, said + rest, err


@pytest.fixture
def processes() -> Iterator[Processes]:
    made = Processes()
    yield made
    for process in made.started:
        with process:
            process.kill()


def read_until(process: subprocess.Popen[str], word: str) -> str:
    """Standard output as far as `word`."""
    assert process.stdout is not None
    said = ""
    too_long = threading.Timer(PATIENCE, process.kill)
    too_long.start()
    try:
        for line in process.stdout:
            said += line
            if word in line:
                return said
    finally:
        too_long.cancel()
    raise AssertionError(f"it ended without saying {word!r}: {said}")


class Attempt:
    """Runs `flipfour run` in this process, and ends in a failure that is told in one line."""

    def __init__(self, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.patch, self.capsys = patch, capsys

    def log_in(self, login: Callable[[Flipfour, str], Awaitable[None]]) -> None:
        self.patch.setattr(Flipfour, "login", login)

    def be_refused(self, error: Exception) -> None:
        """Let Discord, or what lies before it, refuse the log-in."""

        async def login(self: Flipfour, token: str) -> None:
            raise error

        self.log_in(login)

    def __call__(self, code: int) -> str:
        """Return the line that follows the log's first one, which has the version that starts."""
        assert main(["--env-file", os.devnull, "run"]) == code
        first, line = self.capsys.readouterr().err.splitlines()
        assert "starting" in first
        assert flipfour_version() in first
        return line


@pytest.fixture
def attempt(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Attempt:
    return Attempt(monkeypatch, capsys)


API = "http://localhost:9/api"


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=None)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (discord.LoginFailure("Improper token has been passed."), 78, "flipfour: DISCORD_TOKEN is not valid"),
        (aiohttp.ClientConnectionError("reset"), 1, "flipfour: Discord cannot be reached: reset"),
        (TimeoutError("reset"), 1, "flipfour: Discord cannot be reached: reset"),
        (OSError("reset"), 1, "flipfour: Discord cannot be reached: reset"),
        (closed(4004), 78, "Was it reset?"),
        (closed(4011), 78, "for good, with code 4011"),
        (discord.PrivilegedIntentsRequired(shard_id=None), 78, "it requested (code 4014)"),
        (
            discord.GatewayNotFound(),  # type: ignore[no-untyped-call]
            1,
            f"flipfour: {API} does not say where Discord's gateway is: is it the address of the API, or of a "
            "proxy in front of it?",
        ),
    ],
)
def test_why_discord_cannot_be_used_is_one_line(
    attempt: Attempt, error: Exception, code: int, said: str
) -> None:
    attempt.be_refused(error)
    if isinstance(error, discord.GatewayNotFound):
        attempt.patch.setenv("DISCORD_API", API)
    line = attempt(code)
    assert said in line
    assert "not.a.token" not in line


def test_without_a_connection_for_long_it_ends(attempt: Attempt) -> None:
    """A supervisor restarts it."""

    async def wait(self: Flipfour, token: str) -> None:
        await asyncio.Event().wait()

    attempt.log_in(wait)
    attempt.patch.setenv("FLIPFOUR_GATEWAY_MINUTES", "0.0001")
    assert "FLIPFOUR_GATEWAY_MINUTES" in attempt(1)


def test_a_taken_port_of_health(attempt: Attempt) -> None:
    attempt.be_refused(AssertionError("it must not go on"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        attempt.patch.setenv("FLIPFOUR_HEALTH_PORT", str(taken.getsockname()[1]))
        assert "the health page cannot be served" in attempt(1)


def test_settings_that_take_more_memory_than_there_is(attempt: Attempt) -> None:
    attempt.be_refused(discord.LoginFailure("Improper token has been passed."))
    attempt.patch.setenv("FLIPFOUR_SEARCH_WORKERS", "256")
    attempt.patch.setenv("FLIPFOUR_MEMORY_MB", "262144")
    assert main(["--env-file", os.devnull, "run"]) == 78
    assert "may need more memory than there is" in attempt.capsys.readouterr().err


async def test_it_can_be_stopped_where_the_loop_takes_no_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""

    def refuse(*_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refuse)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    stopped = asyncio.Event()
    try:
        when_told_to_stop(stopped.set)
        signal.raise_signal(signal.SIGTERM)
        await stopped.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@pytest.mark.long
def test_a_process_ends_that_has_not_closed_the_storage(processes: Processes) -> None:
    code = (
        "import asyncio, os, sys\n"
        "from data import Storage\n"
        "async def main():\n"
        "    await Storage.open(os.environ['DATABASE_URL'])\n"
        "    raise RuntimeError('a fault of ours')\n"
        "asyncio.run(main())\n"
    )
    _, err = processes.start("-c", code).communicate(timeout=PATIENCE)
    assert err.splitlines()[-1] == "RuntimeError: a fault of ours"


def test_a_database_that_cannot_be_written(attempt: Attempt, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    attempt.patch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/file/games.db")

    async def login(self: Flipfour, token: str) -> None:
        await self.setup_hook()

    attempt.log_in(login)
    line = attempt(1)
    assert line.startswith("flipfour: ")
    assert f"{tmp_path}/file" in line


@pytest.fixture
async def to_move(tmp_path: Path) -> Game:
    """A stored game in which the computer is to begin."""
    # By the process's clock it adjourns games without recent moves.
    storage = await Storage.open(f"sqlite:///{tmp_path / 'games.db'}")
    snapshot = await computer_game(Challenges(kit_of(storage)), level="expert", colour="second")
    await storage.close()
    return snapshot.game


def assert_intact(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


STOPPED = "Stopping: everything is stored; the next start resumes the searches.\n"


@pytest.mark.long
async def test_a_hanging_search_ends_with_it(processes: Processes, to_move: Game, tmp_path: Path) -> None:
    code, said, err = processes.stop_while_thinking("-c", HANGING_SEARCH)
    assert code == 0, err
    assert said.endswith(STOPPED)
    assert "the process does not exit" in err
    assert "Traceback" not in err
    assert_intact(tmp_path / "games.db")


@pytest.mark.long
async def test_a_held_gil_ends_the_process_with_its_stack_in_the_log(
    processes: Processes, to_move: Game
) -> None:
    process = processes.start("-c", HELD_GIL)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "in hold_the_gil" in err


@pytest.mark.long
async def test_a_database_that_cannot_be_closed_does_not_keep_the_process(
    processes: Processes, to_move: Game
) -> None:
    code, _, err = processes.stop_while_thinking("-c", HANGING_STORAGE)
    assert code == 70, err
    assert "the process does not exit" in err


async def test_it_reports_its_start_once_and_stops_on_request(
    processes: Processes, to_move: Game, tmp_path: Path
) -> None:
    """It is stopped during a search: the process exits with 0 and an intact database."""
    code, said, err = processes.stop_while_thinking("-m", "tests.bot.offline")
    assert code == 0, err
    assert "Traceback" not in err
    assert said.count("Invite it to another one: https://discord.com/oauth2/authorize?") == 1
    assert said.endswith(STOPPED)
    assert_intact(tmp_path / "games.db")
    again = await Storage.open(f"sqlite:///{tmp_path / 'games.db'}")
    game = await stored(again, to_move.id)
    await again.close()
    assert GameSnapshot.of(game).going
    assert game.ply <= 1
