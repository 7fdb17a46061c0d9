"""`flipfour run` in a separate process: killed during a game, started again, its token reset."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.loopback.running import Scene
from tests.loopback.server import LoopbackDiscord
from tests.loopback.started import PATIENCE, Processes


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
