"""How SQLite would run the queries of a test in a large database: by statistics alone, without rows.

Tests of storage and of whole features look at every query once. A new one that reads a whole table that grows
fails its test.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import StaticPool

from data.tables.schema import metadata

ROWS: Final[Mapping[str, int]] = {
    "games": 100_000, "moves": 1_500_000, "packed_moves": 100_000, "opening_moves": 1_600_000,
    "results": 200_000, "judged_games": 20_000, "reviews": 20_000, "reviewed_plies": 1_000_000,
    "own_puzzles": 50_000, "puzzle_attempts": 50_000, "puzzle_run_attempts": 500_000, "puzzle_runs": 50_000,
    "puzzle_tries": 50_000,
}  # fmt: skip
"""Tables that grow with every game or puzzle, and their rows."""

SHARES: Final = {"guild_id": 50, "player_id": 1000, "position": 1000, "state": 2, "game": 2}
"""Different values of columns by which rows are found; of other columns nearly each row has another."""

ALLOWED: Final[Mapping[str, str]] = {
    "games.state IN (?, ?) AND (games.challenger_id = ?": "a person's data are deleted: rare",
    "min(results.game_id) OVER (PARTITION BY results.player_id)": "a person's data are deleted: rare",
    "SELECT 1 FROM games WHERE games.challenger_id = ?": "a person asks whether there are data of them: rare",
    "SELECT 1 FROM games WHERE games.opponent_id = ?": "a person asks whether there are data of them: rare",
    "SELECT 1 FROM reviews WHERE reviews.asker_id = ?": "a person asks whether there are data of them: rare",
    "count(*) AS count_1 FROM games WHERE games.created_at > ?": "once at a start after an absence",
    "FROM reviews WHERE reviews.asker_id = ? ORDER BY reviews.game_id": "a person's data are exported: rare",
    "SELECT DISTINCT achievements.player_id": "a server chooses roles for achievements: rare",
    "puzzle_posts.shown != anon_1.solvers": "once at each start",
    "puzzle_tries.day IS NOT NULL AND puzzle_tries.player_id != ?": "best streaks are of all days",
    "OVER (PARTITION BY puzzle_runs.player_id": "records are the best run of each person",
}
"""Parts of queries that may read whole tables or sort much, and why."""


_lock: Final = Lock()


@contextmanager
def faults() -> Iterator[list[str]]:
    """Return a list, to which every query of this process meanwhile adds what is wrong with its plan."""
    found: list[str] = []

    def look(connection: Connection, _: object, statement: str, values: Any, *more: object) -> None:
        if connection.dialect.name == "sqlite" and statement.startswith(("SELECT", "WITH")):
            first = values[0] if isinstance(values, list) and values else values
            with _lock:
                found.extend(_faults(" ".join(statement.split()), len(first)))

    event.listen(Engine, "before_cursor_execute", look)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", look)


@cache
def _faults(statement: str, values: int) -> Sequence[str]:
    # A test looks at everything itself.
    if (
        statement.startswith("SELECT * FROM ")
        or statement.endswith("FROM games")
        or any(part in statement for part in ALLOWED)
    ):
        return ()
    try:
        steps = [row[3] for row in _large().execute(f"EXPLAIN QUERY PLAN {statement}", (None,) * values)]
    except sqlite3.OperationalError as error:
        # Of Alembic, or of an earlier version.
        if "no such table" in str(error):
            return ()
        raise
    names = {alias: table for table, alias in re.findall(r"(\w+) AS (\w+)", statement) if table in ROWS}
    scanned = {
        names.get(step.split()[1], step.split()[1])
        for step in steps
        # A scan in the order of an index may end at a limit; a partial index has few rows.
        if step.startswith("SCAN") and not (" USING " in step and "LIMIT" in statement)
        if step.split()[-1] not in _partial()
    } & {*ROWS}
    sorts = any("USE TEMP B-TREE FOR ORDER BY" in step for step in steps)
    of_server = any("(guild_id=?" in step and step.split()[1] in ROWS for step in steps)
    return [
        *(f"reads all of {table}: {statement}" for table in scanned),
        *(
            [f"sorts what a server has: {statement}"]
            if sorts and of_server and "GROUP BY" not in statement
            else []
        ),
    ]


@cache
def _partial() -> frozenset[str]:
    """Return the indices of what is pending or in progress, or in other ways a small part."""
    return frozenset(
        str(index.name)
        for table in metadata.tables.values()
        for index in table.indexes
        if (where := index.dialect_options["sqlite"]["where"]) is not None
        and not str(where).endswith(
            ("solved_at IS NOT NULL", "guild_id IS NOT NULL", "message_id IS NOT NULL")
        )
        and not str(index.name).startswith("ix_results_scored")
    )


@cache
def _large() -> sqlite3.Connection:
    """An empty database with the statistics of a large one."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    with create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool).begin() as transaction:
        metadata.create_all(transaction)
    connection.execute("ANALYZE")
    for table, rows in ROWS.items():
        for index in metadata.tables[table].indexes:
            few = index.name in _partial()
            left, figures = (10.0, [10]) if few else (float(rows), [rows])
            for column in index.columns:
                left = max(1.0, left / SHARES.get(column.name, rows))
                figures.append(round(left))
            stat = " ".join(map(str, figures))
            connection.execute("INSERT INTO sqlite_stat1 VALUES (?, ?, ?)", (table, index.name, stat))
    connection.execute("ANALYZE sqlite_master")
    return connection
