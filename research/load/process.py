"""A process under measurement: start it, read its memory and processor time, end it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from bench.starts import resident_mb
from tests.loopback.server import LoopbackDiscord

TICKS = os.sysconf("SC_CLK_TCK")
STARTING_SECONDS = 300.0
STOPPING_SECONDS = 60.0


class Measured:
    """A bot in a separate process. Linux only: it reads /proc."""

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
        """Return its resident memory."""
        return resident_mb(self._process.pid)

    @property
    def processor_seconds(self) -> float:
        """Return its processor time."""
        stat = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii")
        used = stat.rpartition(")")[2].split()
        return (int(used[11]) + int(used[12])) / TICKS

    async def end(self) -> None:
        """Stop the process; if it does not stop, have it dump its stack, then kill it."""
        self._process.terminate()
        try:
            await asyncio.wait_for(self._process.wait(), STOPPING_SECONDS)
        except TimeoutError:
            print(f"process {self._process.pid} has not stopped within {STOPPING_SECONDS:.0f} s")
            self._process.send_signal(signal.SIGABRT)
            await self._process.wait()
