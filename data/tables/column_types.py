"""Types of columns that hold times, and names that strangers chose."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import DateTime, Double, String
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from typing import NoReturn

    from sqlalchemy.engine import Dialect


MOST_PLAYER = 300
"""Maximum characters in the text of a computer player."""


def require_storable(player: str | None) -> None:
    """Raise ValueError for the text of a computer player that is too long to be stored."""
    if player is not None and len(player) > MOST_PLAYER:
        raise ValueError(
            f"the text of a computer player has {len(player)} characters, more than {MOST_PLAYER}"
        )


class Untrusted(str):
    """A name that a stranger chose: of a person, a computer player, or in an imported file.

    It is a string like any other, except that no f-string and no `str.format` takes it. So a message that
    forgets to treat a name fails in its first test, before a name can mention people or imitate a heading.
    """

    __slots__ = ()

    def __format__(self, spec: str) -> NoReturn:
        """Refuse with TypeError; `str(name)` is the name as it was written."""
        raise TypeError("a stranger's text is to be made fit for its place before it is shown")


class UntrustedString(TypeDecorator[str]):
    """A name that a stranger chose, read as `Untrusted`."""

    impl = String
    cache_ok = True

    def process_result_value(self, value: str | None, dialect: Dialect) -> Untrusted | None:
        """Mark the name."""
        return None if value is None else Untrusted(value)


class UtcDateTime(TypeDecorator[datetime]):
    """An aware datetime in UTC. SQLite knows no time zones: there the naive UTC time is kept, which also
    sorts right as text."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC; a naive datetime is refused with ValueError, since its zone would be a guess."""
        if value is None:
            return None
        value = _aware(value)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give the time back as aware UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class UtcSeconds(TypeDecorator[datetime]):
    """An aware datetime as seconds since 1970: one statement can move many of them by a time."""

    impl = Double()
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> float | None:
        """Count the seconds; a naive datetime is refused with ValueError."""
        return None if value is None else _aware(value).timestamp()

    def process_result_value(self, value: float | None, dialect: Dialect) -> datetime | None:
        """Give the time back as aware UTC."""
        return None if value is None else datetime.fromtimestamp(value, UTC)


def _aware(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError(f"storage takes aware datetimes only, not {value.isoformat()}")
    return value.astimezone(UTC)
