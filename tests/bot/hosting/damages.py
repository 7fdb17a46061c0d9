"""Every way to damage a column or a row of a table that its type and meaning allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Boolean, Column, Connection, Double, Integer, String, Table, select, text, type_coerce

from data.tables.schema import UtcDateTime, UtcSeconds, metadata

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
    """Yield the damages of the rows in a database."""
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
    from sqlalchemy.exc import IntegrityError

    try:
        connection.execute(text(damage.statement), dict(damage.values))
    except IntegrityError:
        return False
    return True
