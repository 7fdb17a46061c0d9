"""Tables of puzzles: attempts, ratings, posts, runs, and people's own mistakes."""

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

from data.tables.schema import DataKind, Fate, Id, UtcDateTime, UtcSeconds, holds, partial_index, shown, table

# Ratings of puzzles with attempts; others have the rating they were created with.
puzzle_ratings = table(
    "puzzle_ratings",
    Column("puzzle", String(16), primary_key=True),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("attempts", Integer, nullable=False),
    sqlite_with_rowid=False,
    info=holds(DataKind.PUZZLES, own={"puzzle"}),
)

# Attempts of people at the puzzles they have seen.
puzzle_attempts = table(
    "puzzle_attempts",
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("begun_at", UtcDateTime, nullable=False),
    # Moves made of its line, including replies.
    Column("ply", Integer, nullable=False),
    # Result of the first attempt, which alone is rated; NULL while in progress.
    Column("result", String(8)),
    # The person's rating around it, if it was rated.
    Column("value_before", Double),
    Column("value_after", Double),
    Column("solved_at", UtcDateTime),
    # True if they requested the solution.
    Column("shown", Boolean, nullable=False),
    # What they did, a sign each: see `data.puzzles.puzzles.Deed`.
    Column("trace", String(120), nullable=False, server_default=""),
    CheckConstraint("result IN ('solved', 'failed')", name="result"),
    # The server in which the first attempt was solved.
    Column("guild_id", BigInteger),
    partial_index("ix_puzzle_attempts_solved_at", "solved_at", where="solved_at IS NOT NULL"),
    partial_index("ix_puzzle_attempts_solved_there", "guild_id", "solved_at", where="guild_id IS NOT NULL"),
    sqlite_with_rowid=False,
    info=holds(
        DataKind.PUZZLES,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.STAYS_WITHOUT),
        own={"puzzle", "game", "result", "trace"},
    ),
)

# Puzzles posted in channels for everyone to try.
puzzle_posts = table(
    "puzzle_posts",
    Column("id", Id, primary_key=True),
    Column("puzzle", String(16), nullable=False, index=True),
    Column("guild_id", BigInteger),
    *shown(),
    Column("by_clicks", Boolean, nullable=False),
    # For a daily puzzle: its day in ISO format, and when its answer is due, NULL once shown.
    Column("day", String(10)),
    Column("posted_at", UtcDateTime, nullable=False),
    Column("answer_at", UtcDateTime),
    Column("answered", Boolean, nullable=False),
    # Number of solvers the message names.
    Column("shown", Integer, nullable=False),
    UniqueConstraint("guild_id", "day"),
    partial_index("ix_puzzle_posts_answer_at", "answer_at", where="answer_at IS NOT NULL"),
    sqlite_autoincrement=True,
    info=holds(DataKind.PUZZLES, server=("guild_id", Fate.GOES), own={"puzzle", "day"}),
)

# Who tried them, and solved them before the answer.
puzzle_tries = table(
    "puzzle_tries",
    Column("post_id", ForeignKey("puzzle_posts.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("solved_at", UtcDateTime),
    # True if at the first attempt.
    Column("first", Boolean, nullable=False),
    # True once achievements were awarded for it.
    Column("examined", Boolean),
    # The day of the post, repeated so that an index finds a person's other tries of that day.
    Column("day", String(10)),
    Index(None, "player_id", "day", "solved_at"),
    partial_index(
        "ix_puzzle_tries_unexamined", "solved_at", where="examined IS NULL AND solved_at IS NOT NULL"
    ),
    partial_index("ix_puzzle_tries_solved_at", "solved_at", where="solved_at IS NOT NULL"),
    sqlite_with_rowid=False,
    info=holds(DataKind.PUZZLES, {"player_id": Fate.GOES}, own={"day"}),
)

RACE_ACTIVE = "state IN ('open', 'running')"
"""Races that are not over."""

RACE_TO_ANNOUNCE = "state IN ('finished', 'cancelled') AND NOT announced"
"""Races that are over, whose message may not show that yet."""

# Races: rushes of several people at once, with the same puzzles.
puzzle_races = table(
    "puzzle_races",
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    *shown(),
    # Digest of what the message shows.
    Column("digest", String(64)),
    Column("organiser_id", ForeignKey("players.id"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("state", String(16), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    # When it starts automatically, or is cancelled if too few have joined.
    Column("expires_at", UtcDateTime, nullable=False),
    # The puzzles in their order, separated by spaces; "" before the start.
    Column("puzzles", Text, nullable=False, server_default=""),
    # When the first puzzle is shown, and when the time is over.
    Column("begins_at", UtcSeconds),
    Column("deadline", UtcSeconds),
    Column("finished_at", UtcDateTime),
    # Why it was cancelled.
    Column("reason", String(16)),
    # The race before, of which this is the rematch.
    Column("rematch_of", ForeignKey("puzzle_races.id", ondelete="SET NULL"), unique=True),
    # True once the message shows the result.
    Column("announced", Boolean, nullable=False),
    # Grows with every change; a change names the one it is based on.
    Column("version", Integer, nullable=False),
    CheckConstraint("state IN ('open', 'running', 'finished', 'cancelled')", name="state"),
    Index(None, "guild_id"),
    Index(None, "organiser_id"),
    Index(None, "finished_at"),
    partial_index("ix_puzzle_races_active", "channel_id", where=RACE_ACTIVE),
    partial_index("ix_puzzle_races_to_announce", "finished_at", where=RACE_TO_ANNOUNCE),
    sqlite_autoincrement=True,
    info=holds(
        DataKind.PUZZLES,
        {"organiser_id": Fate.STAYS_WITHOUT},
        ("guild_id", Fate.GOES),
        own={"game", "puzzles", "state", "reason", "digest"},
    ),
)

# Who takes part in a race; from its start each has a run.
puzzle_racers = table(
    "puzzle_racers",
    Column("race_id", ForeignKey("puzzle_races.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("joined_at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
    info=holds(DataKind.PUZZLES, {"player_id": Fate.GOES}),
)

# Runs of puzzles: streaks until the first miss, and rushes against time, alone or in a race.
puzzle_runs = table(
    "puzzle_runs",
    Column("id", Id, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    # The server whose record it may become.
    Column("guild_id", BigInteger),
    Column("kind", String(8), nullable=False),
    Column("game", String(32), nullable=False),
    Column("begun_at", UtcDateTime, nullable=False),
    # The last time something was done in it.
    Column("touched_at", UtcSeconds, nullable=False),
    # When a rush or a race ends; or the seconds it has left, while it waits for its player after an outage.
    Column("deadline", UtcSeconds),
    Column("seconds_left", Double),
    Column("ended_at", UtcDateTime),
    Column("ending", String(8)),
    # Puzzles solved and missed.
    Column("score", Integer, nullable=False),
    Column("misses", Integer, nullable=False),
    # The race it is a part of.
    Column("race_id", ForeignKey("puzzle_races.id", ondelete="SET NULL"), index=True),
    CheckConstraint("kind IN ('streak', 'rush', 'race')", name="kind"),
    CheckConstraint("ending IN ('miss', 'time', 'supply', 'stopped', 'void')", name="ending"),
    Index("ix_puzzle_runs_of_player", "player_id", "game", "kind", "score"),
    Index("ix_puzzle_runs_in_server", "guild_id", "game", "kind", "score"),
    # A person has one unfinished run of a kind.
    partial_index(
        "ix_puzzle_runs_unfinished", "player_id", "game", "kind", where="ended_at IS NULL", unique=True
    ),
    partial_index("ix_puzzle_runs_deadline", "deadline", where="ended_at IS NULL AND deadline IS NOT NULL"),
    sqlite_autoincrement=True,
    info=holds(
        DataKind.PUZZLES,
        {"player_id": Fate.GOES},
        ("guild_id", Fate.STAYS_WITHOUT),
        own={"kind", "game", "ending"},
    ),
)

# Attempts at the puzzles of runs, which are not rated.
puzzle_run_attempts = table(
    "puzzle_run_attempts",
    Column("run_id", ForeignKey("puzzle_runs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("puzzle", String(16), nullable=False),
    Column("begun_at", UtcDateTime, nullable=False, index=True),
    # As in `puzzle_attempts`.
    Column("ply", Integer, nullable=False),
    Column("result", String(8)),
    Column("solved_at", UtcDateTime),
    CheckConstraint("result IN ('solved', 'failed')", name="result"),
    Index("ix_puzzle_run_attempts_of_player", "player_id", "puzzle"),
    sqlite_with_rowid=False,
    info=holds(DataKind.PUZZLES, {"player_id": Fate.GOES}, own={"puzzle", "result"}),
)

# When servers get their next daily puzzle.
daily_puzzles = table(
    "daily_puzzles",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("next_at", UtcDateTime, nullable=False),
    info=holds(DataKind.PUZZLES, server=("guild_id", Fate.GOES)),
)

# People's own moves in reviewed games as puzzles: mistakes, and best moves among them.
own_puzzles = table(
    "own_puzzles",
    Column("id", Id, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("game_id", ForeignKey("reviews.game_id", ondelete="CASCADE"), nullable=False),
    # The ply of the game, and the move they made.
    Column("game_ply", Integer, nullable=False),
    Column("played", String(16), nullable=False),
    # The puzzle; moves and themes are separated by spaces.
    Column("game", String(32), nullable=False),
    Column("position", Text, nullable=False),
    Column("line", Text, nullable=False),
    Column("goal", String(8), nullable=False),
    Column("margin", Integer, nullable=False),
    Column("rating", Double, nullable=False),
    Column("themes", Text, nullable=False),
    # When it comes back, NULL once learned; and how many delays have begun since the last failure.
    Column("due_at", UtcDateTime),
    Column("stage", Integer, nullable=False, server_default="0"),
    # Number of failures, and the present attempt, as in `puzzle_attempts`.
    Column("failures", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("result", String(8)),
    Column("shown", Boolean, nullable=False),
    Column("solved_at", UtcDateTime),
    CheckConstraint("result IN ('solved', 'failed')", name="result"),
    UniqueConstraint("game_id", "game_ply"),
    Index(None, "player_id", "due_at"),
    sqlite_autoincrement=True,
    info=holds(
        DataKind.PUZZLES,
        {"player_id": Fate.GOES},
        own={"played", "game", "position", "line", "goal", "themes", "result"},
    ),
)
