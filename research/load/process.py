"""A process that is measured: started, its memory and processor time read, ended."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from research.load.memory import mebibytes
from tests.loopback.server import LoopbackDiscord

TICKS = os.sysconf("SC_CLK_TCK")
STARTING_SECONDS = 300.0
STOPPING_SECONDS = 60.0


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
            env={
                **inherited,
                "DISCORD_API": discord.api,
                "DISCORD_TOKEN": discord.token,
                "PYTHONFAULTHANDLER": "1",
                **settings,
            },
            stdout=asyncio.subprocess.DEVNULL,
        )
        await discord.until(lambda: discord.gateway.present, "the bot connects", STARTING_SECONDS)
        return cls(process)

    @property
    def megabytes(self) -> float:
        """What it has in memory."""
        return mebibytes(self._process.pid)

    @property
    def processor_seconds(self) -> float:
        """What it has used of the processor."""
        stat = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii")
        used = stat.rpartition(")")[2].split()
        return (int(used[11]) + int(used[12])) / TICKS

    async def end(self) -> None:
        """Ask it to stop, and wait for that; one that does not stop says where it stands, and is ended."""
        self._process.terminate()
        try:
            await asyncio.wait_for(self._process.wait(), STOPPING_SECONDS)
        except TimeoutError:
            print(f"process {self._process.pid} has not stopped within {STOPPING_SECONDS:.0f} s")
            self._process.send_signal(signal.SIGABRT)
            await self._process.wait()
