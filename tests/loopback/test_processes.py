"""`flipfour run` in a separate process: killed with work to do, started again, its token reset."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest
from aiohttp import ClientSession

from bot.settings.settings import names
from tests.loopback.linked import Linked
from tests.loopback.running import Scene
from tests.loopback.server import LoopbackDiscord
from tests.loopback.started import PATIENCE, Processes


@pytest.mark.long
async def test_killed_with_a_game_to_play_and_figures_to_tell(offline: Scene, processes: Processes) -> None:
    """At the end its token is reset."""
    linked, scene, ann, discord = Linked(offline), offline, offline.ann, offline.discord
    given = {name: str(linked.settings[field]) for field, name in names().items() if field in linked.settings}
    first = await processes.start(**given)
    await discord.until(lambda: linked.oauth.records, "Discord knows the figures")
    assert "Your account is linked" in (await linked.visits(ann)).text
    # The pages are those of a real server; those for supervisors are on another port.
    async with ClientSession() as session, session.get(f"{linked.address}/healthz") as health:
        assert health.status == 404
    number = await scene.begin(scene.ann, scene.ben)
    board = await scene.play(scene.ann, scene.ben, game=number, plies=2)
    first.kill()
    await first.wait()
    await discord.until(lambda: not discord.gateway.present, "the connection is lost")
    # The minutes until Discord may be told again pass while nothing runs.
    with closing(sqlite3.connect(scene.database)) as database, database:
        database.execute("UPDATE role_links SET due_at = linked_at")
    linked.oauth.expire(ann.id)
    discord.gateway.forget_sessions()
    second = await processes.start(**given)
    assert [seen.id for seen in scene.boards(number)] == [board.id]
    board = await scene.play(scene.ann, scene.ben, game=number, plies=2)
    assert [seen.id for seen in scene.boards(number)] == [board.id]
    await discord.until(lambda: len(linked.oauth.told) == 2, "Discord is told again")
    assert linked.oauth.refreshed == 1
    discord.reset_token()
    assert await last_line(second) == (
        "flipfour: Discord has closed the connection: DISCORD_TOKEN is no longer valid. Was it reset? Put "
        "the new one in .env"
    )


@pytest.mark.long
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
