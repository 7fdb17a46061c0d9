"""Tables of repertoires of openings, and of the sessions that train them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
)

from data.tables.schema import DataKind, Fate, Id, UtcDateTime, holds, table

# The moves people want to play, one in each position of a game and side.
repertoire_moves = table(
    "repertoire_moves",
    Column("id", Id, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("side", Integer, nullable=False),
    # The position without regard to symmetry, as in `opening_moves`.
    Column("position", BigInteger, nullable=False),
    # One way to it, moves without passes separated by spaces; and the move to be played there.
    Column("line", Text, nullable=False),
    Column("move", String(16), nullable=False),
    # When it is asked again, and how many delays have begun since the last miss.
    Column("due_at", UtcDateTime, nullable=False),
    Column("stage", Integer, nullable=False),
    Column("misses", Integer, nullable=False),
    CheckConstraint("side IN (0, 1)", name="side"),
    UniqueConstraint("player_id", "game", "side", "position"),
    Index(None, "player_id", "due_at"),
    sqlite_autoincrement=True,
    info=holds(DataKind.REPERTOIRES, {"player_id": Fate.GOES}, own={"game", "line", "move", "position"}),
)

# A person's latest training session.
training_sessions = table(
    "training_sessions",
    Column("id", Id, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False, unique=True),
    # What was asked for: NULL for all games and both sides; moves that are due, or all.
    Column("game", String(32)),
    Column("side", Integer),
    Column("ahead", Boolean, nullable=False),
    Column("begun_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    CheckConstraint("side IN (0, 1)", name="side"),
    sqlite_autoincrement=True,
    info=holds(DataKind.REPERTOIRES, {"player_id": Fate.GOES}, own={"game"}),
)

# Its questions, in order; a missed one is asked again at the end.
training_questions = table(
    "training_questions",
    Column("session_id", ForeignKey("training_sessions.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("move_id", ForeignKey("repertoire_moves.id", ondelete="CASCADE"), nullable=False, index=True),
    # The move they answered with, NULL before, and whether it was right.
    Column("answer", String(16)),
    Column("right", Boolean),
    sqlite_with_rowid=False,
    info=holds(DataKind.REPERTOIRES, own={"answer"}),
)
