"""`flipfour run` in processes of its own."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from tests.loopback.server import LoopbackDiscord

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0


class Processes:
    """Starts the bot, again and again."""

    def __init__(self, discord: LoopbackDiscord, database: Path) -> None:
        self._discord = discord
        self._database = database
        self.started: list[asyncio.subprocess.Process] = []

    async def start(self, **more: str) -> asyncio.subprocess.Process:
        """Start one with `more` settings, and wait until it has connected."""
        settings = {
            "DISCORD_TOKEN": self._discord.token,
            "DISCORD_API": self._discord.api,
            "DATABASE_URL": f"sqlite:///{self._database}",
            "FLIPFOUR_BACKGROUND_SECONDS": "0",
            **more,
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
