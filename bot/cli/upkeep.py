"""`flipfour doctor`, `diagnostics`, `backup`, `restore`, `check`, `export` and `copy`."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from bot.core.errors import HostError

if TYPE_CHECKING:
    from bot.cli.parser import Commands
    from bot.hosting.checking import Finding
    from bot.settings.settings import Settings
    from data.db.copying import CopiedTable

SERVER_BACKUP = "pg_dump --format=custom --file=FILE NAME"
"""Command that dumps the database NAME of a server."""

SERVER_RESTORE = "dropdb NAME && createdb NAME && pg_restore --exit-on-error --dbname=NAME FILE"
"""Commands that replace it with a dump. `pg_restore --clean` would leave a newer version's tables."""


def add(commands: Commands) -> None:
    parser = commands.add_parser("doctor", help="check that everything is set up well")
    parser.add_argument("--fix", action="store_true", help="fix what can be fixed safely")
    parser.add_argument("--offline", action="store_true", help="don't contact Discord")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(carry_out=_doctor)
    parser = commands.add_parser(
        "diagnostics", help="write a file to attach to a bug report, without anything secret or personal"
    )
    parser.add_argument(
        "file",
        nargs="?",
        default="flipfour-diagnostics.json",
        help="the file (default: flipfour-diagnostics.json; - for standard output)",
    )
    parser.set_defaults(carry_out=_diagnostics)
    parser = commands.add_parser("backup", help="copy the database, even while the bot runs")
    parser.add_argument("file", type=Path, help="a new file, or a folder for one named after the time")
    parser.set_defaults(carry_out=_back_up)
    parser = commands.add_parser("restore", help="replace the database with a copy; stop the bot first")
    parser.add_argument("file", type=Path, help="a copy made by `flipfour backup` or by the bot")
    parser.set_defaults(carry_out=_restore)
    parser = commands.add_parser(
        "check", help="check the integrity of the database or a copy, replaying every game"
    )
    parser.add_argument("file", type=Path, nargs="?", help="a copy (default: the configured database)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(carry_out=_check)
    parser = commands.add_parser("export", help="write all games to a file for other programs")
    parser.add_argument("file", help="a new file, compressed if its name ends in .gz; - for standard output")
    parser.add_argument(
        "--format",
        choices=("jsonl", "ggf"),
        default="jsonl",
        help="JSON lines, or GGF for the games of Reversi",
    )
    parser.set_defaults(carry_out=_export)
    parser = commands.add_parser("copy", help="copy everything to another database, while the bot runs, too")
    parser.add_argument(
        "source",
        metavar="FROM",
        help="address of the database (sqlite:///FILE), or a file; - for the configured one: other users of "
        "this machine could read a password given here",
    )
    parser.add_argument(
        "target",
        metavar="TO",
        nargs="?",
        help="an empty database, postgresql://USER@HOST/NAME, or a new file (default: the configured one)",
    )
    parser.set_defaults(carry_out=_copy)


def _load(chosen: argparse.Namespace) -> Settings:
    from bot.settings import settings

    return settings.load(chosen.env_file)


def _diagnostics(chosen: argparse.Namespace) -> None:
    import asyncio

    loaded = _load(chosen)
    from bot.hosting.doctor import diagnose

    text = json.dumps(asyncio.run(diagnose(loaded)), indent=2, ensure_ascii=False) + "\n"
    if chosen.file == "-":
        print(text, end="")
        return
    try:
        Path(chosen.file).write_text(text, "utf-8")
    except OSError as error:
        raise HostError(f"{chosen.file} cannot be written: {error.strerror}") from error
    print(
        f"{chosen.file} is ready to be attached. Nothing in it is secret or personal; have a look yourself."
    )


def _progress(text: str) -> None:
    """Say on standard error what is done now: the findings come at the end."""
    print(f"  … {text}", file=sys.stderr, flush=True)


def _doctor(chosen: argparse.Namespace) -> int:
    import asyncio

    loaded = _load(chosen)
    from bot.hosting.doctor import check_machine, check_token

    async def look() -> int:
        found = await check_machine(loaded, fix=chosen.fix, say=_progress)
        if chosen.offline:
            found = [check_token(loaded), *found]
        else:
            from bot.hosting.discord_check import check_discord, check_pages
            from bot.rooms import add_commands

            _progress("asking Discord")
            found = [*await check_discord(loaded, add_commands), *found]
            _progress("visiting the web pages")
            found += await check_pages(loaded)
        return print_findings(found, as_json=chosen.json)

    return asyncio.run(look())


def print_findings(findings: Sequence[Finding], *, as_json: bool) -> int:
    """Print one line per finding and return the exit code, 1 if anything doesn't work."""
    from bot.hosting.checking import Grade

    healthy = all(finding.grade is not Grade.BAD for finding in findings)
    if as_json:
        rows = [asdict(finding) | {"grade": finding.grade.name.lower()} for finding in findings]
        print(json.dumps({"healthy": healthy, "findings": rows}, indent=2, ensure_ascii=False))
    else:
        width = max((len(finding.subject) for finding in findings), default=0)
        for finding in findings:
            advice = f" → {finding.advice}" if finding.advice else ""
            print(f"{finding.grade.value} {finding.subject:<{width}}  {finding.text}{advice}")
    return 0 if healthy else 1


def _back_up(chosen: argparse.Namespace) -> None:
    path = _database(chosen, f"while the bot runs: {SERVER_BACKUP}")
    from data.db.backup import copy_database
    from data.db.migrate import tables_of

    target: Path = chosen.file
    if target.is_dir():
        target /= f"{path.stem}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.sqlite3"
    revision = tables_of(path)
    copied = copy_database(path, target)
    print(f"{copied.path} has all {copied.rows:,} rows ({size(copied.size)}, tables of revision {revision}).")


def _restore(chosen: argparse.Namespace) -> None:
    path = _database(chosen, f"with the bot stopped: {SERVER_RESTORE}")
    from data.db.copying import restore_database

    restored = restore_database(chosen.file, path)
    print(f"{path} is now a copy of {chosen.file}.")
    if restored.kept is not None:
        print(f"The previous database is in {restored.kept}.")
    if restored.will_be_updated:
        print(f"The next start updates its tables from revision {restored.revision} to {restored.newest}.")
    print("It lacks the games played, and the deletions requested, since the copy was made.")


def _check(chosen: argparse.Namespace) -> int:
    import asyncio

    from bot.hosting.checking import check_database
    from data.db.backup import unpacked

    if chosen.file is None:
        found = asyncio.run(check_database(_load(chosen).database_url))
    else:
        with unpacked(chosen.file) as plain:
            found = asyncio.run(check_database(f"sqlite:///{plain.absolute()}"))
    return print_findings(found, as_json=chosen.json)


def _export(chosen: argparse.Namespace) -> None:
    import asyncio

    url = _load(chosen).database_url
    from bot.hosting.backups import write_games
    from data.db.errors import database_file
    from data.db.migrate import newest_revision, tables_of

    path = database_file(url)
    if path is not None and (revision := tables_of(path)) != newest_revision():
        raise HostError(
            f"the tables are of revision {revision}, from an earlier version: start Flipfour once to update "
            "them"
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
    games = "1 game was" if written == 1 else f"{written:,} games were"
    others = (
        f" {left_out:,} cannot be read or {'does' if left_out == 1 else 'do'} not fit this format."
        if left_out
        else ""
    )
    print(f"{games} written.{others}", file=sys.stderr)


def _copy(chosen: argparse.Namespace) -> None:
    import asyncio

    from data.db.copying import copy_everything
    from data.db.errors import whole_address

    configured = "" if chosen.target and chosen.source != "-" else _load(chosen).database_url
    source = configured if chosen.source == "-" else _address(chosen.source)
    target = _address(chosen.target) if chosen.target else configured

    def say(table: CopiedTable) -> None:
        print(f"{table.name:<20}{table.rows:>12,}  {table.checksum}", flush=True)

    copied = asyncio.run(copy_everything(source, target, say))
    print(f"All {copied.rows:,} rows of {copied.source} are in {copied.target}, and were compared.")
    if copied.outdated:
        print(
            "The bot has stored something since that is not in the copy. Stop it, recreate the new database "
            "(dropdb, createdb), and copy again."
        )
        return
    on_server = "://" in copied.target
    address = f"{whole_address(target)} (with its password)" if on_server else f"sqlite:///{copied.target}"
    to_set = f"set DATABASE_URL to {address}, and " if chosen.target else ""
    print(f"Next: {to_set}start the bot.")
    print("If the bot still runs on the old one, stop it and copy again: the copy lacks what it stores now.")


def _address(text: str) -> str:
    """Return an address unchanged; a path means an SQLite file."""
    return text if ":" in text else f"sqlite:///{text}"


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    """Open a new file, or standard output, for writing."""
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    # Other users must not read it.
    with os.fdopen(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        if name.endswith(".gz"):
            with gzip.open(file, "wb") as compressed:
                yield cast("IO[bytes]", compressed)
        else:
            yield file


def _database(chosen: argparse.Namespace, on_server: str) -> Path:
    """Return the configured database file; refuse a server, which comes with its own backup tools."""
    from data.db.errors import database_file

    path = database_file(_load(chosen).database_url)
    if path is None:
        raise HostError(f"DATABASE_URL names a PostgreSQL server: use its own tools, {on_server}")
    return path


def size(count: float) -> str:
    """Format a number of bytes."""
    for unit in ("bytes", "KB", "MB"):
        if count < 1024:
            return f"{count:.3g} {unit}" if unit != "bytes" else f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:.3g} GB"
