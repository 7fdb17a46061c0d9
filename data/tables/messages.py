"""Tables of posted messages and pending answers."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Text

from data.tables.schema import DataKind, Fate, UtcDateTime, UtcSeconds, holds, partial_index, shown, table

# Messages replaced by another one for their game that do not point to it yet.
left_boards = table(
    "left_boards",
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    info=holds(DataKind.GAMES),
)

# Turn notices, one for each turn while it lasts.
notices = table(
    "notices",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    # When the turn began.
    Column("turn_at", UtcDateTime, nullable=False),
    # When the next step is due.
    Column("due_at", UtcSeconds),
    Column("told", Boolean, nullable=False),
    Column("reminded", Boolean, nullable=False),
    # The posted message.
    *shown(nullable=True),
    # Tries of the step that is due.
    Column("failures", Integer, nullable=False),
    # The place where Discord rejects the notices, and true if the person knows.
    Column("refused", String(16)),
    Column("explained", Boolean, nullable=False),
    partial_index("ix_notices_due_at", "due_at", where="due_at IS NOT NULL"),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
    info=holds(DataKind.GAMES, {"player_id": Fate.GOES}, own={"refused"}),
)

# Threads in which games are played, and their channels.
threads = table(
    "threads",
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False, index=True),
    Column("guild_id", BigInteger),
    info=holds(DataKind.GAMES, server=("guild_id", Fate.GOES), places={"id"}),
)

# Lists of games posted in channels.
channel_lists = table(
    "channel_lists",
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger),
    Column("message_id", BigInteger),
    # Digest of the text the message shows.
    Column("digest", String(64)),
    info=holds(DataKind.GAMES, server=("guild_id", Fate.GOES), own={"digest"}),
)

# Acknowledged commands without an answer; the next start ends those left by a killed process.
unanswered = table(
    "unanswered",
    # The interaction's.
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    # For answers, valid for a quarter of an hour.
    Column("token", Text, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("guild_id", BigInteger),
    info=holds(DataKind.COMMANDS, server=("guild_id", Fate.GOES), own={"token", "id"}),
)

# Games whose messages still name a person who has deleted their data.
outdated_names = table(
    "outdated_names",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    # Failed changes of the message.
    Column("failures", Integer, nullable=False, server_default="0"),
    info=holds(DataKind.GAMES),
)
