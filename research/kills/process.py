"""The bot in a separate process, killed and started again."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from tests.loopback.server import LoopbackDiscord

PROJECT = Path(__file__).parents[2]
STARTING_SECONDS = 300.0


class Bot:
    """`flipfour run` on a simulated Discord and an SQLite file."""

    def __init__(self, discord: LoopbackDiscord, database: Path) -> None:
        self._discord = discord
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("FLIPFOUR_")}
        self._log = database.with_suffix(".log")
        self.environment = {
            **inherited,
            "DATABASE_URL": f"sqlite:///{database}",
            "DISCORD_API": discord.api,
            "DISCORD_TOKEN": discord.token,
            "FLIPFOUR_BACKUP_HOURS": "0.001",
            "FLIPFOUR_BACKUP_KEPT": "3",
            "FLIPFOUR_CHALLENGES_PERSON": "10000",
            "FLIPFOUR_BACKGROUND_SECONDS": "0",
            "FLIPFOUR_SEARCH_WORKERS": "1",
            "PYTHONPATH": str(PROJECT),
        }
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start the process, and wait until it is connected."""
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.loopback.quick_taps", "--env-file", os.devnull, "run"),
                cwd=PROJECT,
                env=self.environment,
                stdout=log,
                stderr=log,
            )
        connected = self._discord.until(
            lambda: self._discord.gateway.present, "the bot connects", STARTING_SECONDS
        )
        await connected

    async def kill(self) -> None:
        """Kill the process without warning, like a power failure."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()
        await self._discord.until(lambda: not self._discord.gateway.present, "the connection is lost")
        self._discord.gateway.forget_sessions()

    async def stop(self) -> int:
        """Stop the process cleanly; return its exit code."""
        assert self._process is not None
        if self._process.returncode is None:
            self._process.terminate()
        return await self._process.wait()

    def errors(self) -> list[str]:
        """Return the errors logged since the first start."""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if "[error" in line or "[critical" in line]


async def killed_after(seconds: float | None, code: str, *arguments: str, env: dict[str, str]) -> float:
    """Run Python code that prints a line when it begins, and kill it this many seconds later (None: never).

    Returns the seconds it ran after that line.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code, *arguments),
        cwd=PROJECT,
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    loop = asyncio.get_running_loop()
    await process.stdout.readline()
    begun = loop.time()
    if seconds is not None:
        await asyncio.sleep(seconds)
        if process.returncode is None:
            process.kill()
    await process.communicate()
    return loop.time() - begun
