"""Thanks as they are stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import RowMapping, insert, or_, select, update

from data.db.store import Store, reading, writing
from data.tables.thanks import thanks

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

    from data.db.chores import Pending


OUTDATED = or_(thanks.c.shown.is_(None), thanks.c.shown != thanks.c.joined)


def thanks_outdated(pending: Pending) -> ColumnElement[bool]:
    """True while messages do not show how many have joined."""
    return pending.here(thanks.c.guild_id, OUTDATED)


class ThanksStore(Store):
    """Thanks, and whether their messages show how many have joined."""

    @writing
    def add(self, connection: Connection, /, **values: object) -> int:
        """Store thanks and return their number."""
        added = insert(thanks).values(joined=0, **values).returning(thanks.c.id)
        return int(connection.execute(added).scalar_one())

    @writing
    def join(self, connection: Connection, number: int) -> None:
        """Count one more person."""
        connection.execute(update(thanks).where(thanks.c.id == number).values(joined=thanks.c.joined + 1))

    @writing
    def show(self, connection: Connection, number: int, message_id: int, joined: int) -> None:
        """Store that a message shows how many had joined."""
        values = {"message_id": message_id, "shown": joined}
        connection.execute(update(thanks).where(thanks.c.id == number).values(values))

    @reading
    def of(self, connection: Connection, number: int) -> RowMapping:
        """Return thanks by their number."""
        return connection.execute(select(thanks).where(thanks.c.id == number)).mappings().one()

    @reading
    def outdated(self, connection: Connection) -> Sequence[int]:
        """Return the thanks whose messages do not show how many have joined."""
        return connection.scalars(select(thanks.c.id).where(OUTDATED)).all()
