"""The past of the demo's server before it is opened for the first time: rows of its database.

`python -m research.demo_past` plays it by the bot's own code, with a clock that is set to the past, and
writes the file; here only its times are moved. Reviews, achievements and today's puzzle are left to the bot,
which attends to them as soon as it has started.
"""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

from discord.utils import time_snowflake
from sqlalchemy import Table

from data import Storage
from data.tables.schema import UtcDateTime, metadata

FILE = "past.json.gz"

Rows = Sequence[Mapping[str, Any]]
"""Rows of a table; a time is in seconds after the moment at which the past ends."""


def stored_past() -> dict[str, Rows]:
    """Return the rows of the file, by table."""
    content = json.loads(gzip.decompress(files("bot.demo").joinpath(FILE).read_bytes()))
    return {
        table: [dict(zip(stored["columns"], row, strict=True)) for row in stored["rows"]]
        for table, stored in content.items()
    }


async def create_past(file: Path) -> None:
    """Create the database of a server that has been lived in, unless the file exists.

    A process that is killed meanwhile leaves no file, so that the next start begins again.
    """
    fresh = _place_for(file)
    if fresh is None:
        return
    # It creates the tables.
    await (await Storage.open(f"sqlite:///{fresh}")).close()
    with closing(sqlite3.connect(fresh)) as connection, connection:
        _fill(connection, datetime.now(UTC))
    fresh.replace(file)


def _place_for(file: Path) -> Path | None:
    """Return where to create a file that is not there yet, and remove what a killed process left."""
    if file.exists() or not file.parent.is_dir():
        return None
    fresh = file.with_name(f"{file.name}.new")
    for leftover in ("", "-wal", "-shm"):
        fresh.with_name(fresh.name + leftover).unlink(missing_ok=True)
    return fresh


def _fill(connection: sqlite3.Connection, now: datetime) -> None:
    for name, rows in stored_past().items():
        columns = [*rows[0]]
        places = ", ".join("?" * len(columns))
        connection.executemany(
            f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})",  # noqa: S608 - names of ours
            ([*row.values()] for row in _at(metadata.tables[name], rows, now)),
        )


def _at(table: Table, rows: Rows, now: datetime) -> Iterator[dict[str, Any]]:
    """Yield rows as the database holds them, of a past that ends now."""
    times = [column.name for column in table.columns if isinstance(column.type, UtcDateTime)]
    for row in rows:
        moments = {name: now + timedelta(seconds=row[name]) for name in times if row[name] is not None}
        moved = {**row, **{name: f"{at:%Y-%m-%d %H:%M:%S.%f}" for name, at in moments.items()}}
        if table.name == "puzzle_posts":
            # A daily puzzle has the day and the message's number of its moment.
            moved["day"] = moments["posted_at"].date().isoformat()
            moved["message_id"] = time_snowflake(moments["posted_at"])
        yield moved
