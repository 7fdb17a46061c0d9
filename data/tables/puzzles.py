"""The tables of puzzles: what people have done with them, and where they stand."""

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
    Text,
    UniqueConstraint,
)

from data.tables.column_types import UtcDateTime
from data.tables.schema import Id, metadata, partial_index

# How difficult puzzles have turned out to be; one that nobody has tried is as difficult as it was made.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(16), primary_key=True),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# The puzzles that people have seen, and how far they are with each.
puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("puzzle", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("begun_at", UtcDateTime, nullable=False),
    # How many moves of its line have been made, the replies included.
    Column("ply", Integer, nullable=False),
    # How the first attempt ended, which alone is rated; NULL as long as it goes on.
    Column("result", String(8)),
    # What that did to the person's rating, if it was rated.
    Column("value_before", Double),
    Column("value_after", Double),
    Column("solved_at", UtcDateTime),
    # Whether they had the solution shown.
    Column("shown", Boolean, nullable=False),
    CheckConstraint("result IN ('solved', 'failed')", name="result"),
    sqlite_with_rowid=False,
)

# Puzzles that stand in channels for everybody to try.
puzzle_posts = Table(
    "puzzle_posts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("puzzle", String(16), nullable=False, index=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("by_clicks", Boolean, nullable=False),
    # Of a daily puzzle: its day, as ISO has it, and when its answer is due; NULL again when that is shown.
    Column("day", String(10)),
    Column("posted_at", UtcDateTime, nullable=False),
    Column("answer_at", UtcDateTime),
    Column("answered", Boolean, nullable=False),
    # How many who have solved it the message names.
    Column("shown", Integer, nullable=False),
    UniqueConstraint("guild_id", "day"),
    partial_index("ix_puzzle_posts_answer_at", "answer_at", where="answer_at IS NOT NULL"),
    # Its id stands in a button, too.
    sqlite_autoincrement=True,
)

# Who has tried them, and solved them before the answer came.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column(
        "post_id", ForeignKey("puzzle_posts.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    ),
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False, index=True),
    Column("solved_at", UtcDateTime),
    # Whether at the first attempt.
    Column("first", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

# When servers that want one get their next daily puzzle.
daily_puzzles = Table(
    "daily_puzzles",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("next_at", UtcDateTime, nullable=False),
)

# People's own mistakes in reviewed games as puzzles.
own_puzzles = Table(
    "own_puzzles",
    metadata,
    Column("id", Id, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("game_id", ForeignKey("reviews.game_id", ondelete="CASCADE"), nullable=False),
    # Which move of the game it was, and which one they made.
    Column("game_ply", Integer, nullable=False),
    Column("played", String(16), nullable=False),
    # The puzzle; moves and themes have spaces between.
    Column("game", String(32), nullable=False),
    Column("position", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("goal", String(8), nullable=False),
    Column("margin", Integer, nullable=False),
    Column("rating", Double, nullable=False),
    Column("themes", Text, nullable=False),
    # When it is to be solved; NULL when it was, at a first attempt.
    Column("due_at", UtcDateTime),
    # How often it was not, and how far they are now: as in `puzzle_attempts`.
    Column("failures", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("result", String(8)),
    Column("shown", Boolean, nullable=False),
    Column("solved_at", UtcDateTime),
    CheckConstraint("result IN ('solved', 'failed')", name="result"),
    UniqueConstraint("game_id", "game_ply"),
    Index(None, "player_id", "due_at"),
    # Its id stands in buttons, too.
    sqlite_autoincrement=True,
)
