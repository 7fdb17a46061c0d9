"""The links of games and events to their pages, and the browsers in which people are signed in."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from sqlalchemy import delete, func, or_, select, update

from data.db.rows import add_row, put_row, read_one
from data.db.store import Store, reading, writing
from data.people.players import ensure_players
from data.tables.people import web_event_links, web_links, web_sessions
from data.tables.playing import games
from data.tables.tournaments import tournaments

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime, timedelta

    from sqlalchemy import Column, Connection, Table

MAX_SESSIONS = 10
"""Maximum browsers in which one person is signed in; the oldest is signed out."""


PUBLIC_CODE = 22
"""Maximum characters of the code of a link that anyone gets; a player asked for one that is longer."""


@dataclass(frozen=True, slots=True)
class WebLink:
    """The link of a game, or of an event; it leads nowhere once it is withdrawn."""

    code: str
    created_at: datetime
    withdrawn_at: datetime | None


class LinkedPlace(NamedTuple):
    code: str
    guild_id: int | None
    channel_id: int


@dataclass(frozen=True, slots=True)
class WebSession:
    """A browser in which a person is signed in."""

    player_id: int
    created_at: datetime
    expires_at: datetime


class LinkStore(Store):
    """The links of games, or of what else the key of `table` names."""

    table: ClassVar[Table] = web_links
    owner: ClassVar[Table] = games
    """What has a link, with its place."""

    @reading
    def link_of(self, connection: Connection, key: int) -> WebLink | None:
        """Return the link of a game, also a withdrawn one."""
        return self._link(connection, key)

    @reading
    def links_of(self, connection: Connection, keys: Collection[int]) -> Mapping[int, str]:
        query = select(self._key.label("key"), self.table.c.code).where(
            self._key.in_(keys), self.table.c.withdrawn_at.is_(None)
        )
        return {row.key: row.code for row in connection.execute(query)}

    @reading
    def withdrawn(self, connection: Connection, keys: Collection[int]) -> frozenset[int]:
        query = select(self._key).where(self._key.in_(keys), self.table.c.withdrawn_at.is_not(None))
        return frozenset(connection.scalars(query))

    @reading
    def find(self, connection: Connection, code: str) -> int | None:
        """Return the game to which a code leads."""
        query = select(self._key).where(self.table.c.code == code, self.table.c.withdrawn_at.is_(None))
        found: int | None = connection.scalar(query)
        return found

    @reading
    def places(self, connection: Connection, keys: Collection[int]) -> Mapping[int, LinkedPlace]:
        query = (
            select(self._key.label("key"), self.table.c.code, self.owner.c.guild_id, self.owner.c.channel_id)
            .join(self.owner, self.owner.c.id == self._key)
            .where(self._key.in_(keys), self.table.c.withdrawn_at.is_(None))
        )
        return {
            row.key: LinkedPlace(row.code, row.guild_id, row.channel_id) for row in connection.execute(query)
        }

    @writing
    def add_link(self, connection: Connection, key: int, code: str) -> WebLink:
        """Give a game a link unless it has one, or had one that was withdrawn; return that."""
        add_row(connection, self.table, {self._key.name: key, "code": code, "created_at": self._clock()})
        link = self._link(connection, key)
        assert link is not None
        return link

    @writing
    def put_link(self, connection: Connection, key: int, code: str) -> None:
        """Give a game another link in place of a withdrawn one."""
        values = {self._key.name: key, "code": code, "created_at": self._clock(), "withdrawn_at": None}
        put_row(connection, self.table, values)

    @writing
    def withdraw(self, connection: Connection, key: int) -> bool:
        """Withdraw the link of a game; returns whether it had one."""
        here = (self._key == key, self.table.c.withdrawn_at.is_(None))
        changed = connection.execute(update(self.table).where(*here).values(withdrawn_at=self._clock()))
        return changed.rowcount > 0

    @property
    def _key(self) -> Column[int]:
        return next(iter(self.table.primary_key))

    def _link(self, connection: Connection, key: int) -> WebLink | None:
        columns = (self.table.c.code, self.table.c.created_at, self.table.c.withdrawn_at)
        return read_one(connection, WebLink, select(*columns).where(self._key == key))


def withdraw_private_links(connection: Connection, player_id: int, now: datetime) -> None:
    """Withdraw the links of a person's games and events in private places: they can't do it any more.

    Those who also play there can ask for another one.
    """
    names = (games.c.challenger_id, games.c.opponent_id, games.c.first_player_id, games.c.second_player_id)
    theirs = select(games.c.id).where(or_(*(name == player_id for name in names)))
    organised = select(tournaments.c.id).where(tournaments.c.organiser_id == player_id)
    for table, key, those in (
        (web_links, web_links.c.game_id, theirs),
        (web_event_links, web_event_links.c.tournament_id, organised),
    ):
        private = func.length(table.c.code) > PUBLIC_CODE
        connection.execute(
            update(table)
            .where(key.in_(those), private, table.c.withdrawn_at.is_(None))
            .values(withdrawn_at=now)
        )


class EventLinkStore(LinkStore):
    table = web_event_links
    owner = tournaments


class WebStore(LinkStore):
    @writing
    def sign_in(self, connection: Connection, token: str, player_id: int, lifetime: timedelta) -> None:
        """Sign a person in; expired sessions, and the person's oldest, are deleted."""
        now = self._clock()
        connection.execute(delete(web_sessions).where(web_sessions.c.expires_at <= now))
        ensure_players(connection, [player_id])
        theirs = web_sessions.c.player_id == player_id
        newest = select(web_sessions.c.hash).where(theirs).order_by(web_sessions.c.created_at.desc())
        newest_few = newest.limit(MAX_SESSIONS - 1)
        connection.execute(delete(web_sessions).where(theirs, web_sessions.c.hash.not_in(newest_few)))
        values = {"player_id": player_id, "created_at": now, "expires_at": now + lifetime}
        add_row(connection, web_sessions, {"hash": hashed(token), **values})

    @reading
    def session(self, connection: Connection, token: str) -> WebSession | None:
        """Return the session of a token that has not expired."""
        here = (web_sessions.c.hash == hashed(token), web_sessions.c.expires_at > self._clock())
        columns = (web_sessions.c.player_id, web_sessions.c.created_at, web_sessions.c.expires_at)
        return read_one(connection, WebSession, select(*columns).where(*here))

    @reading
    def valid(self, connection: Connection, tokens: Collection[str]) -> frozenset[str]:
        by_hash = {hashed(token): token for token in tokens}
        here = (web_sessions.c.hash.in_(by_hash), web_sessions.c.expires_at > self._clock())
        return frozenset(
            by_hash[digest] for digest in connection.scalars(select(web_sessions.c.hash).where(*here))
        )

    @writing
    def sign_out(self, connection: Connection, token: str) -> None:
        connection.execute(delete(web_sessions).where(web_sessions.c.hash == hashed(token)))

    @writing
    def sign_out_everywhere(self, connection: Connection, player_id: int) -> int:
        """Delete all sessions of a person; returns their number."""
        return connection.execute(delete(web_sessions).where(web_sessions.c.player_id == player_id)).rowcount


def hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()
