"""Invitations between servers to a vote game, each accepted with its code."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select

from data.db.rows import read_one, values_of
from data.db.store import Store, reading, writing
from data.people.players import ensure_players
from data.tables.votes import vote_invitations

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Connection

INVITATION_LIFETIME = timedelta(days=1)

MAX_INVITATIONS = 3
"""Maximum open invitations per server; the oldest one makes room."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation of a channel to another server's; `side` is that of the inviting channel."""

    code: str
    inviter_id: int
    guild_id: int
    channel_id: int
    game: str
    options: str
    side: int
    seconds: int


class InvitationStore(Store):
    """The open invitations."""

    @writing
    def delete_old_invitations(self, connection: Connection) -> None:
        """Delete the invitations that are out of date."""
        _delete_old_invitations(connection, self._clock())

    @writing
    def invite(self, connection: Connection, new: Invitation) -> None:
        """Store an invitation; the oldest of its server make room, and those out of date are deleted."""
        ensure_players(connection, [new.inviter_id])
        _delete_old_invitations(connection, self._clock())
        latest = (
            select(vote_invitations.c.id)
            .where(vote_invitations.c.guild_id == new.guild_id)
            .order_by(vote_invitations.c.id.desc())
            .offset(MAX_INVITATIONS - 1)
        )
        old = connection.scalars(latest).all()
        connection.execute(delete(vote_invitations).where(vote_invitations.c.id.in_(old)))
        connection.execute(insert(vote_invitations).values(values_of(new, created_at=self._clock())))

    @reading
    def invitation(self, connection: Connection, code: str) -> Invitation | None:
        """Return an open invitation by its code."""
        after = self._clock() - INVITATION_LIFETIME
        this = (vote_invitations.c.code == code, vote_invitations.c.created_at > after)
        return read_one(connection, Invitation, select(vote_invitations).where(*this))


def _delete_old_invitations(connection: Connection, now: datetime) -> None:
    before = now - INVITATION_LIFETIME
    connection.execute(delete(vote_invitations).where(vote_invitations.c.created_at <= before))
