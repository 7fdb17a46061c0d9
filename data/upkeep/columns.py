"""Rules that follow from the type and the meaning of each column of each table."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Double,
    Integer,
    String,
    and_,
    func,
    literal,
    not_,
    or_,
    type_coerce,
)

from data.db.invariants import RowRule, raw
from data.people.personal import TEAM_PLAYERS
from data.tables.personal import personal_data
from data.tables.schema import UtcDateTime, UtcSeconds, metadata

if TYPE_CHECKING:
    from sqlalchemy import Column, ColumnElement, Table

MAX_INTEGER = 2**31 - 1
"""The largest whole number that a PostgreSQL server stores in a column of this type."""

_FIRST_TIME, _LAST_TIME = datetime(2015, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""Discord began in 2015."""


@cache
def column_rules(*, on_file: bool) -> tuple[RowRule, ...]:
    """Return the rules of all columns; a file takes values of any type, a server only fitting ones."""
    return tuple(
        rule
        for table in metadata.sorted_tables
        for column in table.columns
        for rule in (*(_types(column) if on_file else ()), *_meanings(table, column))
    )


def _types(column: Column[Any]) -> Iterator[RowRule]:
    """Yield what a server would refuse."""
    kind, stored = column.type, func.typeof(raw(column))
    if isinstance(kind, UtcDateTime):
        yield RowRule(column, _is_no_time(type_coerce(column, String)), "not a time")
    elif isinstance(kind, Boolean):
        yield RowRule(column, raw(column).not_in([literal(0, Integer), literal(1, Integer)]), "not 0 or 1")
    elif isinstance(kind, Integer):
        yield RowRule(column, and_(column.is_not(None), stored != "integer"), "not a whole number")
        if not isinstance(kind, BigInteger):
            number = type_coerce(column, BigInteger)
            yield RowRule(column, not_(number.between(-MAX_INTEGER, MAX_INTEGER)), "too large")
    elif isinstance(kind, Double | UtcSeconds):
        yield RowRule(column, and_(column.is_not(None), stored.not_in(("real", "integer"))), "not a number")
    elif isinstance(kind, String):
        yield RowRule(column, and_(column.is_not(None), stored != "text"), "not a text")
        if kind.length is not None:
            yield RowRule(column, func.length(column) > kind.length, f"more than {kind.length} characters")


def _meanings(table: Table, column: Column[Any]) -> Iterator[RowRule]:
    if isinstance(column.type, UtcDateTime):
        yield RowRule(column, or_(column < _FIRST_TIME, column >= _LAST_TIME), "no time of a bot")
    elif isinstance(column.type, UtcSeconds):
        yield RowRule(column, not_(column.between(_FIRST_TIME, _LAST_TIME)), "no time of a bot")
    elif isinstance(column.type, Double):
        yield RowRule(column, not_(column.between(-1e15, 1e15)), "too large")
    if column is table.autoincrement_column and not column.foreign_keys:
        yield RowRule(column, column < 1, "no id")
    kept = personal_data(table.info)
    if kept is None:
        return
    least = dict.fromkeys((*kept.places, *kept.people), 0)
    least |= {name: min(TEAM_PLAYERS) for name in kept.people}
    if kept.server is not None:
        least.setdefault(kept.server[0], 0)
    if column.name in least:
        yield RowRule(column, column < least[column.name], "no id of Discord")


def _is_no_time(column: ColumnElement[str]) -> ColumnElement[bool]:
    """Return a condition: SQLite does not read the text as a time, or writes the time in another way."""
    second, fraction = func.substr(column, 1, 19), func.substr(column, 20)
    return and_(
        column.is_not(None),
        or_(
            # Without a change, SQLite takes the 30th of February for a day.
            func.strftime("%Y-%m-%d %H:%M:%S", second, "+0 days").is_distinct_from(second),
            and_(fraction != "", fraction.op("NOT GLOB")(".[0-9][0-9][0-9][0-9][0-9][0-9]")),
        ),
    )
