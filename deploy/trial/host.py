"""What hosts do with a checkout, whichever way Flipfour is installed."""

from __future__ import annotations

import asyncio
import os
import subprocess
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

from deploy.trial.people import TrialFailed


@dataclass
class Host(ABC):
    """A host's checkout and settings, and the bot that runs from them."""

    folder: Path
    upstream: Path

    sizes: tuple[int, ...] = (1,)
    """Numbers of processes that the bot grows to on PostgreSQL."""
    shards: int = 1
    """Number of shards with the most processes."""

    @property
    def source(self) -> Path:
        """Return the checkout."""
        return self.folder / "flipfour"

    @property
    @abstractmethod
    def env(self) -> Path:
        """Return the file with the settings."""

    def clone(self, settings: dict[str, str]) -> None:
        """Get the published release and write the settings."""
        git(self.folder, "clone", "-q", str(self.upstream), str(self.source))
        self.set(**settings)

    def set(self, **settings: str) -> None:
        """Write settings to `.env`, in addition to those there."""
        lines = self.env.read_text("utf-8").splitlines() if self.env.exists() else []
        kept = [line for line in lines if line.partition("=")[0] not in settings]
        lines = [*kept, *(f"{name}={value}" for name, value in settings.items())]
        self.env.write_text("\n".join(lines) + "\n", "utf-8")

    def pull(self) -> None:
        """Fetch the newest release."""
        git(self.source, "pull", "-q")

    def check_out(self, commit: str) -> None:
        """Switch to another release."""
        git(self.source, "checkout", "-q", commit)

    @abstractmethod
    async def install(self) -> list[tuple[str, str, str]]:
        """Install what is checked out; returns rows for the table."""

    @abstractmethod
    async def start(self, processes: int = 1) -> int:
        """Start the bot; returns the number of connections that Discord will see."""

    @abstractmethod
    async def stop(self) -> None:
        """Stop all processes as a supervisor does."""

    @abstractmethod
    async def update(self) -> None:
        """Install and start what is checked out, in the place of what runs."""

    @abstractmethod
    async def replace(self) -> None:
        """Install what is checked out, and leave the bot stopped."""

    @abstractmethod
    async def command(self, *arguments: str, fails: bool | None = False) -> str:
        """Run a command next to the database; returns what it prints. `fails=None` takes any exit code."""

    @abstractmethod
    async def grow(self) -> str:
        """Copy the database to PostgreSQL with the bot stopped, and use it from now on; returns how."""

    @abstractmethod
    async def kill(self) -> None:
        """Kill a process that is connected."""

    @abstractmethod
    async def restart(self) -> None:
        """Start what was killed again, as a supervisor does."""

    @abstractmethod
    async def shrink(self) -> None:
        """Stop, copy the database to a file, and use that from now on."""

    def ended(self) -> str:
        """Return how a process of the bot ended that nothing restarts, "" while all run."""
        return ""

    @abstractmethod
    async def remove(self) -> None:
        """End and remove everything outside the folder."""


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder; returns what it prints."""
    identity = ("-c", "user.name=trial", "-c", "user.email=trial@localhost")
    return subprocess.run(
        ["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True, text=True
    ).stdout.strip()


def clean_environment() -> dict[str, str]:
    """Return this process's environment without anything that is a setting, or names this checkout."""
    ours = (
        "FLIPFOUR_",
        "DATABASE_URL",
        "DISCORD_",
        "SEARCH_BACKEND",
        "PYTHONPATH",
        "VIRTUAL_ENV",
        "COMPOSE_",
    )
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


async def run(
    command: tuple[str, ...], folder: Path, env: dict[str, str], *, fails: bool | None = False
) -> str:
    """Run a command; raises TrialFailed with its output unless it ends as expected."""
    begun = time.monotonic()
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=env, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output, _ = await process.communicate()
    text = output.decode(errors="replace")
    if fails not in (None, bool(process.returncode)):
        spent = time.monotonic() - begun
        raise TrialFailed(f"{' '.join(command)}: {process.returncode} after {spent:.0f} s\n{text[-3000:]}")
    return text
