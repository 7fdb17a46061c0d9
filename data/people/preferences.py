"""What servers and people have set for themselves, as text; what it means is the application's business."""

from __future__ import annotations

import asyncio
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from sqlalchemy import delete, insert, select, update

from data.db.recent import Recent
from data.tables import preferences

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import ColumnElement, Connection

    from data.db.database import Database

KEPT = 5000
"""The settings of so many servers and people are kept in memory."""

OwnerKind: TypeAlias = Literal["server", "person"]


class Owner(NamedTuple):
    """Whose settings."""

    kind: OwnerKind
    id: int


class Preferences:
    """The settings that are not as by default."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: Recent[Owner, Mapping[str, str]] = Recent(KEPT)
        self._changes = 0

    async def of(self, owner: Owner) -> Mapping[str, str]:
        """What somebody has set, by the names of the settings; read once."""
        known = self._known.get(owner)
        if known is not None:
            return known
        before = self._changes
        found = MappingProxyType(await self._database.read(lambda c: values_of(c, owner)))
        # What was changed meanwhile may be older here.
        # Another process may change what a person has set; a server belongs to one process.
        if before == self._changes and (owner.kind == "server" or self._database.share.whole):
            self._known.keep(owner, found)
        return found

    async def put(self, owner: Owner, name: str, value: str | None) -> None:
        """Note a setting; None lets it be as by default again."""
        # To its end, like the transaction: nobody may read what was there before and keep it.
        await asyncio.shield(self._put(owner, name, value))

    async def _put(self, owner: Owner, name: str, value: str | None) -> None:
        await self._database.write(lambda c: put(c, owner, name, value))
        self._changes += 1
        self._known.forget(owner)

    def forget(self, owner: Owner) -> None:
        """Somebody's settings were deleted elsewhere: keep nothing of them in memory, either."""
        self._changes += 1
        self._known.forget(owner)


def values_of(connection: Connection, owner: Owner) -> dict[str, str]:
    """What somebody has set, by the names of the settings."""
    rows = connection.execute(select(preferences.c.name, preferences.c.value).where(*_of(owner)))
    return {row.name: row.value for row in rows}


def put(connection: Connection, owner: Owner, name: str, value: str | None) -> None:
    """Note a setting; None forgets it."""
    this = (*_of(owner), preferences.c.name == name)
    if value is None:
        connection.execute(delete(preferences).where(*this))
        return
    changed = connection.execute(update(preferences).where(*this).values(value=value))
    if not changed.rowcount:
        connection.execute(
            insert(preferences).values(owner_kind=owner.kind, owner_id=owner.id, name=name, value=value)
        )


def _of(owner: Owner) -> tuple[ColumnElement[bool], ...]:
    return preferences.c.owner_kind == owner.kind, preferences.c.owner_id == owner.id
