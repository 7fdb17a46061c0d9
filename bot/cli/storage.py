"""`flipfour backup`, `restore`, `check` and `export`: the database, without the bot."""

from __future__ import annotations

import argparse
import asyncio
import gzip
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

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
    parser = commands.add_parser("check", help="see whether the database, or a copy, holds what it should")
    parser.add_argument("file", type=Path, nargs="?", help="a copy (default: the database of the settings)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(carry_out=_check)
    parser = commands.add_parser("export", help="write all games to a file that other programs can read")
    parser.add_argument("file", help="a new file, compressed if its name ends in .gz; - for standard output")
    parser.add_argument(
        "--format",
        choices=("jsonl", "ggf"),
        default="jsonl",
        help="JSON lines, or GGF for the games of Reversi",
    )
    parser.set_defaults(carry_out=_export)


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


def _check(chosen: argparse.Namespace) -> int:
    url = (
        f"sqlite:///{chosen.file.absolute()}" if chosen.file else settings.load(chosen.env_file).database_url
    )
    from bot.cli.findings import print_findings
    from bot.hosting.checking import check_database

    return print_findings(asyncio.run(check_database(url)), as_json=chosen.json)


def _export(chosen: argparse.Namespace) -> None:
    url = settings.load(chosen.env_file).database_url
    from bot.hosting.archive import write_games
    from data import database_file, newest_revision, tables_of

    path = database_file(url)
    if path is not None and (revision := tables_of(path)) != newest_revision():
        raise HostError(
            f"the tables are of revision {revision}, from an earlier version: start Flipfour once, which "
            "updates them"
        )
    try:
        with _opened(chosen.file) as file:
            written, left_out = asyncio.run(write_games(url, chosen.format, file.write))
    except BrokenPipeError:
        return
    except OSError as error:
        if chosen.file != "-" and not isinstance(error, FileExistsError):
            Path(chosen.file).unlink(missing_ok=True)
        raise HostError(f"{chosen.file} cannot be written: {error.strerror}") from error
    others = f" {left_out:,} cannot be written in this format." if left_out else ""
    print(f"{written:,} games were written.{others}", file=sys.stderr)


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    """A new file to write to, or standard output."""
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with Path(name).open("xb") as file:
        if name.endswith(".gz"):
            with gzip.open(file, "wb") as compressed:
                yield cast("IO[bytes]", compressed)
        else:
            yield file


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
