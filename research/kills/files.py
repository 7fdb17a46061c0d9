"""Kills while files are written: a copy of the database, and a migration of its tables."""

from __future__ import annotations

import asyncio
import hashlib
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.hosting.checking import Grade, check_database
from data import Storage
from data.db.backup import backups, unpacked
from data.db.migrate import SCRIPTS, newest_revision
from research.kills.process import killed_after
from research.recovery_pass import fill

BACK_UP = """
import sys
from data.db.backup import copy_database
from data.db.migrate import tables_of
from bot.__main__ import main
print("begun", flush=True)
sys.exit(main())
"""

MIGRATE = """
import pathlib, sys
import alembic.command, alembic.script, sqlalchemy
from data.db.migrate import migrate_file

print("begun", flush=True)
migrate_file(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
"""

NEXT = '''"""A migration that writes every row of the largest tables."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{newest}"


def upgrade() -> None:
    for name in ("games", "moves"):
        op.add_column(name, sa.Column("note", sa.Text()))
        op.execute(f"UPDATE {{name}} SET note = 'some note'")
'''


async def faults_in(path: Path) -> list[str]:
    """Return the faults that `flipfour check` finds in a database."""
    with unpacked(path) as plain:
        found = await check_database(f"sqlite:///{plain}")
    return [f"{path.name}: {finding.text}" for finding in found if finding.grade is Grade.BAD]


class Copies:
    """Copies of a database in use, made by `flipfour backup` and killed while in progress."""

    def __init__(self, database: Path, environment: dict[str, str], rng: random.Random) -> None:
        self._database = database
        self._environment = environment
        self._random = rng
        self._takes: float | None = None
        self._number = 0
        self._whole: set[Path] = set()
        self.cut_off = 0
        """Copies killed before they were complete."""

    async def kill_one(self) -> list[str]:
        """Kill one copy, make it again, and return what is wrong."""
        if self._takes is None:
            self._takes = await self._make(self._target(), None)
        target = self._target()
        await self._make(target, self._random.uniform(0.0, self._takes))
        if not target.exists():
            self.cut_off += 1
            await self._make(target, None)
            if not target.exists():
                return [f"{target.name} could not be made again"]
        return await faults_in(target)

    async def faults_of_backups(self) -> list[str]:
        """Return the faults of all backups that the bot made on schedule."""
        new = [made.path for made in backups(self._database) if made.path not in self._whole]
        self._whole.update(new)
        return [fault for path in new for fault in await faults_in(path)]

    def _target(self) -> Path:
        self._number += 1
        return self._database.with_name(f"copy-{self._number}.sqlite3")

    async def _make(self, target: Path, seconds: float | None) -> float:
        arguments = ("--env-file", "/dev/null", "backup", str(target))
        return await killed_after(seconds, BACK_UP, *arguments, env=self._environment)


class Migrations:
    """Starts of a newer version, killed while they migrate the tables."""

    def __init__(self, folder: Path, environment: dict[str, str], rng: random.Random, games: int) -> None:
        """Set up a database with this many games."""
        self._folder = folder
        self._environment = environment
        self._random = rng
        self._games = games
        self._takes = 0.0
        self._number = 0
        self._older = folder / "older.db"
        self._scripts = folder / "migrations"
        self._before = self._after = ""
        self.cut_off = 0
        """Migrations killed before the tables were up to date."""

    async def kill_one(self) -> list[str]:
        """Kill one migration, start again, and return what is wrong."""
        if not self._takes:
            await self._prepare()
        path = self._copy()
        await self._migrate(path, self._random.uniform(0.0, self._takes))
        digest, faults = _digest(path), [*self._half_backups(path)]
        if digest not in (self._before, self._after):
            faults.append(f"{path.name}: half updated")
        self.cut_off += digest == self._before
        await self._migrate(path, None)
        if _digest(path) != self._after:
            faults.append(f"{path.name}: not updated by the next start")
        return faults

    async def _prepare(self) -> None:
        await (await Storage.open(f"sqlite:///{self._older}")).close()
        await asyncio.to_thread(fill, self._older, self._games, 0)
        shutil.copytree(SCRIPTS, self._scripts)
        following = self._scripts / "versions" / "9999_next.py"
        following.write_text(NEXT.format(newest=newest_revision()), encoding="utf-8")
        self._before = _digest(self._older)
        whole = self._copy()
        self._takes = await self._migrate(whole, None)
        self._after = _digest(whole)

    def _copy(self) -> Path:
        self._number += 1
        folder = self._folder / f"migration-{self._number}"
        folder.mkdir()
        return Path(shutil.copy(self._older, folder / "games.db"))

    def _half_backups(self, path: Path) -> Iterator[str]:
        """Name the copies that are incomplete although they have their final name."""
        for made in backups(path):
            if _digest(made.path) != self._before:
                yield f"{made.path.name} is not a copy of the database"

    async def _migrate(self, path: Path, seconds: float | None) -> float:
        return await killed_after(seconds, MIGRATE, str(path), str(self._scripts), env=self._environment)


def _digest(path: Path) -> str:
    """Return a checksum of everything in a database."""
    digest = hashlib.sha256()
    with unpacked(path) as plain, closing(sqlite3.connect(plain)) as connection:
        for line in connection.iterdump():
            digest.update(line.encode())
    return digest.hexdigest()
