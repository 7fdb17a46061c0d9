"""One codec between rows and records, which are dataclasses or named tuples; and single rows of tables.

A field has the name of its column, unless it is marked with `column`:

    @dataclass(frozen=True)
    class Simul:
        id: int
        state: SimulState
        terms: SimulTerms
        time: TimeControl | None = field(metadata=column("time_control", read_time_control, str))

    simul_id = insert_row(connection, simuls, values_of(simul, created_at=now))
    simul = read_one(connection, Simul, select(simuls).where(simuls.c.id == simul_id))

    >>> class Point(NamedTuple):
    ...     x: int
    ...     y: int | None
    >>> values_of(Point(1, None), z=3)
    {'x': 1, 'y': None, 'z': 3}
    >>> record_of(Point, {"x": 1, "y": 2, "z": 3})
    Point(x=1, y=2)

An enum is stored as its value, a tuple of words as text with spaces between them. The fields of a record in
another one are columns of the same row; an optional one is None if all of its columns are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache
from inspect import get_annotations
from types import UnionType
from typing import TYPE_CHECKING, Any, ForwardRef, NamedTuple, TypeVar, get_args

from sqlalchemy import insert

from data.db.store import upsert

if TYPE_CHECKING:
    from sqlalchemy import Connection, Executable, RowMapping, Table

R = TypeVar("R")

DAMAGE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError)
"""What reading a damaged row raises."""


def each_alone(
    read: Callable[[Sequence[int]], list[R]], ids: Sequence[int], damaged: Callable[[int, Exception], list[R]]
) -> list[R]:
    """Read what belongs to these ids, one by one if some of it is damaged; `damaged` is for those alone."""
    try:
        return read(ids)
    except DAMAGE as error:
        if len(ids) == 1:
            return damaged(ids[0], error)
        return [row for one in ids for row in each_alone(read, [one], damaged)]


def column(
    name: str, read: Callable[[Any], object] | None = None, write: Callable[[Any], object] | None = None
) -> Mapping[str, Any]:
    """Return metadata of a field that is stored in the column `name`; NULL is None without a conversion."""
    return {"column": (name, read, write)}


def record_of(kind: type[R], row: RowMapping | Mapping[str, Any], /, **given: object) -> R:
    """Return the record in a row; `given` are fields that are no columns."""
    read: Callable[..., R] = _reader(kind, tuple(given))
    return read(row, given)


def values_of(record: object, /, **more: object) -> dict[str, Any]:
    """Return the columns of a record, and `more` of them."""
    values: dict[str, Any] = _writer(type(record))(record)
    return values | more


def read_one(connection: Connection, kind: type[R], query: Executable) -> R | None:
    """Return the record that a query finds, or None."""
    row = connection.execute(query).mappings().one_or_none()
    return None if row is None else record_of(kind, row)


def read_all(
    connection: Connection, kind: type[R], query: Executable, values: Mapping[str, Any] | None = None
) -> tuple[R, ...]:
    """Return the records that a query finds with these values of its parameters."""
    read: Callable[..., R] = _reader(kind, ())
    return tuple(read(row, None) for row in connection.execute(query, values).mappings())


def insert_row(connection: Connection, table: Table, values: Mapping[str, Any]) -> int:
    """Insert a row; returns its id."""
    return int(connection.execute(insert(table).values(values).returning(table.c.id)).scalar_one())


def add_row(connection: Connection, table: Table, values: Mapping[str, Any]) -> bool:
    """Insert a row unless there is one with its key; returns whether there was none."""
    added = connection.execute(upsert(connection, table).values(values).on_conflict_do_nothing())
    return added.rowcount > 0


def put_row(
    connection: Connection, table: Table, values: Mapping[str, Any], *, first: Mapping[str, Any] | None = None
) -> None:
    """Insert a row, or change the one with its primary key; `first` are columns only an inserted row gets."""
    key = list(table.primary_key)
    changed = {name: value for name, value in values.items() if name not in table.primary_key.columns}
    insertion = upsert(connection, table).values({**values, **(first or {})})
    connection.execute(insertion.on_conflict_do_update(index_elements=key, set_=changed))


class _Field(NamedTuple):
    """A field of a record: its column, its type without None, and conversions."""

    name: str
    column: str
    type: Any
    optional: bool
    read: Callable[[Any], object] | None
    write: Callable[[Any], object] | None

    @property
    def is_record(self) -> bool:
        return is_dataclass(self.type)


def _join(words: Iterable[str]) -> str:
    return " ".join(words)


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _fields_of(kind: Any, given: tuple[str, ...] = ()) -> list[_Field]:
    """Return the fields of a record but for the given ones."""
    if is_dataclass(kind):
        all_fields = [(field.name, field.type, field.metadata.get("column")) for field in fields(kind)]
    else:
        all_fields = [(name, kind.__annotations__[name], None) for name in kind._fields]
    return [_field(kind, *each) for each in all_fields if each[0] not in given]


def _field(kind: Any, name: str, annotation: Any, stored_as: Any) -> _Field:
    stored, read, write = stored_as or (name, None, None)
    if read is not None:
        return _Field(name, stored, None, True, read, write)
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    if isinstance(annotation, str):
        # Other types than times, which are plain values, must be known to the module when it runs.
        owner = next(one for one in kind.__mro__ if name in get_annotations(one))
        known = {"datetime": datetime, **vars(sys.modules[owner.__module__])}
        annotation = eval(annotation, known)  # noqa: S307 - an annotation of this package
    parts = [part for part in get_args(annotation) if part is not type(None)]
    optional = isinstance(annotation, UnionType) and len(parts) == 1
    type_ = parts[0] if optional else annotation
    if type_ == tuple[str, ...]:
        return _Field(name, stored, type_, optional, _split, _join)
    if isinstance(type_, type) and issubclass(type_, Enum):
        # Faster than a call of the enum; NULL is None.
        members: dict[Any, Any] = {None: None} if optional else {}
        members |= {member.value: member for member in type_}
        return _Field(name, stored, type_, False, members.__getitem__, None)
    return _Field(name, stored, type_, optional, None, None)


def _compile_reader(kind: Any, given: tuple[str, ...]) -> Any:
    names: dict[str, Any] = {}
    return eval(f"lambda row, given: {_construction(kind, given, names)}", names)  # noqa: S307


_reader: Callable[[Any, tuple[str, ...]], Any] = cache(_compile_reader)
"""Returns a function of a row and the given fields; compiled once, since it runs for every row."""


def _construction(kind: Any, given: tuple[str, ...], names: dict[str, Any]) -> str:
    """Return source text that makes a record of a row; `names` gets the names in it."""
    # Positions are faster than names.
    by_name = bool(given) or (is_dataclass(kind) and any(field.kw_only for field in fields(kind)))
    parts = [f"{name}=given[{name!r}]" for name in given]
    for field in _fields_of(kind, given):
        value = f"row[{field.column!r}]"
        if field.is_record:
            columns = " is ".join(f"row[{column_name!r}]" for column_name in _columns(field.type))
            value = _construction(field.type, (), names)
            if field.optional:
                value = f"None if {columns} is None else {value}"
        elif field.read is not None:
            read = _named(field.read, names)
            value = f"None if (v := {value}) is None else {read}(v)" if field.optional else f"{read}({value})"
        parts.append(value if not by_name else f"{field.name}={value}")
    return f"{_named(kind, names)}({', '.join(parts)})"


def _columns(kind: Any) -> list[str]:
    own = _fields_of(kind)
    return [name for field in own for name in (_columns(field.type) if field.is_record else [field.column])]


def _compile_writer(kind: Any) -> Any:
    names: dict[str, Any] = {}
    items = ", ".join(f"{name!r}: {value}" for name, value in _items(kind, "record", names))
    return eval(f"lambda record: {{{items}}}", names)  # noqa: S307


_writer: Callable[[Any], Any] = cache(_compile_writer)
"""Returns a function of a record for its columns."""


def _items(kind: Any, path: str, names: dict[str, Any]) -> Iterable[tuple[str, str]]:
    """Yield the columns of a record at a path, with source text of their values."""
    for field in _fields_of(kind):
        at = f"{path}.{field.name}"
        if field.is_record:
            for name, value in _items(field.type, at, names):
                yield name, f"(None if {at} is None else {value})" if field.optional else value
        elif field.write is not None:
            write = f"{_named(field.write, names)}({at})"
            yield field.column, f"(None if {at} is None else {write})" if field.optional else write
        else:
            yield field.column, at


def _named(value: object, names: dict[str, Any]) -> str:
    name = f"n{len(names)}"
    names[name] = value
    return name
