"""The versions of the program that have served the database, so that a start can report an update."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import insert, select

from data.db.migrate import newest_revision
from data.db.rows import read_all
from data.db.store import Store, reading, writing
from data.tables.people import versions

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection


@dataclass(frozen=True, slots=True)
class ServedVersion:
    """A version of the program, the revision of its tables, and its first start on this database."""

    version: str
    revision: str
    started_at: datetime


class VersionStore(Store):
    """The versions that have served the database; only changes are stored."""

    @property
    def revision(self) -> str:
        """The revision of the tables, which are up to date once the storage is open."""
        return newest_revision()

    @reading
    def history(self, connection: Connection) -> tuple[ServedVersion, ...]:
        """Return all versions in the order of their starts; one that came back is listed again."""
        return _history(connection)

    @writing
    def note(self, connection: Connection, version: str) -> None:
        """Note that `version` serves the database now."""
        last, revision = _history(connection)[-1:], self.revision
        if not last or (last[0].version, last[0].revision) != (version, revision):
            connection.execute(
                insert(versions).values(version=version, revision=revision, started_at=self._clock())
            )


def _history(connection: Connection) -> tuple[ServedVersion, ...]:
    return read_all(connection, ServedVersion, select(versions).order_by(versions.c.id))
