"""Tables of Discord's Linked Roles: whose figures Discord is told, and the grants that allow it."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, String, Table, Text

from data.tables.personal import DataKind, Fate, holds
from data.tables.schema import Id, UtcDateTime, metadata

# People who have linked their account. `tokens` are encrypted; the key is not in the database.
role_links = Table(
    "role_links",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("tokens", Text, nullable=False),
    # When the access token among them expires.
    Column("expires_at", UtcDateTime, nullable=False),
    Column("linked_at", UtcDateTime, nullable=False),
    # When Discord was last told; NULL: never yet.
    Column("pushed_at", UtcDateTime),
    # When Discord is to be told again.
    Column("due_at", UtcDateTime, nullable=False, index=True),
    # Counts changes of the figures, so that one during a push is not taken for told.
    Column("changes", Integer, nullable=False),
    # Failures in a row.
    Column("failures", Integer, nullable=False),
    info=holds(
        DataKind.LINKED_ROLES,
        {"player_id": Fate.GOES},
        secrets={"tokens"},
    ),
)

# Grants of people who have unlinked or deleted their data: Discord still has to forget the figures.
# It doesn't say whose they are.
role_unlinks = Table(
    "role_unlinks",
    metadata,
    Column("id", Id, primary_key=True),
    Column("tokens", Text, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("unlinked_at", UtcDateTime, nullable=False),
    Column("due_at", UtcDateTime, nullable=False, index=True),
    Column("failures", Integer, nullable=False),
    # No one can tell whose they are without the key, and they are gone after a day.
    info=holds(DataKind.LINKED_ROLES, secrets={"tokens"}, ids={"id"}),
)

# Random states of visits for which a code was exchanged, as hashes: each is good for one.
used_states = Table(
    "used_states",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("used_at", UtcDateTime, nullable=False, index=True),
    # Of a browser's visit, not of a person.
    info=holds(DataKind.LINKED_ROLES, secrets={"hash"}),
)
