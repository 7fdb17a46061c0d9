"""The tables of messages that stand in channels, and what is still to be done with them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text

from data.tables.column_types import UtcDateTime, UtcSeconds
from data.tables.schema import metadata, partial_index

# Messages that showed a game until another one took their place, and do not say yet where it went.
left_boards = Table(
    "left_boards",
    metadata,
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
)

# What people were told of their turns, and are to be told, as long as a turn lasts.
notices = Table(
    "notices",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    # The turn: since when they have it.
    Column("turn_at", UtcDateTime, nullable=False),
    # When there is something to do.
    Column("due_at", UtcSeconds),
    Column("told", Boolean, nullable=False),
    Column("reminded", Boolean, nullable=False),
    # The message that stands.
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    # Tries of what is due.
    Column("failures", Integer, nullable=False),
    # Where Discord does not take what is said, and whether the person knows.
    Column("refused", String(16)),
    Column("explained", Boolean, nullable=False),
    partial_index("ix_notices_due_at", "due_at", where="due_at IS NOT NULL"),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
)

# The threads in which games are played, and the channels they belong to.
threads = Table(
    "threads",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False, index=True),
    Column("guild_id", BigInteger),
)

# The lists of games that stand in channels.
channel_lists = Table(
    "channel_lists",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger),
    Column("message_id", BigInteger),
    # Stands for what the message says.
    Column("digest", String(64)),
)

# Commands that were acknowledged and not answered yet: the next start ends those that a killed process left.
unanswered = Table(
    "unanswered",
    metadata,
    # The interaction's.
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    # Lets the bot answer; it is worth nothing after a quarter of an hour.
    Column("token", Text, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("guild_id", BigInteger),
)

# Games whose messages still name somebody who has deleted their data.
outdated_names = Table(
    "outdated_names",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    # How often changing the message has failed.
    Column("failures", Integer, nullable=False, server_default="0"),
)
