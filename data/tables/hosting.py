"""The tables of the servers that the bot is in, and its processes."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, String, Table

from data.tables.column_types import UtcDateTime, UtcSeconds
from data.tables.schema import Id, metadata, partial_index

# The servers that the bot is in, or has left: then what belongs to them goes after a while.
servers = Table(
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", UtcDateTime),
    partial_index("ix_servers_left_at", "left_at", where="left_at IS NOT NULL"),
)

# The processes that share this database: see data/leases.py.
workers = Table(
    "workers",
    metadata,
    Column("token", Id, primary_key=True),
    # What the process calls itself: its machine and its number there.
    Column("holder", String(200), nullable=False),
    # The shards that it looks after, and how many there are in all.
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("shards", Integer, nullable=False),
    Column("expires_at", Double, nullable=False),
    Column("asked", Boolean, nullable=False),
    # A token is never given out twice.
    sqlite_autoincrement=True,
)

# When the bot was last known to be there for people: a row for each shard, whose number is one less.
presence = Table(
    "presence",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seen_at", UtcSeconds, nullable=False),
)
