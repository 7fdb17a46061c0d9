"""Tables of ratings, and the results they come from."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
)

from data.tables.personal import DataKind, Fate, holds
from data.tables.schema import UtcDateTime, metadata, partial_index

UNEXAMINED_WIN = "examined IS NULL AND rated AND pool = 'computer' AND outcome = 'win'"
"""Rated wins against the computer that may still be achievements."""

SCORED = "rated AND outcome IN ('win', 'draw')"
"""Results that may bring points on the boards of weeks and seasons."""

ratings = Table(
    "ratings",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("pool", String(16), primary_key=True),
    Column("board", String(32), primary_key=True, server_default=""),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
    Column("rated_at", UtcDateTime, nullable=False),
    # Until when it keeps its rank without another game; NULL while it is provisional.
    Column("listed_until", UtcDateTime),
    Index(None, "game", "pool", "board", "value"),
    info=holds(DataKind.RATINGS, {"player_id": Fate.GOES}, words={"game", "pool", "board"}),
)

# One row per person of a finished game. Profiles and rating history read it, so it repeats game and pool.
results = Table(
    "results",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("pool", String(16), nullable=False),
    Column("guild_id", BigInteger),
    Column("outcome", String(16), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("value_before", Double),
    Column("deviation_before", Double),
    Column("volatility_before", Double),
    Column("value_after", Double),
    Column("deviation_after", Double),
    Column("volatility_after", Double),
    Column("finished_at", UtcDateTime, nullable=False),
    # True once achievements were awarded for it.
    Column("examined", Boolean),
    # The first game against an opponent who deleted their data, which tells such opponents apart.
    Column("former_opponent", BigInteger),
    CheckConstraint("seat IN (0, 1)", name="seat"),
    CheckConstraint("outcome IN ('win', 'draw', 'loss', 'called off')", name="outcome"),
    Index(None, "player_id", "finished_at"),
    partial_index("ix_results_unexamined", "finished_at", where=UNEXAMINED_WIN),
    partial_index("ix_results_scored", "finished_at", where=SCORED),
    partial_index("ix_results_scored_there", "guild_id", "finished_at", where=SCORED),
    info=holds(
        DataKind.RATINGS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.STAYS_WITHOUT),
        words={"game", "pool", "outcome"},
        ids={"game_id", "former_opponent"},
    ),
)

# Players on the leaderboards of servers: those with a rated game there.
server_players = Table(
    "server_players",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("pool", String(16), primary_key=True),
    Column("board", String(32), primary_key=True, server_default=""),
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
    info=holds(
        DataKind.RATINGS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        words={"game", "pool", "board"},
    ),
)
