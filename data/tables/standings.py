"""Tables of what games are worth: ratings, reviews, insights, achievements, points of weeks and seasons."""

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
    Text,
    UniqueConstraint,
)

from data.tables.schema import DataKind, Fate, Id, UtcDateTime, holds, partial_index, shown, table

UNEXAMINED_WIN = "examined IS NULL AND rated AND pool = 'computer' AND outcome = 'win'"
"""Rated wins against the computer that may still be achievements."""

SCORED = "rated AND outcome IN ('win', 'draw')"
"""Results that may bring points on the boards of weeks and seasons."""

ratings = table(
    "ratings",
    Column("player_id", ForeignKey("players.id"), primary_key=True),
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
    info=holds(DataKind.RATINGS, {"player_id": Fate.GOES}, own={"game", "pool", "board"}),
)

# One row per person of a finished game. Profiles and rating history read it, so it repeats game and pool.
results = table(
    "results",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
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
        own={"game", "pool", "outcome", "former_opponent"},
    ),
)

# Players on the leaderboards of servers: those with a rated game there.
server_players = table(
    "server_players",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("pool", String(16), primary_key=True),
    Column("board", String(32), primary_key=True, server_default=""),
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    sqlite_with_rowid=False,
    info=holds(
        DataKind.RATINGS, {"player_id": Fate.GOES}, ("guild_id", Fate.GOES), own={"game", "pool", "board"}
    ),
)

# Reviews of finished games, one per game; `finished_at` is NULL while in progress.
reviews = table(
    "reviews",
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
reviewed_plies = table(
    "reviewed_plies",
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
strength_tests = table(
    "measurements",
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

# A person's moves in a reviewed game, judged: one row per person and game. See `data.jobs.judged`.
judged_games = table(
    "judged_games",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
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
    info=holds(DataKind.INSIGHTS, {"player_id": Fate.GOES}, own={"game", "moves"}),
)


# What people have earned, each once. It outlives the game in which it was earned.
achievements = table(
    "achievements",
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("achievement", String(64), primary_key=True),
    Column("earned_at", UtcDateTime, nullable=False),
    Column("game_id", BigInteger),
    sqlite_with_rowid=False,
    info=holds(DataKind.ACHIEVEMENTS, {"player_id": Fate.GOES}, own={"achievement", "game_id"}),
)

# Achievements to be announced where they were earned, until `tell_by`.
untold_achievements = table(
    "untold_achievements",
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("achievement", String(64), primary_key=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("tell_by", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
    info=holds(DataKind.ACHIEVEMENTS, {"player_id": Fate.GOES}, ("guild_id", Fate.GOES), own={"achievement"}),
)

# Roles for achievements, to be given at `due_at`, or taken if the person no longer has the achievement; NULL
# once given, or refused for good.
role_grants = table(
    "role_grants",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("achievement", String(64), primary_key=True),
    Column("role_id", BigInteger, nullable=False),
    Column("due_at", UtcDateTime),
    # Failures in a row.
    Column("failures", Integer, nullable=False),
    partial_index("ix_role_grants_due_at", "due_at", where="due_at IS NOT NULL"),
    sqlite_with_rowid=False,
    info=holds(
        DataKind.ACHIEVEMENTS,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        places={"role_id"},
        own={"achievement"},
    ),
)


BOARD_NOT_SENT = "message_id IS NULL"
"""Boards whose messages are not known."""

# The week and the season that a server's next boards are about, and when those are due.
next_boards = table(
    "next_boards",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("span", String(8), primary_key=True),
    # The period's first day in ISO format.
    Column("first_day", String(10), nullable=False),
    Column("due_at", UtcDateTime, nullable=False, index=True),
    CheckConstraint("span IN ('week', 'season')", name="span"),
    sqlite_with_rowid=False,
    info=holds(DataKind.RATINGS, server=("guild_id", Fate.GOES), own={"span", "first_day"}),
)

# Boards of past weeks and seasons posted in channels, each once.
board_posts = table(
    "board_posts",
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("span", String(8), nullable=False),
    Column("first_day", String(10), nullable=False),
    *shown(),
    Column("posted_at", UtcDateTime, nullable=False),
    CheckConstraint("span IN ('week', 'season')", name="span"),
    UniqueConstraint("guild_id", "span", "first_day"),
    partial_index("ix_board_posts_not_sent", "posted_at", where=BOARD_NOT_SENT),
    sqlite_autoincrement=True,
    info=holds(DataKind.RATINGS, server=("guild_id", Fate.GOES), own={"span", "first_day"}),
)

# The first three of a server's seasons; people with equal points share a place.
season_badges = table(
    "season_badges",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("first_day", String(10), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    # When the season ended.
    Column("earned_at", UtcDateTime, nullable=False),
    CheckConstraint("place BETWEEN 1 AND 3", name="place"),
    sqlite_with_rowid=False,
    info=holds(DataKind.ACHIEVEMENTS, {"player_id": Fate.GOES}, ("guild_id", Fate.GOES), own={"first_day"}),
)

# Points of the days of a week or season that were added up, so that boards need not count all its games;
# server 0 is everywhere.
period_points = table(
    "period_points",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("span", String(8), primary_key=True),
    Column("first_day", String(10), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("of_games", Integer, nullable=False),
    Column("of_puzzles", Integer, nullable=False),
    Column("of_dailies", Integer, nullable=False),
    sqlite_with_rowid=False,
    info=holds(
        DataKind.RATINGS, {"player_id": Fate.GOES}, ("guild_id", Fate.GOES), own={"span", "first_day"}
    ),
)

# Until when they were added up.
added_days = table(
    "added_days",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("span", String(8), primary_key=True),
    Column("first_day", String(10), primary_key=True),
    Column("until", UtcDateTime, nullable=False),
    CheckConstraint("span IN ('week', 'season')", name="span"),
    sqlite_with_rowid=False,
    info=holds(DataKind.RATINGS, server=("guild_id", Fate.GOES), own={"span", "first_day"}),
)

# The time zones of servers, each since the moment it was set; "" is the default.
server_zones = table(
    "server_zones",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", UtcDateTime, primary_key=True),
    Column("zone", String(64), nullable=False),
    sqlite_with_rowid=False,
    info=holds(DataKind.SETTINGS, server=("guild_id", Fate.GOES), own={"zone"}),
)
