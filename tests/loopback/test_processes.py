"""`flipfour run` in a separate process: killed during a game, started again, its token reset."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.loopback.running import Scene
from tests.loopback.server import LoopbackDiscord

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0


class Processes:
    """Starts the bot, again and again."""

    def __init__(self, discord: LoopbackDiscord, database: Path) -> None:
        self._discord = discord
        self._database = database
        self.started: list[asyncio.subprocess.Process] = []

    async def start(self) -> asyncio.subprocess.Process:
        """Start one, and wait until it has connected."""
        settings = {
            "DISCORD_TOKEN": self._discord.token,
            "DISCORD_API": self._discord.api,
            "DATABASE_URL": f"sqlite:///{self._database}",
            "FLIPFOUR_BACKGROUND_SECONDS": "0",
        }
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("FLIPFOUR_")}
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.loopback.quick_taps", "--env-file", os.devnull, "run"),
            cwd=ROOT,
            env={**inherited, **settings},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        self.started.append(process)
        await self._discord.until(lambda: self._discord.gateway.present, "the process connects", PATIENCE)
        return process


@pytest.fixture
async def processes(
    discord: LoopbackDiscord, empty_database: Path, tmp_path: Path
) -> AsyncIterator[Processes]:
    """Processes that are ended even if the test fails."""
    database = Path(shutil.copy(empty_database, tmp_path / "games.db"))
    made = Processes(discord, database)
    yield made
    for process in made.started:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@pytest.mark.long
async def test_killed_in_the_middle_of_a_game_and_its_token_reset(
    discord: LoopbackDiscord, processes: Processes, tmp_path: Path
) -> None:
    scene = Scene(discord, tmp_path / "games.db")
    first = await processes.start()
    number = await scene.begin(scene.ann, scene.ben)
    board = await scene.play(scene.ann, scene.ben, game=number, plies=2)
    first.kill()
    await first.wait()
    await discord.until(lambda: not discord.gateway.present, "the connection is lost")
    discord.gateway.forget_sessions()
    second = await processes.start()
    assert [seen.id for seen in scene.boards(number)] == [board.id]
    board = await scene.play(scene.ann, scene.ben, game=number, plies=2)
    assert [seen.id for seen in scene.boards(number)] == [board.id]
    discord.reset_token()
    assert await last_line(second) == (
        "flipfour: Discord has closed the connection: DISCORD_TOKEN is no longer valid. Was it reset? Put "
        "the new one in .env"
    )


async def test_intents_that_discord_takes_away(discord: LoopbackDiscord, processes: Processes) -> None:
    process = await processes.start()
    discord.gateway.close(4014)
    assert "may not use the gateway intents it requested (code 4014)" in await last_line(process)


async def last_line(process: asyncio.subprocess.Process) -> str:
    """The one line with which a process ends that cannot continue."""
    _, said = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode == 78
    assert "Traceback" not in said.decode()
    (line,) = [line for line in said.decode().splitlines() if line.startswith("flipfour: ")]
    return line
