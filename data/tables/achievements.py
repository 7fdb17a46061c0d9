"""Tables of achievements, and of the Discord roles that servers give for them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Table

from data.tables.personal import DataKind, Fate, holds
from data.tables.schema import UtcDateTime, metadata, partial_index

# What people have earned, each once. It outlives the game in which it was earned.
achievements = Table(
    "achievements",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("achievement", String(64), primary_key=True),
    Column("earned_at", UtcDateTime, nullable=False),
    Column("game_id", BigInteger),
    sqlite_with_rowid=False,
    info=holds(
        DataKind.ACHIEVEMENTS,
        {"player_id": Fate.GOES},
        words={"achievement"},
        ids={"game_id"},
    ),
)

# Achievements to be announced where they were earned, until `tell_by`.
untold_achievements = Table(
    "untold_achievements",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("achievement", String(64), primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("tell_by", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
    info=holds(
        DataKind.ACHIEVEMENTS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        places={"channel_id"},
        words={"achievement"},
    ),
)

# Roles for achievements, to be given at `due_at`, or taken if the person no longer has the achievement; NULL
# once given, or refused for good.
role_grants = Table(
    "role_grants",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False, index=True),
    Column("achievement", String(64), primary_key=True),
    Column("role_id", BigInteger, nullable=False),
    Column("due_at", UtcDateTime),
    # Failures in a row.
    Column("failures", Integer, nullable=False),
    partial_index("ix_role_grants_due_at", "due_at", where="due_at IS NOT NULL"),
    sqlite_with_rowid=False,
    info=holds(
        DataKind.ACHIEVEMENTS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        places={"role_id"},
        words={"achievement"},
    ),
)
