"""Tables of what people's reviewed games say about them."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Double, ForeignKey, Index, Integer, String, Table, Text

from data.tables.personal import DataKind, Fate, holds
from data.tables.schema import UtcDateTime, metadata

# A person's moves in a reviewed game, judged: one row per person and game. See `data.jobs.judged`.
judged_games = Table(
    "judged_games",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("finished_at", UtcDateTime, nullable=False),
    # Ratings of both sides before the game; NULL if unknown.
    Column("own_rating", Double),
    Column("other_rating", Double),
    # In JSON.
    Column("moves", Text, nullable=False),
    # Of all moves of the side, in percent; NULL without any that was judged.
    Column("accuracy", Double),
    CheckConstraint("seat IN (0, 1)", name="seat"),
    Index(None, "player_id", "game", "finished_at"),
    sqlite_with_rowid=False,
    info=holds(
        DataKind.INSIGHTS,
        {"player_id": Fate.GOES},
        words={"game", "moves"},
        ids={"game_id"},
    ),
)
