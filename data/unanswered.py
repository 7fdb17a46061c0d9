"""Commands that were acknowledged and not answered yet, inside a transaction that the caller holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from data.records import Unanswered
from data.tables import unanswered

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection


def note(connection: Connection, command: Unanswered, now: datetime) -> None:
    """Keep a command until it is answered."""
    connection.execute(
        insert(unanswered).values(
            id=command.id,
            token=command.token,
            channel_id=command.channel_id,
            message_id=command.message_id,
            created_at=now,
        )
    )


def since(connection: Connection, moment: datetime) -> tuple[Unanswered, ...]:
    """Those acknowledged since a moment, oldest first."""
    rows = connection.execute(
        select(unanswered).where(unanswered.c.created_at >= moment).order_by(unanswered.c.id)
    )
    return tuple(
        Unanswered(row["id"], row["token"], row["channel_id"], row["message_id"]) for row in rows.mappings()
    )


def forget(connection: Connection, command_id: int) -> None:
    """A command has been answered."""
    connection.execute(delete(unanswered).where(unanswered.c.id == command_id))


def forget_before(connection: Connection, moment: datetime) -> None:
    """Forget what cannot be answered any more."""
    connection.execute(delete(unanswered).where(unanswered.c.created_at < moment))
