"""Invariants of stored rows: queries for the rows that break them, and rules that each row keeps alone.

Each room lists those of its tables in its module `invariants`; `flipfour check` runs them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from sqlalchemy import String, and_, case, func, not_, or_, select, type_coerce

if TYPE_CHECKING:
    from sqlalchemy import Column, ColumnElement, Connection, Select, Table

MAX_FAULTS = 20
"""Maximum faults reported of one kind."""

MAX_VALUE = 60
"""Maximum characters of a value that a fault names."""


@dataclass(frozen=True)
class Invariant:
    """A query that should find no rows; `text` describes one, with the query's columns in braces."""

    text: str
    query: Select[Any]

    @cached_property
    def tables(self) -> frozenset[str]:
        names = {name for element in _elements(self.query) if (name := getattr(element, "name", None))}
        return frozenset(map(str, names))

    def faults(self, connection: Connection) -> Iterator[str]:
        """Describe the rows that are wrong."""
        for row in connection.execute(self.query.limit(MAX_FAULTS)).mappings():
            yield self.text.format(**row)


@dataclass(frozen=True, slots=True, eq=False)
class RowRule:
    """A condition that no row of a column's table fulfils; `why` says what is wrong with the value."""

    column: Column[Any]
    wrong: ColumnElement[bool]
    why: str = ""

    @property
    def table(self) -> Table:
        """The table whose rows it reads."""
        table: Any = self.column.table
        return table  # type: ignore[no-any-return]

    @property
    def tables(self) -> frozenset[str]:
        return frozenset({self.table.name})


Invariants: TypeAlias = tuple[Invariant | RowRule, ...]
"""What a room knows of its tables."""


def row_faults(connection: Connection, rules: Iterable[RowRule]) -> Iterator[str]:
    """Describe the rows that break rules, in one pass over each table."""
    ordered = sorted(rules, key=lambda rule: rule.table.name)
    for _, of_table in groupby(ordered, key=lambda rule: rule.table.name):
        yield from _faults_of_table(connection, tuple(of_table))


@cache
def _broken(rules: tuple[RowRule, ...]) -> Select[Any]:
    """Return a query for the rows of a table that break one of its rules: it is large, and costs time to
    make."""
    keys = [raw(key).label(f"key_{key.name}") for key in rules[0].table.primary_key]
    marks = [case((rule.wrong, 1), else_=0).label(f"wrong_{i}") for i, rule in enumerate(rules)]
    values = [raw(rule.column).label(f"value_{i}") for i, rule in enumerate(rules)]
    return select(*keys, *marks, *values).where(or_(*(rule.wrong for rule in rules))).limit(MAX_FAULTS)


def _faults_of_table(connection: Connection, rules: tuple[RowRule, ...]) -> Iterator[str]:
    keys = list(rules[0].table.primary_key)
    for row in connection.execute(_broken(rules)).mappings():
        broken = [(i, rule) for i, rule in enumerate(rules) if row[f"wrong_{i}"]]
        for i, rule in broken:
            which = [key.name for key in keys if key is not rule.column or len(keys) == 1]
            place = ", ".join(f"{name} {row[f'key_{name}']}" for name in which)
            value = "nothing" if row[f"value_{i}"] is None else shortened(row[f"value_{i}"])
            why = f": {rule.why}" if rule.why else ""
            yield f"{rule.table.name} ({place}) has {rule.column.name} {value}{why}"


def shortened(value: object) -> str:
    """Return a value as a fault names it."""
    text = str(value).replace("\n", " ")
    return text if len(text) <= MAX_VALUE else f"{text[:MAX_VALUE]}…"


def raw(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """Return a column as it is stored, so that an unreadable value can be read."""
    return type_coerce(column, String)


def never(text: str, column: ColumnElement[Any], *conditions: ColumnElement[bool]) -> Invariant:
    """Return the invariant that the conditions hold for no row, which `text` describes by a column, {id}."""
    return Invariant(text, select(raw(column).label("id")).where(*conditions))


def not_negative(*columns: Column[Any]) -> Iterator[RowRule]:
    """Yield the rules that these columns are at least 0."""
    for column in columns:
        yield RowRule(column, column < 0)


def at_least(least: float, *columns: Column[Any]) -> Iterator[RowRule]:
    """Yield the rules that these columns are at least `least`."""
    for column in columns:
        yield RowRule(column, column < least, f"it is {least:g} or more")


def within(least: float, most: float, *columns: Column[Any]) -> Iterator[RowRule]:
    for column in columns:
        yield RowRule(column, not_(column.between(least, most)), f"it is {least:g} to {most:g}")


def one_of(column: Column[Any], values: Iterable[str]) -> RowRule:
    return RowRule(column, column.not_in([*values]), "unknown to this version")


def only_if(condition: ColumnElement[bool], why: str, *columns: Column[Any]) -> Iterator[RowRule]:
    """Yield the rules that these columns are NULL unless a condition holds; `why` says that it does not."""
    for column in columns:
        yield RowRule(column, and_(column.is_not(None), not_(condition)), why)


def always_if(condition: ColumnElement[bool], why: str, *columns: Column[Any]) -> Iterator[RowRule]:
    """Yield the rules that these columns are not NULL where a condition holds."""
    for column in columns:
        yield RowRule(column, and_(column.is_(None), condition), why)


def together(*columns: Column[Any]) -> Iterator[RowRule]:
    """Yield the rules that these columns are NULL in the same rows."""
    for one, other in pairwise(columns):
        differ = one.is_(None) != other.is_(None)
        yield RowRule(one, differ, f"with {other.name} both or neither")


def in_order(*columns: Column[Any]) -> Iterator[RowRule]:
    """Yield the rules that none of these times is before one that is named before it."""
    for i, earlier in enumerate(columns):
        for later in columns[i + 1 :]:
            yield RowRule(later, later < earlier, f"before {earlier.name}")


def dates(*columns: Column[Any]) -> Iterator[RowRule]:
    """Yield the rules that these columns hold days in ISO format."""
    for column in columns:
        parts = (
            column.like("____-__-__"),
            func.substr(column, 1, 4).between("2015", "2999"),
            func.substr(column, 6, 2).between("01", "12"),
            func.substr(column, 9, 2).between("01", "31"),
        )
        yield RowRule(column, not_(and_(*parts)), "not a day")


def _elements(query: Select[Any]) -> Iterator[Any]:
    from sqlalchemy import Alias, Table
    from sqlalchemy.sql import visitors

    for element in visitors.iterate(query):
        if isinstance(element, Table):
            yield element
        elif isinstance(element, Alias):
            yield element.element
