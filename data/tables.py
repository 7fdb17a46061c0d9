"""The tables. A change here needs a migration: see data/migrations/README.md; a test compares the two."""

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
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from data.column_types import UtcDateTime, UtcSeconds


def _partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index of those rows for which `where` is true."""
    condition = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


# SQLite gives ids by itself only to columns of the type INTEGER (which hold 64 bits there).
_Id = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(100), nullable=False),
    # When they last used the bot; a day is exact enough.
    Column("seen_at", UtcDateTime, index=True),
)

# What the members of servers call themselves there; `players` has the names they go by everywhere.
nicknames = Table(
    "nicknames",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(100), nullable=False),
    sqlite_with_rowid=False,
)

# Queries say these conditions in the same words as the indices, so that the database finds the indices.
# The state stands inside of CASE: alone, SQLite would rather go through all games of a state by its index.

COMPUTER_TO_MOVE = (
    "CASE WHEN state <> 'playing' OR paused_at IS NOT NULL OR adjourned_at IS NOT NULL THEN NULL "
    "WHEN turn = 0 THEN coalesce(first_computer, first_delegate) "
    "ELSE coalesce(second_computer, second_delegate) END IS NOT NULL"
)
"""Which games go on and wait for a computer player."""

PAUSED = (
    "CASE WHEN state = 'playing' AND first_computer IS NOT NULL AND second_computer IS NOT NULL "
    "THEN paused_at END IS NOT NULL"
)
"""Which games of two computer players rest until somebody lets them go on."""

REFUSED = "refused"
"""Which games have a message that Discord has refused."""

PLAYING = "state = 'playing' AND adjourned_at IS NULL"
"""Which games are being played."""

ADJOURNED = "state = 'playing' AND adjourned_at IS NOT NULL"
"""Which games are put aside."""

IN_CHANNEL = "CASE WHEN state = 'playing' AND adjourned_at IS NULL THEN channel_id END IS NOT NULL"
"""Which games the list of a channel has: the same ones."""

UNTOUCHED = (
    "CASE WHEN state = 'playing' AND adjourned_at IS NULL AND flag_at IS NULL "
    "AND (first_computer IS NULL OR second_computer IS NULL) THEN moved_at END IS NOT NULL"
)
"""Which games people may forget: those that no clock will end."""

EXHIBITION = "state = 'playing' AND first_computer IS NOT NULL AND second_computer IS NOT NULL"
"""Which games two computer players play."""

NOT_SHOWN = "shown_version < version"
"""Which games have a newer state than their message shows."""

BY_ITSELF = (
    "CASE WHEN state = 'playing' AND adjourned_at IS NULL "
    "AND coalesce(second_computer, second_delegate) IS NOT NULL "
    "THEN coalesce(first_computer, first_delegate) END IS NOT NULL"
)
"""In which games that go on computers play both sides."""

IMPORTED = (
    "state = 'finished' AND first_player_id IS NULL AND first_computer IS NULL "
    "AND second_player_id IS NULL AND second_computer IS NULL"
)
"""Which games nobody here has played: somebody has brought them."""

OPENING_UNKNOWN = "CASE WHEN state = 'finished' AND opening IS NULL THEN id END IS NOT NULL"
"""Which games are over of which nobody has worked out yet which opening was played."""

games = Table(
    "games",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("state", String(16), nullable=False),
    Column("challenger_id", ForeignKey("players.id"), nullable=False),
    Column("opponent_id", ForeignKey("players.id")),
    Column("colour", String(8), nullable=False),
    Column("first_player_id", ForeignKey("players.id")),
    Column("first_computer", Text),
    Column("second_player_id", ForeignKey("players.id")),
    Column("second_computer", Text),
    Column("rated", Boolean, nullable=False),
    # See data/unrated.py.
    Column("unrated_why", String(16)),
    Column("unrated_by", Integer),
    Column("unrated_lost", Boolean, nullable=False, server_default=false()),
    Column("winner", Integer),
    Column("score", Integer),
    Column("ending", String(16)),
    Column("closed_as", String(16)),
    Column("rematch_of", ForeignKey("games.id"), unique=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("started_at", UtcDateTime),
    Column("moved_at", UtcDateTime, nullable=False),
    Column("finished_at", UtcDateTime),
    Column("paused_at", UtcDateTime),
    # The computer players that play for the people in these seats.
    Column("first_delegate", Text),
    Column("second_delegate", Text),
    # Whether a player has asked for the computer's thinking.
    Column("asked", Boolean, nullable=False, server_default=false()),
    # Goes up by one with every change that people are to see, in the same statement.
    Column("version", Integer, nullable=False, server_default="1"),
    # The version that the message of the game shows, or that Discord has refused to show.
    Column("shown_version", Integer, nullable=False, server_default="0"),
    # Whether Discord has refused it for good; it may take the next one.
    Column("refused", Boolean, nullable=False, server_default=false()),
    # The side to move. Sides take turns, and a pass is a move.
    Column("turn", Integer, nullable=False, server_default="0"),
    # Whether the bot is no member where it is played: only answers to people's clicks can show it there.
    Column("by_clicks", Boolean, nullable=False, server_default=false()),
    # The ply of the first of the last moves, if they were conditional ones.
    Column("conditional_from", Integer),
    # When a game was put aside in which nobody moved.
    Column("adjourned_at", UtcDateTime),
    # The clock, as `GameClock` has it: its text, the seconds that both sides have left, and, while it runs,
    # since when, and when its side is to be reminded and out of time.
    Column("time_control", String(16)),
    Column("first_left", Double),
    Column("second_left", Double),
    Column("clock_since", UtcSeconds),
    Column("warn_at", UtcSeconds),
    Column("flag_at", UtcSeconds),
    # What a file calls the players of a game that was imported.
    Column("first_name", String(100)),
    Column("second_name", String(100)),
    # The opening of a game that is over, "" for none. It is worked out once, so that nobody has to replay
    # thousands of games to count them.
    Column("opening", String(64)),
    CheckConstraint("state IN ('offered', 'playing', 'finished', 'closed')", name="state"),
    CheckConstraint("winner IN (0, 1)", name="winner"),
    CheckConstraint("first_player_id IS NULL OR first_computer IS NULL", name="first_seat"),
    CheckConstraint("second_player_id IS NULL OR second_computer IS NULL", name="second_seat"),
    Index(None, "state", "moved_at"),
    Index(None, "first_player_id", "second_player_id", "started_at"),
    _partial_index("ix_games_not_shown", "moved_at", where=NOT_SHOWN),
    _partial_index("ix_games_computer_to_move", "moved_at", where=COMPUTER_TO_MOVE),
    _partial_index("ix_games_paused", "paused_at", where=PAUSED),
    _partial_index("ix_games_message_id", "message_id", where="message_id IS NOT NULL"),
    _partial_index("ix_games_refused", "channel_id", where=REFUSED),
    _partial_index("ix_games_by_itself", "channel_id", where=BY_ITSELF),
    _partial_index("ix_games_untouched", "moved_at", where=UNTOUCHED),
    _partial_index("ix_games_warn_at", "warn_at", where="warn_at IS NOT NULL"),
    _partial_index("ix_games_flag_at", "flag_at", where="flag_at IS NOT NULL"),
    # One game at a time in a channel between two computer players.
    _partial_index("uq_games_exhibition", "channel_id", where=EXHIBITION, unique=True),
    # The games that are played in a channel.
    _partial_index("ix_games_in_channel", "channel_id", where=IN_CHANNEL),
    _partial_index("ix_games_opening_unknown", "id", where=OPENING_UNKNOWN),
    _partial_index("ix_games_guild_id", "guild_id", where="guild_id IS NOT NULL"),
    _partial_index("ix_games_guild_playing", "guild_id", where=PLAYING),
    # Those that somebody plays there.
    _partial_index("ix_games_first_playing", "first_player_id", "channel_id", where=PLAYING),
    _partial_index("ix_games_second_playing", "second_player_id", "channel_id", where=PLAYING),
    # The games that somebody has put aside.
    _partial_index("ix_games_first_adjourned", "first_player_id", where=ADJOURNED),
    _partial_index("ix_games_second_adjourned", "second_player_id", where=ADJOURNED),
    _partial_index("ix_games_imported", "challenger_id", where=IMPORTED),
    # An id stands in buttons that outlive the game, so it is never given out twice.
    sqlite_autoincrement=True,
)

moves = Table(
    "moves",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("played_at", UtcDateTime, nullable=False),
    Column("proved", Integer),
    CheckConstraint("seat IN (0, 1)", name="seat"),
    CheckConstraint("ply >= 0", name="ply"),
    sqlite_with_rowid=False,
)

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
    # Until when it stands on its list without another game; NULL as long as it is provisional.
    Column("listed_until", UtcDateTime),
    Index(None, "game", "pool", "board", "value"),
)

# One row for each person of a finished game: profiles and rating history read it, so game and pool are
# repeated here.
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
    CheckConstraint("seat IN (0, 1)", name="seat"),
    CheckConstraint("outcome IN ('win', 'draw', 'loss', 'called off')", name="outcome"),
    Index(None, "player_id", "finished_at"),
)

# Who stands on the leaderboards of a server: those who have finished a rated game there.
server_players = Table(
    "server_players",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("pool", String(16), primary_key=True),
    Column("board", String(32), primary_key=True, server_default=""),
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

# Strength tests under way; a row goes when its test is over.
strength_tests = Table(
    "measurements",
    metadata,
    Column("id", _Id, primary_key=True),
    # The server, or the channel where there is none: only one strength test at a time in each.
    Column("place_id", BigInteger, nullable=False, unique=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("asker_id", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("first", Text, nullable=False),
    Column("second", Text, nullable=False),
    Column("games", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("results", Text, nullable=False),
    # Its id stands in a button, too.
    sqlite_autoincrement=True,
)

# The computer players that a server's members have made.
opponents = Table(
    "opponents",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", String(32), nullable=False),
    # The name without differences of case, by which it is found.
    Column("key", String(100), nullable=False),
    Column("player", Text, nullable=False),
    Column("creator_id", ForeignKey("players.id"), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    UniqueConstraint("guild_id", "key"),
    # Its id stands in buttons, too.
    sqlite_autoincrement=True,
)

# Who does not take whose challenges.
blocks = Table(
    "blocks",
    metadata,
    Column("blocker_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("blocked_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column("created_at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)

# Questions of one person of a game to the other: one at a time in a game.
questions = Table(
    "questions",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("kind", String(16), nullable=False),
    # Who asks.
    Column("side", Integer, nullable=False),
    # The position in which it was asked, to which it belongs.
    Column("ply", Integer, nullable=False),
    # The computer player that it is about.
    Column("player", Text),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("asked_at", UtcDateTime, nullable=False),
    CheckConstraint("side IN (0, 1)", name="side"),
    # Its id stands in buttons, too.
    sqlite_autoincrement=True,
)

# What servers and people have set for themselves; what is not here is as by default.
preferences = Table(
    "preferences",
    metadata,
    Column("owner_kind", String(8), primary_key=True),
    Column("owner_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
    CheckConstraint("owner_kind IN ('server', 'person')", name="owner_kind"),
    sqlite_with_rowid=False,
)

# When people were last led to games that waited for them.
led_to = Table(
    "led_to",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    Column(
        "game_id",
        ForeignKey("games.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
        index=True,
    ),
    Column("led_at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)

# Messages that showed a game until another one took their place, and do not say yet where it went.
left_boards = Table(
    "left_boards",
    metadata,
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
)

# What people were told of their turns, and are to be told, as long as a turn lasts.
notices = Table(
    "notices",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), primary_key=True, autoincrement=False),
    # The turn: since when they have it.
    Column("turn_at", UtcDateTime, nullable=False),
    # When there is something to do.
    Column("due_at", UtcSeconds),
    Column("told", Boolean, nullable=False),
    Column("reminded", Boolean, nullable=False),
    # The message that stands.
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    # Tries of what is due.
    Column("failures", Integer, nullable=False),
    # Where Discord does not take what is said, and whether the person knows.
    Column("refused", String(16)),
    Column("explained", Boolean, nullable=False),
    _partial_index("ix_notices_due_at", "due_at", where="due_at IS NOT NULL"),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
)

# The threads in which games are played, and the channels they belong to.
threads = Table(
    "threads",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False, index=True),
    Column("guild_id", BigInteger),
)

# The lists of games that stand in channels.
channel_lists = Table(
    "channel_lists",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger),
    Column("message_id", BigInteger),
    # Stands for what the message says.
    Column("digest", String(64)),
)

# The reviews of finished games: one for each game. One that is under way has no end.
reviews = Table(
    "reviews",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("asker_id", BigInteger, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("begun_at", UtcDateTime, nullable=False),
    Column("finished_at", UtcDateTime),
    # The ply from which on its errors are still to be made puzzles of; NULL when that is done.
    Column("mine_from", Integer, server_default="0"),
    _partial_index(
        "ix_reviews_to_mine", "finished_at", where="mine_from IS NOT NULL AND finished_at IS NOT NULL"
    ),
    _partial_index("ix_reviews_under_way", "begun_at", where="finished_at IS NULL"),
)

# What a review knows of the position before each ply, as `ReviewedPly` has it.
reviewed_plies = Table(
    "reviewed_plies",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("best", String(16), nullable=False),
    Column("score", Double, nullable=False),
    Column("played", Double),
    Column("depth", Integer),
    sqlite_with_rowid=False,
)

# What people have planned to answer in games with days for a move; nobody else sees it.
conditional_moves = Table(
    "conditional_moves",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    # Where the line begins, and its moves with spaces between: the other person's first.
    Column("ply", Integer, nullable=False),
    Column("line", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Index(None, "game_id"),
    # Its id stands in menus, too.
    sqlite_autoincrement=True,
)

# The games of the file that somebody has imported last, in JSON.
imports = Table(
    "imports",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False, unique=True),
    Column("content", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False, index=True),
    # Its id stands in buttons, too.
    sqlite_autoincrement=True,
)

# Commands that were acknowledged and not answered yet: the next start ends those that a killed process left.
unanswered = Table(
    "unanswered",
    metadata,
    # The interaction's.
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    # Lets the bot answer; it is worth nothing after a quarter of an hour.
    Column("token", Text, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("guild_id", BigInteger),
)

# The processes that share this database: see data/leases.py.
workers = Table(
    "workers",
    metadata,
    Column("token", _Id, primary_key=True),
    # What the process calls itself: its machine and its number there.
    Column("holder", String(200), nullable=False),
    # The shards that it looks after, and how many there are in all.
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("shards", Integer, nullable=False),
    Column("expires_at", Double, nullable=False),
    Column("asked", Boolean, nullable=False),
    # A token is never given out twice.
    sqlite_autoincrement=True,
)

# When the bot was last known to be there for people: a row for each shard, whose number is one less.
presence = Table(
    "presence",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seen_at", UtcSeconds, nullable=False),
)

# Games whose messages still name somebody who has deleted their data.
outdated_names = Table(
    "outdated_names",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    # How often changing the message has failed.
    Column("failures", Integer, nullable=False, server_default="0"),
)

# What people asked others for within the last hour.
requests = Table(
    "requests",
    metadata,
    Column("id", _Id, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("guild_id", BigInteger),
    Column("asked_at", UtcDateTime, nullable=False),
    CheckConstraint("kind IN ('challenge', 'question')", name="kind"),
    Index(None, "player_id", "kind", "asked_at"),
    Index(None, "guild_id", "kind", "asked_at"),
    Index(None, "asked_at"),
)

# The servers that the bot is in, or has left: then what belongs to them goes after a while.
servers = Table(
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", UtcDateTime),
    _partial_index("ix_servers_left_at", "left_at", where="left_at IS NOT NULL"),
)

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
    Column("id", _Id, primary_key=True),
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
    _partial_index("ix_puzzle_posts_answer_at", "answer_at", where="answer_at IS NOT NULL"),
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
    Column("id", _Id, primary_key=True),
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
