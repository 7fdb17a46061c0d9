"""Tables of games in which teams vote for their moves."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, String, Table

from data.tables.personal import DataKind, Fate, holds
from data.tables.schema import UtcDateTime, metadata, partial_index

# What a game has in addition when teams vote in it; its seats are those of teams.
vote_games = Table(
    "vote_games",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    # 'servers' was a form of earlier versions; its games are over.
    Column("form", String(16), nullable=False),
    # Seconds to vote for a move.
    Column("seconds", Integer, nullable=False),
    # The seed of lots.
    Column("lot", Integer, nullable=False),
    # The side of the channel, against the computer.
    Column("side", Integer, nullable=False),
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
    info=holds(DataKind.GAMES, words={"form", "decided", "record"}, ids={"game_id"}),
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
