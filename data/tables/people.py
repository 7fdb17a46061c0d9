"""The tables of people: what they are called, have set, and ask of others."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from data.tables.column_types import UntrustedString, UtcDateTime
from data.tables.schema import Id, metadata

players = Table(
    "players",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", UntrustedString(100), nullable=False),
    # When they last used the bot; a day is exact enough.
    Column("seen_at", UtcDateTime, index=True),
)

# What the members of servers call themselves there; `players` has the names they go by everywhere.
nicknames = Table(
    "nicknames",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", UntrustedString(100), nullable=False),
    sqlite_with_rowid=False,
)

# What servers and people have set for themselves; what is not here is as by default.
preferences = Table(
    "preferences",
    metadata,
    Column("owner_kind", String(8), primary_key=True),
    Column("owner_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
    CheckConstraint("owner_kind IN ('server', 'person')", name="owner_kind"),
    sqlite_with_rowid=False,
)

# Who does not take whose challenges.
blocks = Table(
    "blocks",
    metadata,
    Column("blocker_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("blocked_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("created_at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)

# What people asked others for within the last hour.
requests = Table(
    "requests",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("guild_id", BigInteger),
    Column("asked_at", UtcDateTime, nullable=False),
    CheckConstraint("kind IN ('challenge', 'question')", name="kind"),
    Index(None, "player_id", "kind", "asked_at"),
    Index(None, "guild_id", "kind", "asked_at"),
    Index(None, "asked_at"),
)

# The computer players that a server's members have made.
opponents = Table(
    "opponents",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", UntrustedString(32), nullable=False),
    # The name without differences of case, by which it is found.
    Column("key", String(100), nullable=False),
    Column("player", Text, nullable=False),
    Column("creator_id", ForeignKey("players.id"), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    UniqueConstraint("guild_id", "key"),
    # Its id stands in buttons, too.
    sqlite_autoincrement=True,
)

# The games of the file that somebody has imported last, in JSON.
imports = Table(
    "imports",
    metadata,
    Column("id", Id, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False, unique=True),
    Column("content", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False, index=True),
    # Its id stands in buttons, too.
    sqlite_autoincrement=True,
)

# When people were last led to games that waited for them.
led_to = Table(
    "led_to",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column(
        "game_id",
        ForeignKey("games.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
        index=True,
    ),
    Column("led_at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)
