"""`flipfour backup` and `flipfour restore`."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot import settings
from bot.errors import HostError

if TYPE_CHECKING:
    from bot.cli.parts import Commands

SERVER_BACKUP = "pg_dump --format=custom --file=FILE DATABASE"
SERVER_RESTORE = "pg_restore --clean --if-exists --dbname=DATABASE FILE"


def add(commands: Commands) -> None:
    """Add the commands."""
    parser = commands.add_parser("backup", help="copy the database, also while the bot runs")
    parser.add_argument(
        "file", type=Path, help="a new file, or a folder for one that has the time in its name"
    )
    parser.set_defaults(carry_out=_back_up)
    parser = commands.add_parser(
        "restore", help="put a copy in the place of the database; stop the bot before"
    )
    parser.add_argument("file", type=Path, help="a copy made by `flipfour backup` or by the bot")
    parser.set_defaults(carry_out=_restore)


def _back_up(chosen: argparse.Namespace) -> None:
    path = _database(chosen, SERVER_BACKUP)
    from data import copy_database, tables_of

    target: Path = chosen.file
    if target.is_dir():
        target /= f"{path.stem}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.sqlite3"
    revision = tables_of(path)
    copied = copy_database(path, target)
    print(f"{copied.path} has all {copied.rows:,} rows ({size(copied.size)}, tables of revision {revision}).")


def _restore(chosen: argparse.Namespace) -> None:
    path = _database(chosen, SERVER_RESTORE)
    from data import restore_database

    restored = restore_database(chosen.file, path)
    print(f"{path} is now as it was in {chosen.file}.")
    if restored.kept is not None:
        print(f"What it was before is kept in {restored.kept}.")
    if restored.will_be_updated:
        print(f"The next start updates its tables from revision {restored.revision} to {restored.newest}.")
    print("What people have played, and what they have deleted, since the copy was made is not in it.")


def _database(chosen: argparse.Namespace, on_server: str) -> Path:
    """The database file of the settings; for a server there are better programs than ours."""
    from data import database_file

    path = database_file(settings.load(chosen.env_file).database_url)
    if path is None:
        raise HostError(
            "DATABASE_URL names a PostgreSQL server: use its own programs, which do this while it runs: "
            f"{on_server}"
        )
    return path


def size(count: float) -> str:
    """A number of bytes to read."""
    for unit in ("bytes", "KB", "MB"):
        if count < 1024:
            return f"{count:.3g} {unit}" if unit != "bytes" else f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:.3g} GB"
