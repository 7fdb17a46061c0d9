"""Tables of weekly boards and seasons: points added up, what servers get next, boards posted, badges."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from data.tables.personal import DataKind, Fate, holds
from data.tables.schema import Id, UtcDateTime, metadata, partial_index, shown

BOARD_NOT_SENT = "message_id IS NULL"
"""Boards whose messages are not known."""

# The week and the season that a server's next boards are about, and when those are due.
next_boards = Table(
    "next_boards",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("span", String(8), primary_key=True),
    # The period's first day in ISO format.
    Column("first_day", String(10), nullable=False),
    Column("due_at", UtcDateTime, nullable=False, index=True),
    CheckConstraint("span IN ('week', 'season')", name="span"),
    sqlite_with_rowid=False,
    info=holds(DataKind.RATINGS, server=("guild_id", Fate.GOES), words={"span", "first_day"}),
)

# Boards of past weeks and seasons posted in channels, each once.
board_posts = Table(
    "board_posts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("span", String(8), nullable=False),
    Column("first_day", String(10), nullable=False),
    *shown(),
    Column("posted_at", UtcDateTime, nullable=False),
    CheckConstraint("span IN ('week', 'season')", name="span"),
    UniqueConstraint("guild_id", "span", "first_day"),
    partial_index("ix_board_posts_not_sent", "posted_at", where=BOARD_NOT_SENT),
    # Ids are in buttons, so they are never reused.
    sqlite_autoincrement=True,
    info=holds(
        DataKind.RATINGS,
        server=("guild_id", Fate.GOES),
        places={"channel_id", "message_id"},
        words={"span", "first_day"},
        ids={"id"},
    ),
)

# The first three of a server's seasons; people with equal points share a place.
season_badges = Table(
    "season_badges",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("first_day", String(10), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False, index=True),
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    # When the season ended.
    Column("earned_at", UtcDateTime, nullable=False),
    CheckConstraint("place BETWEEN 1 AND 3", name="place"),
    sqlite_with_rowid=False,
    info=holds(
        DataKind.ACHIEVEMENTS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        words={"first_day"},
    ),
)

# Points of the days of a week or season that were added up, so that boards need not count all its games;
# server 0 is everywhere.
period_points = Table(
    "period_points",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("span", String(8), primary_key=True),
    Column("first_day", String(10), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False, index=True),
    Column("of_games", Integer, nullable=False),
    Column("of_puzzles", Integer, nullable=False),
    Column("of_dailies", Integer, nullable=False),
    sqlite_with_rowid=False,
    info=holds(
        DataKind.RATINGS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        words={"span", "first_day"},
    ),
)

# Until when they were added up.
added_days = Table(
    "added_days",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("span", String(8), primary_key=True),
    Column("first_day", String(10), primary_key=True),
    Column("until", UtcDateTime, nullable=False),
    CheckConstraint("span IN ('week', 'season')", name="span"),
    sqlite_with_rowid=False,
    info=holds(DataKind.RATINGS, server=("guild_id", Fate.GOES), words={"span", "first_day"}),
)

# The time zones of servers, each since the moment it was set; "" is the default.
server_zones = Table(
    "server_zones",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", UtcDateTime, primary_key=True),
    Column("zone", String(64), nullable=False),
    sqlite_with_rowid=False,
    info=holds(DataKind.SETTINGS, server=("guild_id", Fate.GOES), words={"zone"}),
)
