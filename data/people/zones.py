"""The time zones that servers had, each since a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from data.db.rows import put_row
from data.db.store import Store, reading
from data.tables.periods import server_zones

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection


class ZoneStore(Store):
    """The time zones of servers."""

    @reading
    def of(self, connection: Connection, guild_id: int) -> tuple[tuple[datetime, str], ...]:
        """Return the zones a server has set, each since a moment, in order; "" for the default."""
        return _zones_of(connection, guild_id)


def record_zone(connection: Connection, guild_id: int, zone: str, now: datetime) -> None:
    """Note that a server has a time zone from now on."""
    known = _zones_of(connection, guild_id)
    if zone == (known[-1][1] if known else ""):
        return
    # A clock that was set back must not change their order.
    since = max([now, *(moment for moment, _ in known)])
    put_row(connection, server_zones, {"guild_id": guild_id, "since": since, "zone": zone})


def _zones_of(connection: Connection, guild_id: int) -> tuple[tuple[datetime, str], ...]:
    here = server_zones.c.guild_id == guild_id
    query = select(server_zones.c.since, server_zones.c.zone).where(here).order_by(server_zones.c.since)
    return tuple((row.since, row.zone) for row in connection.execute(query))
