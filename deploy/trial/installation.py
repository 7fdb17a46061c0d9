"""Flipfour installed without containers: a checkout, an environment, processes of `flipfour run`."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from deploy.trial.people import TrialFailed

ROOT = Path(__file__).parents[2]
VERSIONS = Path("data/migrations/versions")
MIGRATION = '''"""A later version's table, for the trial."""

import sqlalchemy as sa
from alembic import op

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
    op.create_table("trial", sa.Column("id", sa.Integer, primary_key=True))
'''


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder; returns what it prints."""
    identity = ("-c", "user.name=trial", "-c", "user.email=trial@localhost")
    return subprocess.run(
        ["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True, text=True
    ).stdout.strip()


@dataclass
class Releases:
    """A repository that hosts pull from: `old` is published first, then the newest commit."""

    folder: Path
    old: str
    new: str = ""
    """The newest commit when the trial began."""
    migrates: str = ""
    """How the newer release changes the tables."""

    def publish_old(self) -> None:
        """Publish the older release."""
        self.new = git(ROOT, "rev-parse", "HEAD")
        git(ROOT, "clone", "-q", "--no-hardlinks", str(ROOT), str(self.folder))
        git(self.folder, "checkout", "-q", "-B", "main", self.old)
        project = self.folder / "pyproject.toml"
        version = re.compile(r'^version = ".*"$', re.MULTILINE)
        if self.old != "HEAD":
            return
        project.write_text(version.sub('version = "1.0.0rc1"', project.read_text("utf-8")), "utf-8")
        git(self.folder, "commit", "-q", "--allow-empty", "-am", "Release 1.0.0rc1")

    def publish_new(self) -> None:
        """Publish the newest commit; if it has no new tables, with a migration that adds one."""
        before = self._revision()
        git(self.folder, "checkout", "-q", "-B", "next", self.new)
        newest = self._revision()
        self.migrates = f"{before} to {newest}"
        if newest == before:
            newest = f"{int(before) + 1:04d}"
            migration = self.folder / VERSIONS / f"{newest}_trial.py"
            migration.write_text(MIGRATION.format(revision=newest, before=before), "utf-8")
            self.migrates = f"{before} to {newest}, which the trial adds"
            git(self.folder, "add", "-A")
            git(self.folder, "commit", "-q", "-m", "Add a table")
        tree = git(self.folder, "rev-parse", "HEAD^{tree}")
        commit = git(self.folder, "commit-tree", tree, "-p", "main", "-m", "Release")
        git(self.folder, "checkout", "-q", "-B", "main", commit)

    def _revision(self) -> str:
        return max(path.name[:4] for path in (self.folder / VERSIONS).glob("[0-9]*_*.py"))


@dataclass
class Installation:
    """A host's checkout, its environment, and the processes of the bot."""

    folder: Path
    upstream: Path
    python: str = sys.executable
    running: list[asyncio.subprocess.Process] = field(default_factory=list)

    @property
    def home(self) -> Path:
        """Return the folder with `.env` and the database."""
        return self.folder / "home"

    @property
    def source(self) -> Path:
        """Return the checkout."""
        return self.folder / "flipfour"

    def clone(self, settings: dict[str, str]) -> None:
        """Get the published release and write the settings."""
        git(self.folder, "clone", "-q", str(self.upstream), str(self.source))
        self.home.mkdir()
        self.set(**settings)

    def set(self, **settings: str) -> None:
        """Write settings to `.env`, in addition to those there."""
        env = self.home / ".env"
        kept = [
            line
            for line in (env.read_text("utf-8").splitlines() if env.exists() else ())
            if line.partition("=")[0] not in settings
        ]
        lines = [*kept, *(f"{name}={value}" for name, value in settings.items())]
        env.write_text("\n".join(lines) + "\n", "utf-8")

    async def install(self) -> None:
        """Install what is checked out, from a wheel, with every dependency pinned by its hash."""
        await self._run(self.python, "-m", "venv", "../venv")
        pip = ("../venv/bin/pip", "install", "-q", "--disable-pip-version-check")
        await self._run(*pip, "--require-hashes", "-r", "requirements.txt")
        await self.build()
        await self._run(*pip, "--no-deps", "--force-reinstall", *map(str, self.wheels()))

    async def build(self) -> None:
        """Build the wheel."""
        for old in self.wheels():
            old.unlink()
        await self._run("../venv/bin/pip", "wheel", "-q", "--no-deps", "-w", "../dist", ".")

    def wheels(self) -> list[Path]:
        """Return the built wheel."""
        return [*(self.folder / "dist").glob("flipfour-*.whl")]

    async def pull(self) -> None:
        """Fetch the newest release."""
        await self._run("git", "pull", "-q")

    async def check_out(self, commit: str) -> None:
        """Go to another release."""
        await self._run("git", "checkout", "-q", commit)

    async def _run(self, *command: str) -> str:
        return await run(command, self.source, clean_environment())

    async def flipfour(self, *arguments: str, fails: bool = False) -> str:
        """Run a command where the settings are; returns what it prints."""
        command = (str(self.folder / "venv/bin/flipfour"), *arguments)
        return await run(command, self.home, clean_environment(), fails=fails)

    async def start(self, *options: str) -> asyncio.subprocess.Process:
        """Start a process of the bot."""
        with (self.folder / f"bot-{len(self.running)}.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *(str(self.folder / "venv/bin/flipfour"), "run", *options),
                cwd=self.home,
                env=clean_environment(),
                stdout=log,
                stderr=log,
            )
        self.running.append(process)
        return process

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

    def size_of_environment(self) -> int:
        """Return the size of the virtual environment, in bytes."""
        return sum(path.lstat().st_size for path in (self.folder / "venv").rglob("*") if not path.is_dir())


def clean_environment() -> dict[str, str]:
    """Return this process's environment without anything that is a setting, or names this checkout."""
    ours = ("FLIPFOUR_", "DATABASE_URL", "DISCORD_", "SEARCH_BACKEND", "PYTHONPATH", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


async def run(command: tuple[str, ...], folder: Path, env: dict[str, str], *, fails: bool = False) -> str:
    """Run a command; raises TrialFailed with its output unless it ends as expected."""
    begun = time.monotonic()
    process = await asyncio.create_subprocess_exec(
        *command, cwd=folder, env=env, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    output, _ = await process.communicate()
    text = output.decode(errors="replace")
    if bool(process.returncode) is not fails:
        spent = time.monotonic() - begun
        raise TrialFailed(f"{' '.join(command)}: {process.returncode} after {spent:.0f} s\n{text[-3000:]}")
    return text
