"""Tables of games in which teams vote for their moves."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
)

from data.tables.personal import DataKind, Fate, holds
from data.tables.schema import Id, UtcDateTime, metadata, partial_index, shown

# What a game has in addition when teams vote in it; its seats are those of teams.
vote_games = Table(
    "vote_games",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("form", String(16), nullable=False),
    # Seconds to vote for a move.
    Column("seconds", Integer, nullable=False),
    # The seed of lots.
    Column("lot", Integer, nullable=False),
    # The side of the channel in which the game is; that of the other channel is the other one.
    Column("side", Integer, nullable=False),
    # Between two servers: the other channel, and the message there.
    Column("guild_id", BigInteger),
    *shown(nullable=True),
    # The ply that is voted on, when the countdown ends, and the move once it is decided.
    Column("ply", Integer, nullable=False),
    Column("ends_at", UtcDateTime),
    Column("decided", String(16)),
    # Countdowns in a row without a vote.
    Column("empty", Integer, nullable=False),
    # Whether the record of the best voters is computed: by a review, which is asked for at the end.
    Column("record", String(8), nullable=False),
    CheckConstraint("form IN ('computer', 'teams', 'servers')", name="form"),
    CheckConstraint("side IN (0, 1)", name="side"),
    CheckConstraint("record IN ('none', 'asked', 'done')", name="record"),
    partial_index("ix_vote_games_unfinished", "ends_at", where="record <> 'done'"),
    partial_index("ix_vote_games_channel_id", "channel_id", where="channel_id IS NOT NULL"),
    info=holds(
        DataKind.GAMES,
        server=("guild_id", Fate.STAYS_WITHOUT),
        places={"channel_id", "message_id"},
        words={"form", "decided", "record"},
        ids={"game_id"},
    ),
)

# The people on each side.
vote_members = Table(
    "vote_members",
    metadata,
    Column(
        "game_id", ForeignKey("vote_games.game_id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    ),
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False, index=True),
    Column("side", Integer, nullable=False),
    CheckConstraint("side IN (0, 1)", name="side"),
    sqlite_with_rowid=False,
    info=holds(DataKind.GAMES, {"player_id": Fate.GOES}, ids={"game_id"}),
)

votes = Table(
    "votes",
    metadata,
    Column(
        "game_id", ForeignKey("vote_games.game_id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    ),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False, index=True),
    Column("move", String(16), nullable=False),
    sqlite_with_rowid=False,
    info=holds(DataKind.GAMES, {"player_id": Fate.GOES}, words={"move"}, ids={"game_id"}),
)

# The people who asked for a hint at a ply.
vote_hints = Table(
    "vote_hints",
    metadata,
    Column(
        "game_id", ForeignKey("vote_games.game_id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    ),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False, index=True),
    sqlite_with_rowid=False,
    info=holds(DataKind.GAMES, {"player_id": Fate.GOES}, ids={"game_id"}),
)

# Codes by which another server's channel joins a game.
vote_invitations = Table(
    "vote_invitations",
    metadata,
    Column("id", Id, primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("inviter_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("side", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    CheckConstraint("side IN (0, 1)", name="side"),
    sqlite_autoincrement=True,
    info=holds(
        DataKind.GAMES,
        {"inviter_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        places={"channel_id"},
        words={"code", "game", "options"},
        ids={"id"},
    ),
)
