"""Building blocks of all tables: metadata, ids, partial indices, types, and whose data a column holds."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, Column, DateTime, Double, Index, Integer, MetaData, String, Table, text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateIndex, SchemaItem
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from typing import NoReturn

    from sqlalchemy.engine import Dialect
    from sqlalchemy.sql.compiler import DDLCompiler


# SQLite generates ids only for columns of the type INTEGER (which hold 64 bits there). Where they are in
# buttons, which outlive the row, the table has `sqlite_autoincrement`, so that none is reused.
Id = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def table(name: str, *items: SchemaItem, **options: Any) -> Table:
    """Return a table of the database."""
    return Table(name, metadata, *items, **options)


def partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """Return an index of the rows for which `where` is true."""
    return Index(name, *columns, unique=unique, sqlite_where=text(where))


@compiles(CreateIndex, "postgresql")
def _create_partly(create: CreateIndex, compiler: DDLCompiler, **options: Any) -> str:
    # Not where the index is declared: its options load the database's dialect, which most hosts don't have.
    index = create.element
    if (condition := index.dialect_options["sqlite"]["where"]) is not None:
        index.dialect_options["postgresql"]["where"] = condition
    written: str = compiler.visit_create_index(create, **options)  # type: ignore[no-untyped-call]
    return written


def shown(*, nullable: bool = False) -> tuple[Column[int], Column[int]]:
    """Return the columns of the message that shows a row, whose id is NULL until it is known."""
    return Column("channel_id", BigInteger, nullable=nullable), Column("message_id", BigInteger)


MAX_PLAYER = 300
"""Maximum characters in the text of a computer player."""


def require_storable(player: str | None) -> None:
    """Raise ValueError if the text of a computer player is too long to be stored."""
    if player is not None and len(player) > MAX_PLAYER:
        raise ValueError(
            f"the text of a computer player has {len(player)} characters, more than {MAX_PLAYER}"
        )


_UNPREPARED = "a stranger's text has to be sanitized before it is shown"


class Untrusted(str):
    """A name chosen by a stranger: of a person, a computer player, or in an imported file.

    It is a string that f-strings, `str.format` and `+` reject, so a message that forgets to sanitize a name
    fails in its first test, before a name can mention people or imitate a heading.
    """

    __slots__ = ()

    def __format__(self, spec: str) -> NoReturn:
        """Raise TypeError; `str(name)` is the name as written."""
        raise TypeError(_UNPREPARED)

    def __add__(self, other: object) -> NoReturn:
        raise TypeError(_UNPREPARED)

    __radd__ = __add__


class UntrustedString(TypeDecorator[str]):
    """A name chosen by a stranger, read as `Untrusted`."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> Untrusted | None:
        """Mark the name."""
        return None if value is None else Untrusted(value)


class UtcDateTime(TypeDecorator[datetime]):
    """An aware datetime in UTC; in SQLite, which has no time zones, a naive one, which sorts correctly as
    text."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC; raises ValueError for a naive datetime."""
        if value is None:
            return None
        value = _aware(value)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time as aware UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class UtcSeconds(TypeDecorator[datetime]):
    """An aware datetime as seconds since 1970, so that one statement can shift many of them."""

    impl = Double()
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> float | None:
        """Convert to seconds; raises ValueError for a naive datetime."""
        return None if value is None else _aware(value).timestamp()

    def process_result_value(self, value: float | None, dialect: Dialect) -> datetime | None:
        """Return the time as aware UTC."""
        return None if value is None else datetime.fromtimestamp(value, UTC)


def _aware(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError(f"storage takes aware datetimes only, not {value.isoformat()}")
    return value.astimezone(UTC)


class DataKind(StrEnum):
    """Kind of stored data, as named to people."""

    NAMES = "names"
    GAMES = "games"
    INSIGHTS = "insights"
    RATINGS = "ratings"
    QUESTIONS = "questions"
    REQUESTS = "requests"
    BLOCKS = "blocks"
    SETTINGS = "settings"
    OPPONENTS = "opponents"
    STRENGTH_TESTS = "strength tests"
    PUZZLES = "puzzles"
    REPERTOIRES = "repertoires"
    IMPORTS = "imports"
    TOURNAMENTS = "tournaments"
    SERVERS = "servers"
    COMMANDS = "commands"
    ACHIEVEMENTS = "achievements"
    LINKED_ROLES = "linked roles"
    WEB = "web sessions"


class Fate(Enum):
    """Effect on a row when the data of its person or server are deleted."""

    GOES = "the row is deleted"
    STAYS_WITHOUT = "the row stays, with a placeholder in this column"


@dataclass(frozen=True, slots=True)
class TableData:
    """The data of people and servers in a table.

    `people` are columns with ids of people and `server` is the one with the id of a server, each with the
    fate of a row when their data are deleted. `owner` is a column that says which of both a row belongs to.
    `texts` hold names or texts that people typed; `places` ids of servers, channels and messages; `own` the
    program's own words and numbers, apart from a table's own id and keys of other tables; `secrets` are
    encrypted and not exported. The export omits rows by `not_told` columns.
    """

    kind: DataKind
    people: Mapping[str, Fate]
    server: tuple[str, Fate] | None
    owner: str | None
    texts: Set[str] = frozenset()
    places: Set[str] = frozenset()
    own: Set[str] = frozenset()
    secrets: Set[str] = frozenset()
    not_told: Set[str] = frozenset()


_INFO = "personal data"
_PLACES = {"channel_id", "message_id"}
"""Columns that have such ids in all tables."""


def holds(
    kind: DataKind,
    people: Mapping[str, Fate] | None = None,
    server: tuple[str, Fate] | None = None,
    *,
    owner: str | None = None,
    **columns: Set[str],
) -> dict[Any, Any]:
    """Return the `info` of a table, see `TableData`.

    Columns that are not named are its own id, keys of other tables, those in `_PLACES`, or neither ids nor
    texts.
    """
    return {_INFO: TableData(kind, people or {}, server, owner, **columns)}


def personal_data(described: Table) -> TableData | None:
    """Return what a table says; None for one without data of people or servers."""
    data: TableData | None = described.info.get(_INFO)
    if data is None:
        return None
    return replace(data, places=data.places | (_PLACES & {*described.columns.keys()}))
