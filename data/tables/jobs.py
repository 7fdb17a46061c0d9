"""Tables of background jobs: reviews and strength tests."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Integer, String, Table, Text

from data.tables.schema import DataKind, Fate, Id, UtcDateTime, holds, metadata, partial_index, shown

# Reviews of finished games, one per game; `finished_at` is NULL while in progress.
reviews = Table(
    "reviews",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("asker_id", BigInteger, nullable=False),
    Column("guild_id", BigInteger),
    *shown(),
    Column("begun_at", UtcDateTime, nullable=False),
    Column("finished_at", UtcDateTime),
    # The ply from which mistakes still have to become puzzles; NULL when done.
    Column("mine_from", Integer, server_default="0"),
    # True once achievements were awarded for it.
    Column("examined", Boolean),
    # True once its moves are in `judged_games`.
    Column("judged", Boolean),
    # True if it was made in the background, without a message.
    Column("quiet", Boolean),
    partial_index("ix_reviews_unjudged", "finished_at", where="judged IS NULL AND finished_at IS NOT NULL"),
    partial_index("ix_reviews_quiet", "asker_id", "begun_at", where="quiet"),
    partial_index(
        "ix_reviews_to_mine", "finished_at", where="mine_from IS NOT NULL AND finished_at IS NOT NULL"
    ),
    partial_index(
        "ix_reviews_unexamined", "finished_at", where="examined IS NULL AND finished_at IS NOT NULL"
    ),
    partial_index("ix_reviews_under_way", "begun_at", where="finished_at IS NULL"),
    info=holds(DataKind.GAMES, {"asker_id": Fate.STAYS_WITHOUT}, ("guild_id", Fate.GOES)),
)

# Analysis of the position before each ply; see `ReviewedPly`.
reviewed_plies = Table(
    "reviewed_plies",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("best", String(16), nullable=False),
    Column("score", Double, nullable=False),
    Column("played", Double),
    Column("depth", Integer),
    Column("keepers", Integer),
    sqlite_with_rowid=False,
    info=holds(DataKind.GAMES, own={"best"}),
)

# Strength tests in progress.
strength_tests = Table(
    "measurements",
    metadata,
    Column("id", Id, primary_key=True),
    # The server, or the channel outside of servers; each has at most one strength test.
    Column("place_id", BigInteger, nullable=False, unique=True),
    Column("guild_id", BigInteger),
    *shown(),
    Column("asker_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("first", Text, nullable=False),
    Column("second", Text, nullable=False),
    Column("games", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("results", Text, nullable=False),
    # Nodes and moves of the first player, then of the second, separated by spaces; "" for none.
    Column("efforts", Text, nullable=False, server_default=""),
    sqlite_autoincrement=True,
    info=holds(
        DataKind.STRENGTH_TESTS,
        {"asker_id": Fate.STAYS_WITHOUT},
        ("guild_id", Fate.GOES),
        texts={"first", "second"},
        places={"place_id"},
        own={"game", "options", "results", "efforts", "seed"},
    ),
)
