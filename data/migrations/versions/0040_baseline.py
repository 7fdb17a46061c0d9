"""The tables of version 1.0."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Integer, String, Text

revision = "0040"
down_revision = None

ID = BigInteger().with_variant(Integer(), "sqlite")
TIME = sa.DateTime(timezone=True)

PLAYING = "state = 'playing' AND adjourned_at IS NULL"
BY_ITSELF = (
    "CASE WHEN state = 'playing' AND adjourned_at IS NULL AND coalesce(second_computer, second_delegate) "
    "IS NOT NULL THEN coalesce(first_computer, first_delegate) END IS NOT NULL"
)
COMPUTER_TO_MOVE = (
    "CASE WHEN state <> 'playing' OR paused_at IS NOT NULL OR adjourned_at IS NOT NULL THEN NULL WHEN "
    "turn = 0 THEN coalesce(first_computer, first_delegate) ELSE "
    "coalesce(second_computer, second_delegate) END IS NOT NULL"
)
ADJOURNED = "state = 'playing' AND adjourned_at IS NOT NULL"
IMPORTED = (
    "state = 'finished' AND first_player_id IS NULL AND first_computer IS NULL AND "
    "second_player_id IS NULL AND second_computer IS NULL"
)
IN_CHANNEL = "CASE WHEN state = 'playing' AND adjourned_at IS NULL THEN channel_id END IS NOT NULL"
OPENING_UNKNOWN = "CASE WHEN state = 'finished' AND opening IS NULL THEN id END IS NOT NULL"
PAUSED = (
    "CASE WHEN state = 'playing' AND first_computer IS NOT NULL AND second_computer IS NOT NULL "
    "THEN paused_at END IS NOT NULL"
)
UNTOUCHED = (
    "CASE WHEN state = 'playing' AND adjourned_at IS NULL AND flag_at IS NULL AND "
    "(first_computer IS NULL OR second_computer IS NULL) THEN moved_at END IS NOT NULL"
)


def _table(name: str, *items: sa.schema.SchemaItem, **options: bool) -> None:
    columns = [item for item in items if isinstance(item, Column)]
    for column in columns:
        for reference in column.foreign_keys:
            reference.name = op.f(f"fk_{name}_{column.name}")
        if column.type is ID and not column.foreign_keys:
            options.setdefault("sqlite_autoincrement", True)
    key = [column.name for column in columns if column.primary_key]
    op.create_table(name, *items, sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{name}")), **options)


def _check(name: str, condition: str) -> sa.CheckConstraint:
    return sa.CheckConstraint(condition, name=op.f(f"ck_{name}"))


def _index(name: str, indexed: str, where: str | None = None, *, unique: bool = False) -> None:
    table, columns = indexed.removesuffix(")").split("(")
    rows = None if where is None else sa.text(where)
    op.create_index(name, table, columns.split(", "), unique=unique, sqlite_where=rows, postgresql_where=rows)


def upgrade() -> None:
    _table(
        "channel_lists",
        Column("channel_id", BigInteger(), autoincrement=False, primary_key=True),
        Column("guild_id", BigInteger()),
        Column("message_id", BigInteger()),
        Column("digest", String(64)),
    )
    _table(
        "daily_puzzles",
        Column("guild_id", BigInteger(), autoincrement=False, primary_key=True),
        Column("next_at", TIME, nullable=False),
    )
    _table(
        "measurements",
        Column("id", ID, primary_key=True),
        Column("place_id", BigInteger(), nullable=False),
        Column("guild_id", BigInteger()),
        Column("channel_id", BigInteger(), nullable=False),
        Column("message_id", BigInteger()),
        Column("asker_id", BigInteger(), nullable=False),
        Column("game", String(32), nullable=False),
        Column("options", Text(), nullable=False),
        Column("first", Text(), nullable=False),
        Column("second", Text(), nullable=False),
        Column("games", Integer(), nullable=False),
        Column("seed", BigInteger(), nullable=False),
        Column("results", Text(), nullable=False),
        Column("efforts", Text(), server_default="", nullable=False),
        sa.UniqueConstraint("place_id", name=op.f("uq_measurements_place_id")),
    )
    _table(
        "players",
        Column("id", BigInteger(), autoincrement=False, primary_key=True),
        Column("name", String(100), nullable=False),
        Column("seen_at", TIME),
    )
    _index("ix_players_seen_at", "players(seen_at)")
    _table(
        "preferences",
        Column("owner_kind", String(8), primary_key=True),
        Column("owner_id", BigInteger(), autoincrement=False, primary_key=True),
        Column("name", String(32), primary_key=True),
        Column("value", Text(), nullable=False),
        _check("preferences_owner_kind", "owner_kind IN ('server', 'person')"),
        sqlite_with_rowid=False,
    )
    _table(
        "presence",
        Column("id", Integer(), autoincrement=False, primary_key=True),
        Column("seen_at", Double(), nullable=False),
    )
    _table(
        "puzzle_posts",
        Column("id", ID, primary_key=True),
        Column("puzzle", String(16), nullable=False),
        Column("guild_id", BigInteger()),
        Column("channel_id", BigInteger(), nullable=False),
        Column("message_id", BigInteger()),
        Column("by_clicks", Boolean(), nullable=False),
        Column("day", String(10)),
        Column("posted_at", TIME, nullable=False),
        Column("answer_at", TIME),
        Column("answered", Boolean(), nullable=False),
        Column("shown", Integer(), nullable=False),
        sa.UniqueConstraint("guild_id", "day", name=op.f("uq_puzzle_posts_guild_id_day")),
    )
    _index("ix_puzzle_posts_answer_at", "puzzle_posts(answer_at)", "answer_at IS NOT NULL")
    _index("ix_puzzle_posts_puzzle", "puzzle_posts(puzzle)")
    _table(
        "puzzle_ratings",
        Column("puzzle", String(16), primary_key=True),
        Column("value", Double(), nullable=False),
        Column("deviation", Double(), nullable=False),
        Column("volatility", Double(), nullable=False),
        Column("attempts", Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    _table(
        "servers",
        Column("guild_id", BigInteger(), autoincrement=False, primary_key=True),
        Column("left_at", TIME),
    )
    _index("ix_servers_left_at", "servers(left_at)", "left_at IS NOT NULL")
    _table(
        "threads",
        Column("id", BigInteger(), autoincrement=False, primary_key=True),
        Column("channel_id", BigInteger(), nullable=False),
        Column("guild_id", BigInteger()),
    )
    _index("ix_threads_channel_id", "threads(channel_id)")
    _table(
        "unanswered",
        Column("id", BigInteger(), autoincrement=False, primary_key=True),
        Column("token", Text(), nullable=False),
        Column("channel_id", BigInteger(), nullable=False),
        Column("created_at", TIME, nullable=False),
        Column("guild_id", BigInteger()),
    )
    _table(
        "workers",
        Column("token", ID, primary_key=True),
        Column("holder", String(200), nullable=False),
        Column("first", Integer(), nullable=False),
        Column("last", Integer(), nullable=False),
        Column("shards", Integer(), nullable=False),
        Column("expires_at", Double(), nullable=False),
        Column("asked", Boolean(), nullable=False),
    )
    _table(
        "blocks",
        Column("blocker_id", BigInteger(), ForeignKey("players.id"), primary_key=True),
        Column("blocked_id", BigInteger(), ForeignKey("players.id"), primary_key=True),
        Column("created_at", TIME, nullable=False),
        sqlite_with_rowid=False,
    )
    _table(
        "games",
        Column("id", ID, primary_key=True),
        Column("game", String(32), nullable=False),
        Column("options", Text(), nullable=False),
        Column("guild_id", BigInteger()),
        Column("channel_id", BigInteger(), nullable=False),
        Column("message_id", BigInteger()),
        Column("state", String(16), nullable=False),
        Column("challenger_id", BigInteger(), ForeignKey("players.id"), nullable=False),
        Column("opponent_id", BigInteger(), ForeignKey("players.id")),
        Column("colour", String(8), nullable=False),
        Column("first_player_id", BigInteger(), ForeignKey("players.id")),
        Column("first_computer", Text()),
        Column("second_player_id", BigInteger(), ForeignKey("players.id")),
        Column("second_computer", Text()),
        Column("rated", Boolean(), nullable=False),
        Column("unrated_why", String(16)),
        Column("unrated_by", Integer()),
        Column("unrated_lost", Boolean(), server_default=sa.false(), nullable=False),
        Column("winner", Integer()),
        Column("score", Integer()),
        Column("ending", String(16)),
        Column("closed_as", String(16)),
        Column("rematch_of", ID, ForeignKey("games.id")),
        Column("created_at", TIME, nullable=False),
        Column("started_at", TIME),
        Column("moved_at", TIME, nullable=False),
        Column("finished_at", TIME),
        Column("paused_at", TIME),
        Column("first_delegate", Text()),
        Column("second_delegate", Text()),
        Column("asked", Boolean(), server_default=sa.false(), nullable=False),
        Column("version", Integer(), server_default="1", nullable=False),
        Column("shown_version", Integer(), server_default="0", nullable=False),
        Column("refused", Boolean(), server_default=sa.false(), nullable=False),
        Column("turn", Integer(), server_default="0", nullable=False),
        Column("by_clicks", Boolean(), server_default=sa.false(), nullable=False),
        Column("conditional_from", Integer()),
        Column("adjourned_at", TIME),
        Column("time_control", String(16)),
        Column("first_left", Double()),
        Column("second_left", Double()),
        Column("clock_since", Double()),
        Column("warn_at", Double()),
        Column("flag_at", Double()),
        Column("first_name", String(100)),
        Column("second_name", String(100)),
        Column("opening", String(64)),
        _check("games_state", "state IN ('offered', 'playing', 'finished', 'closed')"),
        _check("games_first_seat", "first_player_id IS NULL OR first_computer IS NULL"),
        _check("games_second_seat", "second_player_id IS NULL OR second_computer IS NULL"),
        _check("games_winner", "winner IN (0, 1)"),
        sa.UniqueConstraint("rematch_of", name=op.f("uq_games_rematch_of")),
    )
    _index("ix_games_by_itself", "games(channel_id)", BY_ITSELF)
    _index("ix_games_computer_to_move", "games(moved_at)", COMPUTER_TO_MOVE)
    _index("ix_games_first_adjourned", "games(first_player_id)", ADJOURNED)
    pair = "first_player_id, second_player_id, started_at"
    _index("ix_games_first_player_id_second_player_id_started_at", f"games({pair})")
    _index("ix_games_first_playing", "games(first_player_id, channel_id)", PLAYING)
    _index("ix_games_flag_at", "games(flag_at)", "flag_at IS NOT NULL")
    _index("ix_games_guild_id", "games(guild_id)", "guild_id IS NOT NULL")
    _index("ix_games_guild_playing", "games(guild_id)", PLAYING)
    _index("ix_games_imported", "games(challenger_id)", IMPORTED)
    _index("ix_games_in_channel", "games(channel_id)", IN_CHANNEL)
    _index("ix_games_message_id", "games(message_id)", "message_id IS NOT NULL")
    _index("ix_games_not_shown", "games(moved_at)", "shown_version < version")
    _index("ix_games_opening_unknown", "games(id)", OPENING_UNKNOWN)
    _index("ix_games_paused", "games(paused_at)", PAUSED)
    _index("ix_games_refused", "games(channel_id)", "refused")
    _index("ix_games_second_adjourned", "games(second_player_id)", ADJOURNED)
    _index("ix_games_second_playing", "games(second_player_id, channel_id)", PLAYING)
    _index("ix_games_state_moved_at", "games(state, moved_at)")
    _index("ix_games_untouched", "games(moved_at)", UNTOUCHED)
    _index("ix_games_warn_at", "games(warn_at)", "warn_at IS NOT NULL")
    exhibition = "state = 'playing' AND first_computer IS NOT NULL AND second_computer IS NOT NULL"
    _index("uq_games_exhibition", "games(channel_id)", exhibition, unique=True)
    _table(
        "imports",
        Column("id", ID, primary_key=True),
        Column("player_id", BigInteger(), ForeignKey("players.id"), nullable=False),
        Column("content", Text(), nullable=False),
        Column("created_at", TIME, nullable=False),
        sa.UniqueConstraint("player_id", name=op.f("uq_imports_player_id")),
    )
    _index("ix_imports_created_at", "imports(created_at)")
    _table(
        "nicknames",
        Column("player_id", BigInteger(), ForeignKey("players.id"), primary_key=True),
        Column("guild_id", BigInteger(), autoincrement=False, primary_key=True),
        Column("name", String(100), nullable=False),
        sqlite_with_rowid=False,
    )
    _table(
        "opponents",
        Column("id", ID, primary_key=True),
        Column("guild_id", BigInteger(), nullable=False),
        Column("name", String(32), nullable=False),
        Column("key", String(100), nullable=False),
        Column("player", Text(), nullable=False),
        Column("creator_id", BigInteger(), ForeignKey("players.id"), nullable=False),
        Column("created_at", TIME, nullable=False),
        sa.UniqueConstraint("guild_id", "key", name=op.f("uq_opponents_guild_id_key")),
    )
    _table(
        "puzzle_attempts",
        Column("player_id", BigInteger(), ForeignKey("players.id"), primary_key=True),
        Column("puzzle", String(16), primary_key=True),
        Column("game", String(32), nullable=False),
        Column("begun_at", TIME, nullable=False),
        Column("ply", Integer(), nullable=False),
        Column("result", String(8)),
        Column("value_before", Double()),
        Column("value_after", Double()),
        Column("solved_at", TIME),
        Column("shown", Boolean(), nullable=False),
        _check("puzzle_attempts_result", "result IN ('solved', 'failed')"),
        sqlite_with_rowid=False,
    )
    _table(
        "puzzle_tries",
        Column("post_id", ID, ForeignKey("puzzle_posts.id", ondelete="CASCADE"), primary_key=True),
        Column("player_id", BigInteger(), ForeignKey("players.id"), primary_key=True),
        Column("solved_at", TIME),
        Column("first", Boolean(), nullable=False),
        sqlite_with_rowid=False,
    )
    _index("ix_puzzle_tries_player_id", "puzzle_tries(player_id)")
    _table(
        "ratings",
        Column("player_id", BigInteger(), ForeignKey("players.id"), primary_key=True),
        Column("game", String(32), primary_key=True),
        Column("pool", String(16), primary_key=True),
        Column("board", String(32), server_default="", primary_key=True),
        Column("value", Double(), nullable=False),
        Column("deviation", Double(), nullable=False),
        Column("volatility", Double(), nullable=False),
        Column("wins", Integer(), nullable=False),
        Column("draws", Integer(), nullable=False),
        Column("losses", Integer(), nullable=False),
        Column("rated_at", TIME, nullable=False),
        Column("listed_until", TIME),
    )
    _index("ix_ratings_game_pool_board_value", "ratings(game, pool, board, value)")
    _table(
        "requests",
        Column("id", ID, primary_key=True),
        Column("kind", String(16), nullable=False),
        Column("player_id", BigInteger(), ForeignKey("players.id"), nullable=False),
        Column("guild_id", BigInteger()),
        Column("asked_at", TIME, nullable=False),
        _check("requests_kind", "kind IN ('challenge', 'question')"),
        sqlite_autoincrement=False,
    )
    _index("ix_requests_asked_at", "requests(asked_at)")
    _index("ix_requests_guild_id_kind_asked_at", "requests(guild_id, kind, asked_at)")
    _index("ix_requests_player_id_kind_asked_at", "requests(player_id, kind, asked_at)")
    _table(
        "server_players",
        Column("guild_id", BigInteger(), autoincrement=False, primary_key=True),
        Column("game", String(32), primary_key=True),
        Column("pool", String(16), primary_key=True),
        Column("board", String(32), server_default="", primary_key=True),
        Column("player_id", BigInteger(), ForeignKey("players.id"), primary_key=True),
        sqlite_with_rowid=False,
    )
    _table(
        "conditional_moves",
        Column("id", ID, primary_key=True),
        Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        Column("player_id", BigInteger(), ForeignKey("players.id"), nullable=False),
        Column("ply", Integer(), nullable=False),
        Column("line", Text(), nullable=False),
        Column("created_at", TIME, nullable=False),
    )
    _index("ix_conditional_moves_game_id", "conditional_moves(game_id)")
    _table(
        "led_to",
        Column("player_id", BigInteger(), ForeignKey("players.id"), primary_key=True),
        Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        Column("led_at", TIME, nullable=False),
        sqlite_with_rowid=False,
    )
    _index("ix_led_to_game_id", "led_to(game_id)")
    _table(
        "left_boards",
        Column("message_id", BigInteger(), autoincrement=False, primary_key=True),
        Column("channel_id", BigInteger(), nullable=False),
        Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    )
    _index("ix_left_boards_game_id", "left_boards(game_id)")
    _table(
        "moves",
        Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        Column("ply", Integer(), autoincrement=False, primary_key=True),
        Column("move", String(16), nullable=False),
        Column("seat", Integer(), nullable=False),
        Column("seconds", Double(), nullable=False),
        Column("played_at", TIME, nullable=False),
        Column("proved", Integer()),
        Column("given_away", Double(), server_default="0", nullable=False),
        Column("thought", Text()),
        _check("moves_ply", "ply >= 0"),
        _check("moves_seat", "seat IN (0, 1)"),
        sqlite_with_rowid=False,
    )
    _table(
        "notices",
        Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        Column("player_id", BigInteger(), ForeignKey("players.id"), primary_key=True),
        Column("turn_at", TIME, nullable=False),
        Column("due_at", Double()),
        Column("told", Boolean(), nullable=False),
        Column("reminded", Boolean(), nullable=False),
        Column("channel_id", BigInteger()),
        Column("message_id", BigInteger()),
        Column("failures", Integer(), nullable=False),
        Column("refused", String(16)),
        Column("explained", Boolean(), nullable=False),
        sqlite_with_rowid=False,
    )
    _index("ix_notices_due_at", "notices(due_at)", "due_at IS NOT NULL")
    _index("ix_notices_player_id", "notices(player_id)")
    _table(
        "outdated_names",
        Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        Column("failures", Integer(), server_default="0", nullable=False),
    )
    _table(
        "past_questions",
        Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        Column("side", Integer(), autoincrement=False, primary_key=True),
        Column("kind", String(16), primary_key=True),
        Column("question_id", ID, nullable=False),
        Column("position", String(32), nullable=False),
        Column("refusals", Integer(), server_default="0", nullable=False),
        Column("refused_ply", Integer(), server_default="0", nullable=False),
        _check("past_questions_side", "side IN (0, 1)"),
        sqlite_with_rowid=False,
    )
    _table(
        "questions",
        Column("id", ID, primary_key=True),
        Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        Column("kind", String(16), nullable=False),
        Column("side", Integer(), nullable=False),
        Column("ply", Integer(), nullable=False),
        Column("player", Text()),
        Column("channel_id", BigInteger()),
        Column("message_id", BigInteger()),
        Column("asked_at", TIME, nullable=False),
        _check("questions_side", "side IN (0, 1)"),
        sa.UniqueConstraint("game_id", name=op.f("uq_questions_game_id")),
    )
    _table(
        "results",
        Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        Column("seat", Integer(), autoincrement=False, primary_key=True),
        Column("player_id", BigInteger(), ForeignKey("players.id"), nullable=False),
        Column("game", String(32), nullable=False),
        Column("pool", String(16), nullable=False),
        Column("guild_id", BigInteger()),
        Column("outcome", String(16), nullable=False),
        Column("rated", Boolean(), nullable=False),
        Column("value_before", Double()),
        Column("deviation_before", Double()),
        Column("volatility_before", Double()),
        Column("value_after", Double()),
        Column("deviation_after", Double()),
        Column("volatility_after", Double()),
        Column("finished_at", TIME, nullable=False),
        _check("results_outcome", "outcome IN ('win', 'draw', 'loss', 'called off')"),
        _check("results_seat", "seat IN (0, 1)"),
    )
    _index("ix_results_player_id_finished_at", "results(player_id, finished_at)")
    _table(
        "reviewed_plies",
        Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        Column("ply", Integer(), autoincrement=False, primary_key=True),
        Column("best", String(16), nullable=False),
        Column("score", Double(), nullable=False),
        Column("played", Double()),
        Column("depth", Integer()),
        Column("keepers", Integer()),
        sqlite_with_rowid=False,
    )
    _table(
        "reviews",
        Column("game_id", ID, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        Column("asker_id", BigInteger(), nullable=False),
        Column("guild_id", BigInteger()),
        Column("channel_id", BigInteger(), nullable=False),
        Column("message_id", BigInteger()),
        Column("begun_at", TIME, nullable=False),
        Column("finished_at", TIME),
        Column("mine_from", Integer(), server_default="0"),
    )
    _index("ix_reviews_to_mine", "reviews(finished_at)", "mine_from IS NOT NULL AND finished_at IS NOT NULL")
    _index("ix_reviews_under_way", "reviews(begun_at)", "finished_at IS NULL")
    _table(
        "own_puzzles",
        Column("id", ID, primary_key=True),
        Column("player_id", BigInteger(), ForeignKey("players.id"), nullable=False),
        Column("game_id", ID, ForeignKey("reviews.game_id", ondelete="CASCADE"), nullable=False),
        Column("game_ply", Integer(), nullable=False),
        Column("played", String(16), nullable=False),
        Column("game", String(32), nullable=False),
        Column("position", Text(), nullable=False),
        Column("line", Text(), nullable=False),
        Column("goal", String(8), nullable=False),
        Column("margin", Integer(), nullable=False),
        Column("rating", Double(), nullable=False),
        Column("themes", Text(), nullable=False),
        Column("due_at", TIME),
        Column("failures", Integer(), nullable=False),
        Column("ply", Integer(), nullable=False),
        Column("result", String(8)),
        Column("shown", Boolean(), nullable=False),
        Column("solved_at", TIME),
        _check("own_puzzles_result", "result IN ('solved', 'failed')"),
        sa.UniqueConstraint("game_id", "game_ply", name=op.f("uq_own_puzzles_game_id_game_ply")),
    )
    _index("ix_own_puzzles_player_id_due_at", "own_puzzles(player_id, due_at)")
