"""Invariants of stored rows, as queries for the rows that break them: `flipfour check` runs them.

Each room lists those of its tables in its module `invariants`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, not_, select

if TYPE_CHECKING:
    from sqlalchemy import Column, ColumnElement, Connection, Select, Table

MAX_FAULTS = 20
"""Maximum faults reported of one kind."""


@dataclass(frozen=True, slots=True)
class Invariant:
    """A query that should find no rows; `text` describes one, with the query's columns in braces."""

    text: str
    query: Select[Any]

    def faults(self, connection: Connection) -> Iterator[str]:
        """Describe the rows that are wrong."""
        for row in connection.execute(self.query.limit(MAX_FAULTS)).mappings():
            yield self.text.format(**row)


def never(text: str, column: ColumnElement[Any], *conditions: ColumnElement[bool]) -> Invariant:
    """Return the invariant that the conditions hold for no row, which `text` describes by a column, {id}."""
    return Invariant(text, select(column.label("id")).where(*conditions))


def not_negative(*columns: Column[Any]) -> Iterator[Invariant]:
    """Yield the invariants that these columns are at least 0."""
    for column in columns:
        yield _never_in(column, column < 0)


def dates(*columns: Column[Any]) -> Iterator[Invariant]:
    """Yield the invariants that these columns hold days in ISO format."""
    for column in columns:
        parts = (
            column.like("____-__-__"),
            func.substr(column, 1, 4).between("0001", "9999"),
            func.substr(column, 6, 2).between("01", "12"),
            func.substr(column, 9, 2).between("01", "31"),
        )
        yield _never_in(column, not_(and_(*parts)))


def dated(events: Table) -> Iterator[Invariant]:
    """Yield the invariants that tournaments or exhibitions have a time of their end once they are over."""
    over = events.c.state.in_(("finished", "cancelled"))
    kind = events.name.removesuffix("s")
    yield never(kind + " {id} is over and has no end", events.c.id, over, events.c.finished_at.is_(None))
    yield never(
        kind + " {id} is not over and has an end", events.c.id, not_(over), events.c.finished_at.is_not(None)
    )
    yield never(kind + " {id} starts after its end", events.c.id, events.c.started_at > events.c.finished_at)


def _never_in(column: Column[Any], wrong: ColumnElement[bool]) -> Invariant:
    keys = [key for key in column.table.primary_key if key is not column]
    where = ", ".join(f"{key.name} {{{key.name}}}" for key in keys)
    return Invariant(
        f"{column.table.name} ({where}) has {column.name} {{{column.name}}}",
        select(*keys, column).where(wrong),
    )
