"""`flipfour check` finds every damage of every column, but for those in a list that can only shrink.

What hosts' databases have had, or was tried by hand, is named as well.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Double,
    Integer,
    String,
    Table,
    create_engine,
    select,
    text,
    type_coerce,
)
from sqlalchemy.exc import IntegrityError

from bot.hosting.checking import faults_in
from data.db.database import Database
from data.tables.schema import UtcDateTime, UtcSeconds, metadata
from data.upkeep.inspection import Inspection
from tests.bot.hosting.test_checking import _play
from tests.extent import extent

pytestmark = pytest.mark.sqlite

ROWS = Path(__file__).with_name("sound_rows.sql")

UNSEEN = Path(__file__).with_name("unseen_damages.txt")

SAMPLE = 40
"""Damages tried unless everything is tested."""


WITHOUT_VALUE = {
    "games.first_computer",
    "games.second_delegate",
    "results.examined",
    "results.former_opponent",
    "tournaments.exhibitor",
}
"""Columns that no row of the database has a value in, so that they cannot be damaged."""


NOBODY = 987654321
"""An id that no row has."""

FURTHER = 1000
"""What is added to the id of a row for its copy."""


class Damage(NamedTuple):
    """A change of one row: of a column, or of the whole row without one."""

    table: str
    column: str
    kind: str
    statement: str
    values: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What the list of unseen damages calls it."""
        return f"{self.table}.{self.column} {self.kind}"


def all_damages(connection: Connection) -> Iterator[Damage]:
    for table in metadata.sorted_tables:
        for column in table.columns:
            rows = _rows(connection, table, column)
            if rows:
                for kind, value in _values(connection, column, rows):
                    if value != rows[0][column.name]:
                        yield _change(table, column, kind, rows[0], value)
        rows = _rows(connection, table, next(iter(table.primary_key)))
        if rows:
            yield from _of_row(table, rows[0])


def _rows(connection: Connection, table: Table, column: Column[Any]) -> list[Mapping[str, Any]]:
    """Return the rows in which a column is not NULL, as they are stored."""
    query = select(*(type_coerce(one, String).label(one.name) for one in table.columns))
    found = connection.execute(query.where(column.is_not(None)).order_by(*table.primary_key))
    return [dict(row) for row in found.mappings()]


def _values(
    connection: Connection, column: Column[Any], rows: list[Mapping[str, Any]]
) -> Iterator[tuple[str, object]]:
    value, kind = rows[0][column.name], column.type
    if column.nullable:
        yield "null", None
    if column.foreign_keys:
        (key,) = column.foreign_keys
        others: Any = connection.scalars(select(type_coerce(key.column, String)).order_by(key.column))
        yield "of nothing", NOBODY
        for other in [one for one in others if one != value and one > 0][:1]:
            yield "of another", other
    elif isinstance(kind, UtcDateTime):
        yield from (("unreadable", "soon"), ("too early", "1970-01-01 00:00:00.000000"))
        yield "too late", "2999-01-01 00:00:00.000000"
        for other in _times_beside(column, rows[0]):
            yield f"as {other}", rows[0][other]
    elif isinstance(kind, UtcSeconds):
        yield from (
            ("unreadable", "soon"),
            ("too early", 0.0),
            ("too late", 1e12),
            ("an hour less", value - 3600),
        )
    elif isinstance(kind, Boolean):
        yield from (("flipped", 1 - value), ("unreadable", 7))
    elif isinstance(kind, Integer):
        yield from (("one more", value + 1), ("one less", value - 1), ("negative", -7), ("huge", 10**12))
    elif isinstance(kind, Double):
        yield from (("more", value + 1), ("negative", -7777.5), ("huge", 1e300), ("unreadable", "much"))
    else:
        yield from (("empty", ""), ("garbled", f"{{☃{value[::-1]}"), ("too long", "x" * 10_000))
        for other in [row[column.name] for row in rows if row[column.name] != value][:1]:
            yield "as another", other


def _times_beside(column: Column[Any], row: Mapping[str, Any]) -> list[str]:
    """Return the other times in a row that differ from a column's."""
    table: Any = column.table
    return [
        other.name
        for other in table.columns
        if isinstance(other.type, UtcDateTime) and row[other.name] not in (None, row[column.name])
    ]


def _change(table: Table, column: Column[Any], kind: str, row: Mapping[str, Any], value: object) -> Damage:
    statement = f'UPDATE {table.name} SET "{column.name}" = :value WHERE {_this(table)}'  # noqa: S608
    return Damage(table.name, column.name, kind, statement, {**_key(table, row), "value": value})


def _of_row(table: Table, row: Mapping[str, Any]) -> Iterator[Damage]:
    gone = f"DELETE FROM {table.name} WHERE {_this(table)}"  # noqa: S608
    yield Damage(table.name, "*", "deleted", gone, _key(table, row))
    keys = list(table.primary_key)
    if len(keys) == 1 and isinstance(row[keys[0].name], int) and not keys[0].foreign_keys:
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        values = ", ".join(f":v_{column.name}" for column in table.columns)
        copied = {f"v_{name}": value for name, value in row.items()}
        copied[f"v_{keys[0].name}"] += FURTHER
        insertion = f"INSERT INTO {table.name} ({names}) VALUES ({values})"  # noqa: S608
        yield Damage(table.name, "*", "repeated", insertion, copied)


def _this(table: Table) -> str:
    return " AND ".join(f'"{key.name}" = :key_{key.name}' for key in table.primary_key)


def _key(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    return {f"key_{key.name}": row[key.name] for key in table.primary_key}


def plant(connection: Connection, damage: Damage) -> bool:
    """Damage a row; returns False if the database refuses that."""
    try:
        connection.execute(text(damage.statement), dict(damage.values))
    except IntegrityError:
        return False
    return True


class _OneConnection:
    """A database whose transactions all see what one connection has not committed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def read(self, work: Callable[[Connection], Any]) -> Any:
        return work(self._connection)


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    """A database with a sound row in each table; each test damages it for a moment."""
    path = tmp_path_factory.mktemp("sound") / "games.db"
    asyncio.run(_play(path))
    with closing(sqlite3.connect(path)) as file:
        file.executescript(ROWS.read_text("utf-8"))
    engine = create_engine(f"sqlite:///{path}", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def faults(connection: Connection, *tables: str) -> list[str]:
    inspection = Inspection(cast("Database", _OneConnection(connection)))
    _, found = asyncio.run(faults_in(inspection, tables or None))
    dangling = [
        f"a row of {table} refers to nothing"
        for table in tables
        for _ in connection.exec_driver_sql(f"PRAGMA foreign_key_check({table})")
    ]
    return [fault for of_subject in found.values() for fault in of_subject] + dangling


@contextmanager
def meanwhile(connection: Connection) -> Iterator[None]:
    connection.exec_driver_sql("SAVEPOINT damage")
    try:
        yield
    finally:
        connection.exec_driver_sql("ROLLBACK TO damage")
        connection.exec_driver_sql("RELEASE damage")


def is_seen(connection: Connection, damage: Damage) -> bool | None:
    """Return whether the check finds a damage; None if the database refuses it."""
    with meanwhile(connection):
        if not plant(connection, damage):
            return None
        related = {key.column.table.name for key in _keys(damage.table)}
        return bool(faults(connection, damage.table, *(related if damage.column == "*" else ()))) or bool(
            damage.column == "*" and _dangling(connection)
        )


def _keys(table: str) -> list[Any]:
    return [key for column in metadata.tables[table].columns for key in column.foreign_keys]


def _dangling(connection: Connection) -> list[Any]:
    return [*connection.exec_driver_sql("PRAGMA foreign_key_check")]


def unseen() -> dict[str, str]:
    """Return the damages that may stay unseen, each with the reason."""
    found: dict[str, str] = {}
    reason = ""
    for line in UNSEEN.read_text("utf-8").splitlines():
        if line.startswith("#"):
            reason = line.removeprefix("#").strip()
        elif line:
            where, _, kinds = line.partition(": ")
            found |= {f"{where} {kind}": reason for kind in kinds.split(", ")}
    return found


@pytest.mark.long
def test_the_rows_are_sound(connection: Connection) -> None:
    assert (faults(connection), _dangling(connection)) == ([], [])


def test_every_column_has_a_value_to_be_damaged(connection: Connection) -> None:
    empty = {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if connection.scalar(text(f'SELECT count("{column.name}") FROM {table.name}')) == 0  # noqa: S608
    }
    assert empty == WITHOUT_VALUE


@pytest.mark.long
def test_each_damage_is_seen_or_listed(connection: Connection) -> None:
    """A fifth is tried with `--all`: each column has several, most of which one rule sees."""
    damages, listed = [*all_damages(connection)], unseen()
    assert listed.keys() <= {damage.name for damage in damages}, "the list names what cannot happen"
    chosen = extent(random.Random(1).sample(damages, SAMPLE), damages[::5])
    wrong = [
        f"{damage.name} is {'seen, and listed' if seen else 'not seen'}"
        for damage in chosen
        if (seen := is_seen(connection, damage)) is not None and seen is (damage.name in listed)
    ]
    assert wrong == []


NAMED = [
    ("UPDATE moves SET move = 'a1' WHERE game_id = 4 AND ply = 1", "game 4 has a move against the rules"),
    ("UPDATE games SET score = 3 WHERE id = 1", "game 1 has a wrong result: +64"),
    ("UPDATE games SET winner = 1 WHERE id = 1", "game 1 has a wrong result"),
    ("DELETE FROM moves WHERE game_id = 2 AND ply = 8", "game 2 ended by the rules although"),
    ("DELETE FROM moves WHERE game_id = 4 AND ply = 0", "game 4 lacks a move"),
    ("UPDATE games SET state = 'playing' WHERE id = 1", "game 1 is over by the rules but still in progress"),
    ("UPDATE games SET turn = 1 WHERE id = 4", "game 4 has the wrong side to move"),
    ("UPDATE games SET game = 'chess' WHERE id = 4", "game 4 is of a kind"),
    ("UPDATE games SET options = '7x7' WHERE id = 4", "game 4 is on an unreadable board"),
    ("DELETE FROM results WHERE game_id = 1", "game 1 is over and has no results"),
    (
        "UPDATE ratings SET value = value + 100 WHERE player_id = 1001",
        "is not the one after the last game, 3",
    ),
    (
        "UPDATE results SET value_after = 1501 WHERE game_id = 1 AND seat = 0",
        "game 1 changed the rating in another way",
    ),
    (
        "UPDATE results SET deviation_before = 200 WHERE game_id = 2 AND seat = 1",
        "game 2 does not begin with",
    ),
    (
        "UPDATE results SET value_before = 1600 WHERE game_id = 1 AND seat = 0",
        "does not begin with the rating of",
    ),
    ("UPDATE ratings SET wins = 0, losses = 0 WHERE player_id = 1002", "counts 0 games, but 3 are stored"),
    ("UPDATE games SET ending = 'eaten' WHERE id = 1", "games (id 1) has ending eaten"),
    ("UPDATE games SET ending = 'resigned', score = NULL WHERE id = 1", "ended otherwise (resigned)"),
    ("UPDATE games SET second_player_id = 1001 WHERE id = 4", "the same person on both sides"),
    ("UPDATE games SET first_left = -5 WHERE id = 4", "games (id 4) has first_left -5"),
    ("UPDATE games SET finished_at = '2026-02-01 12:00:00.000000' WHERE id = 1", "before started_at"),
    ("UPDATE tournaments SET finished_at = created_at WHERE id = 1", "tournament 1 starts after its end"),
    *(
        (f"UPDATE {table} SET {end} = '2020-01-01 12:00:00.000000' WHERE {end} > {start}", f"before {start}")  # noqa: S608
        for table, start, end in (
            ("puzzle_runs", "begun_at", "ended_at"),
            ("puzzle_attempts", "begun_at", "solved_at"),
            ("training_sessions", "begun_at", "ended_at"),
            ("reviews", "begun_at", "finished_at"),
            ("puzzle_races", "created_at", "finished_at"),
        )
    ),
    ("UPDATE games SET first_computer = 'nobody', first_player_id = NULL WHERE id = 5", "nobody"),
    ("UPDATE games SET event_id = 999 WHERE id = 1", "pairing 1 has a game that belongs to another event"),
    ("UPDATE moves SET seat = 1 - seat WHERE game_id = 4 AND ply = 0", "game 4 has a move of the wrong side"),
    ("DELETE FROM results WHERE game_id = 1 AND seat = 1", "game 1 is over and has no result for a person"),
    ("UPDATE results SET rated = 0 WHERE game_id = 1 AND seat = 1", "another effect on ratings"),
    ("UPDATE ratings SET wins = wins + 1 WHERE player_id = 1002", "counts 2 wins, but 1 are stored"),
    ("UPDATE ratings SET value = value + 300 WHERE pool = 'puzzles'", "that no attempt led to"),
    ("UPDATE puzzle_ratings SET value = value + 300", "its attempts cannot have changed it that far"),
    ("UPDATE tournament_pairings SET game_id = 5 WHERE id = 1", "pairing 1 has the game of others"),
    ("UPDATE tournament_entrants SET player_id = 0 WHERE id = 1", "pairing 1 has the game of others"),
    (
        "INSERT INTO tournament_pairings (tournament_id, round, first, second, replay, slot, told, outcome, "
        "forfeit) VALUES (1, 1, 1, 2, 0, 0, 1, '1-0', 0)",
        "tournament 1 has entrant 1 twice in round 1",
    ),
    ("DELETE FROM tournament_pairings WHERE id = 1", "belongs to an event in which it is not paired"),
    ("DELETE FROM tournament_pairings WHERE id = 2", "exhibition 2 has a board that is missing"),
    (
        # Its pairing is none of the bracket.
        "UPDATE tournaments SET form = 'knockout', corrected_at = NULL WHERE id = 1",
        "tournament 1 lacks a pairing in round 1",
    ),
    ("UPDATE tournaments SET form = 'ladder' WHERE id = 3", "has form ladder"),
    ("UPDATE cups SET player_id = 1002", "tournament 1 has given its cup to others than its winners"),
    ("UPDATE conditional_moves SET line = 'a1 h8'", "game 4 has an impossible move in conditional_moves"),
    ("UPDATE votes SET move = 'a1' WHERE ply = 0", "game 7 has an impossible move in votes at ply 0"),
    ("UPDATE reviewed_plies SET best = 'a1' WHERE ply = 0", "an impossible move in reviewed_plies"),
    ("UPDATE repertoire_moves SET line = 'a1'", "repertoire_moves (id 1) has"),
    ("UPDATE period_points SET of_games = of_games + 100", "has 103 points of_games in 2026-03-02, too many"),
    (
        "INSERT INTO achievements VALUES (1002, 'win:reversi:hard', '2026-03-01 13:00:00.000000', 1)",
        "has an achievement of a game that they did not win so",
    ),
    ("UPDATE puzzle_runs SET score = 9 WHERE id = 1", "puzzle run 1 has a score of 9"),
    ("UPDATE server_zones SET zone = 'Mars/Base'", "has zone Mars/Base"),
    ("UPDATE preferences SET value = 'Mars/Base' WHERE name = 'time_zone'", "value Mars/Base"),
    ("UPDATE results SET finished_at = 'soon' WHERE game_id = 1", "has finished_at soon: not a time"),
]
"""Statements, and a part of what the check says after them."""


@pytest.mark.first(8)
@pytest.mark.parametrize(("statement", "said"), NAMED, ids=[said for _, said in NAMED])
def test_the_damage_is_named(connection: Connection, statement: str, said: str) -> None:
    damaged = statement.removeprefix("DELETE FROM ").removeprefix("UPDATE ").removeprefix("INSERT INTO ")
    with meanwhile(connection):
        assert connection.execute(text(statement)).rowcount
        found = faults(connection, damaged.partition(" ")[0])
    assert [fault for fault in found if said in fault], found
