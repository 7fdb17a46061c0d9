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
from collections.abc import Iterator
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
from tests.bot.helpers import ANN, PLACE, REVERSI, kit_of

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


@pytest.fixture
def start(tmp_path: Path) -> Iterator[list[subprocess.Popen[str]]]:
    """Processes to end after the test."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        with process:
            process.kill()


def program(started: list[subprocess.Popen[str]], *code: str) -> subprocess.Popen[str]:
    """Run `flipfour run` alongside the test; `code` is extra Python for it."""
    process = subprocess.Popen(
        [sys.executable, *code, "--env-file", os.devnull, "run"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    started.append(process)
    return process


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


def refused_by(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let Discord, or what lies before it, refuse the log-in."""

    async def login(self: Flipfour, token: str) -> None:
        raise error

    monkeypatch.setattr(Flipfour, "login", login)


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    """Standard error, which must be the log's first line, with the version that starts, and one more."""
    first, line = capsys.readouterr().err.splitlines()
    assert "starting" in first
    assert flipfour_version() in first
    return line


API = "http://localhost:9/api"


def closed(code: int) -> discord.ConnectionClosed:
    """Discord closes the connection for good."""
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
    error: Exception,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    refused_by(monkeypatch, error)
    if isinstance(error, discord.GatewayNotFound):
        monkeypatch.setenv("DISCORD_API", API)
    assert main(["--env-file", os.devnull, "run"]) == code
    line = one_line(capsys)
    assert said in line
    assert "not.a.token" not in line


def test_without_a_connection_for_long_it_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A supervisor restarts it."""

    async def wait(self: Flipfour, token: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Flipfour, "login", wait)
    monkeypatch.setenv("FLIPFOUR_GATEWAY_MINUTES", "0.0001")
    assert main(["--env-file", os.devnull, "run"]) == 1
    assert "FLIPFOUR_GATEWAY_MINUTES" in one_line(capsys)


def test_a_taken_port_of_health(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    refused_by(monkeypatch, AssertionError("it must not go on"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("FLIPFOUR_HEALTH_PORT", str(taken.getsockname()[1]))
        assert main(["--env-file", os.devnull, "run"]) == 1
    assert "the health page cannot be served" in one_line(capsys)


def test_settings_that_take_more_memory_than_there_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused_by(monkeypatch, discord.LoginFailure("Improper token has been passed."))
    monkeypatch.setenv("FLIPFOUR_SEARCH_WORKERS", "256")
    monkeypatch.setenv("FLIPFOUR_MEMORY_MB", "262144")
    assert main(["--env-file", os.devnull, "run"]) == 78
    assert "may need more memory than there is" in capsys.readouterr().err


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
def test_a_process_ends_that_has_not_closed_the_storage(start: list[subprocess.Popen[str]]) -> None:
    code = (
        "import asyncio, os, sys\n"
        "from data import Storage\n"
        "async def main():\n"
        "    await Storage.open(os.environ['DATABASE_URL'])\n"
        "    raise RuntimeError('a fault of ours')\n"
        "asyncio.run(main())\n"
    )
    _, err = program(start, "-c", code).communicate(timeout=PATIENCE)
    assert err.splitlines()[-1] == "RuntimeError: a fault of ours"


def test_a_database_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/file/games.db")

    async def login(self: Flipfour, token: str) -> None:
        await self.setup_hook()

    monkeypatch.setattr(Flipfour, "login", login)
    assert main(["--env-file", os.devnull, "run"]) == 1
    line = one_line(capsys)
    assert line.startswith("flipfour: ")
    assert f"{tmp_path}/file" in line


async def computer_to_move(path: Path) -> Game:
    """A stored game in which the computer is to begin."""
    # By the process's clock it adjourns games without recent moves.
    storage = await Storage.open(f"sqlite:///{path}")
    challenges = Challenges(kit_of(storage))
    snapshot = await challenges.play_computer(REVERSI, PLACE, ANN, "expert", "second")
    await storage.close()
    return snapshot.game


@pytest.mark.long
async def test_a_hanging_search_ends_with_it(start: list[subprocess.Popen[str]], tmp_path: Path) -> None:
    await computer_to_move(tmp_path / "games.db")
    process = program(start, "-c", HANGING_SEARCH)
    read_until(process, "thinking")
    process.send_signal(signal.SIGTERM)
    rest, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert rest.endswith("Stopping: everything is stored; the next start resumes the searches.\n")
    assert "the process does not exit" in err
    assert "Traceback" not in err
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.long
async def test_a_held_gil_ends_the_process_with_its_stack_in_the_log(
    start: list[subprocess.Popen[str]], tmp_path: Path
) -> None:
    await computer_to_move(tmp_path / "games.db")
    process = program(start, "-c", HELD_GIL)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "in hold_the_gil" in err


@pytest.mark.long
async def test_a_database_that_cannot_be_closed_does_not_keep_the_process(
    start: list[subprocess.Popen[str]], tmp_path: Path
) -> None:
    await computer_to_move(tmp_path / "games.db")
    process = program(start, "-c", HANGING_STORAGE)
    read_until(process, "thinking")
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 70, err
    assert "the process does not exit" in err


async def test_it_reports_its_start_once_and_stops_on_request(
    start: list[subprocess.Popen[str]], tmp_path: Path
) -> None:
    """It is stopped during a search: the process exits with 0 and an intact database."""
    game = await computer_to_move(tmp_path / "games.db")
    process = program(start, "-m", "tests.bot.offline")
    said = read_until(process, "thinking")
    process.send_signal(signal.SIGTERM)
    rest, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert (said + rest).count("Invite it to another one: https://discord.com/oauth2/authorize?") == 1
    assert rest.endswith("Stopping: everything is stored; the next start resumes the searches.\n")
    with closing(sqlite3.connect(tmp_path / "games.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    again = await Storage.open(f"sqlite:///{tmp_path / 'games.db'}")
    stored = await again.game(game.id)
    await again.close()
    assert stored is not None
    assert GameSnapshot.of(stored).going
    assert stored.ply <= 1
