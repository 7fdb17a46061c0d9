"""Flipfour installed without containers: an environment, and processes of `flipfour run`."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from deploy.trial.host import Host, clean_environment, run
from deploy.trial.people import TrialFailed


@dataclass
class Installation(Host):
    """A virtual environment next to the checkout, and a folder with `.env` and the database."""

    sizes: tuple[int, ...] = (1, 2)
    shards: int = 2
    database: str = ""
    """Address of an empty PostgreSQL database."""
    running: list[asyncio.subprocess.Process] = field(default_factory=list)

    @property
    def env(self) -> Path:
        """Return the file with the settings."""
        return self.home / ".env"

    @property
    def home(self) -> Path:
        """Return the folder with `.env` and the database."""
        return self.folder / "home"

    def clone(self, settings: dict[str, str]) -> None:
        """Get the published release and write the settings."""
        self.home.mkdir()
        super().clone(settings)

    async def install(self) -> list[tuple[str, str, str]]:
        """Install from a wheel, with every dependency pinned by its hash."""
        begun = time.monotonic()
        await self._run(sys.executable, "-m", "venv", "../venv")
        pip = ("../venv/bin/pip", "install", "-q", "--disable-pip-version-check")
        await self._run(*pip, "--require-hashes", "-r", "requirements.txt")
        for old in self._wheels():
            old.unlink()
        await self._run("../venv/bin/pip", "wheel", "-q", "--no-deps", "-w", "../dist", ".")
        (wheel,) = self._wheels()
        await self._run(*pip, "--no-deps", "--force-reinstall", str(wheel))
        took = time.monotonic() - begun
        size = sum(path.lstat().st_size for path in (self.folder / "venv").rglob("*") if not path.is_dir())
        return [
            ("Install", f"{took:.0f} s", "venv, pinned requirements, wheel; pip's cache"),
            ("Wheel", f"{wheel.stat().st_size / 1e6:.1f} MB", wheel.name),
            ("Environment", f"{size / 1e6:.0f} MB", "all files, every extra"),
        ]

    def _wheels(self) -> list[Path]:
        return [*(self.folder / "dist").glob("flipfour-*.whl")]

    async def _run(self, *command: str) -> str:
        return await run(command, self.source, clean_environment())

    async def command(self, *arguments: str, fails: bool | None = False) -> str:
        """Run a command where the settings and the database are."""
        environment = clean_environment()
        environment["PATH"] = f"{self.folder / 'venv/bin'}:{environment['PATH']}"
        return await run(arguments, self.home, environment, fails=fails)

    async def start(self, processes: int = 1) -> int:
        """Start the bot's processes, each with its part of the servers."""
        for number in range(processes):
            await self._start(*(("--shards", f"{number}/{processes}") if processes > 1 else ()))
        return processes

    async def _start(self, *options: str) -> None:
        with (self.folder / f"bot-{len(self.running)}.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *(str(self.folder / "venv/bin/flipfour"), "run", *options),
                cwd=self.home,
                env=clean_environment(),
                stdout=log,
                stderr=log,
            )
        self.running.append(process)

    async def stop(self) -> None:
        """Stop all processes as a supervisor does."""
        for process in self.running:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
        codes = [await process.wait() for process in self.running]
        wrong = [code for code in codes if code not in (0, -signal.SIGKILL)]
        self.running.clear()
        if wrong:
            raise TrialFailed(f"the bot stopped with exit codes {wrong}: see {self.folder}")

    def ended(self) -> str:
        """Return how a process ended."""
        codes = [process.returncode for process in self.running]
        return next((f"exit code {code}" for code in codes if code not in (None, -signal.SIGKILL)), "")

    async def replace(self) -> None:
        """Stop, then install."""
        await self.stop()
        await self.install()

    async def update(self) -> None:
        """Stop, install, start."""
        await self.replace()
        await self.start()

    async def grow(self) -> str:
        """Copy the file to PostgreSQL."""
        begun = time.monotonic()
        await self.command("flipfour", "copy", "flipfour.db", self.database)
        self.set(DATABASE_URL=self.database)
        return f"{time.monotonic() - begun:.1f} s"

    async def kill(self) -> None:
        """Kill the first process."""
        self.running[0].kill()
        await self.running[0].wait()

    async def restart(self) -> None:
        """Start the first process again."""
        await self._start("--shards", f"0/{self.shards}")

    async def shrink(self) -> None:
        """Copy PostgreSQL to another file."""
        await self.stop()
        await self.command("flipfour", "copy", self.database, "again.db")
        self.set(DATABASE_URL="sqlite:///again.db")

    async def remove(self) -> None:
        """Kill what is still running."""
        for process in self.running:
            if process.returncode is None:
                process.kill()
                await process.wait()
