"""A process that is measured: started, its memory and processor time read, ended."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from tests.loopback.server import LoopbackDiscord

PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
MIB = 1024 * 1024
STARTING_SECONDS = 300.0


class Measured:
    """A bot in a process of its own. Linux only: it reads /proc."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, discord: LoopbackDiscord, *arguments: str, **settings: str) -> Measured:
        """Start `python ARGUMENTS` on a Discord, and wait until it has connected."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("FLIPFOUR_")}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            env={**inherited, "DISCORD_API": discord.api, "DISCORD_TOKEN": discord.token, **settings},
            stdout=asyncio.subprocess.DEVNULL,
        )
        await discord.until(lambda: discord.gateway.present, "the bot connects", STARTING_SECONDS)
        return cls(process)

    @property
    def megabytes(self) -> float:
        """What it has in memory."""
        return int(self._read("statm").split()[1]) * PAGE / MIB

    @property
    def processor_seconds(self) -> float:
        """What it has used of the processor."""
        used = self._read("stat").rpartition(")")[2].split()
        return (int(used[11]) + int(used[12])) / TICKS

    async def end(self) -> None:
        """Ask it to stop, and wait for that."""
        self._process.terminate()
        await self._process.wait()

    def _read(self, name: str) -> str:
        return Path(f"/proc/{self._process.pid}/{name}").read_text(encoding="ascii")
