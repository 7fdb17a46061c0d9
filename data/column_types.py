"""Types of columns that hold times."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import DateTime, Double
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from sqlalchemy.engine import Dialect


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
