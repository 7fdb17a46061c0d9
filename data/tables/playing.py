"""The tables of games, and what belongs to one as long as it goes on."""

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
    false,
)

from data.tables.column_types import UntrustedString, UtcDateTime, UtcSeconds
from data.tables.schema import Id, metadata, partial_index

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
    Column("id", Id, primary_key=True),
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
    Column("first_name", UntrustedString(100)),
    Column("second_name", UntrustedString(100)),
    # The opening of a game that is over, "" for none. It is worked out once, so that nobody has to replay
    # thousands of games to count them.
    Column("opening", String(64)),
    CheckConstraint("state IN ('offered', 'playing', 'finished', 'closed')", name="state"),
    CheckConstraint("winner IN (0, 1)", name="winner"),
    CheckConstraint("first_player_id IS NULL OR first_computer IS NULL", name="first_seat"),
    CheckConstraint("second_player_id IS NULL OR second_computer IS NULL", name="second_seat"),
    Index(None, "state", "moved_at"),
    Index(None, "first_player_id", "second_player_id", "started_at"),
    partial_index("ix_games_not_shown", "moved_at", where=NOT_SHOWN),
    partial_index("ix_games_computer_to_move", "moved_at", where=COMPUTER_TO_MOVE),
    partial_index("ix_games_paused", "paused_at", where=PAUSED),
    partial_index("ix_games_message_id", "message_id", where="message_id IS NOT NULL"),
    partial_index("ix_games_refused", "channel_id", where=REFUSED),
    partial_index("ix_games_by_itself", "channel_id", where=BY_ITSELF),
    partial_index("ix_games_untouched", "moved_at", where=UNTOUCHED),
    partial_index("ix_games_warn_at", "warn_at", where="warn_at IS NOT NULL"),
    partial_index("ix_games_flag_at", "flag_at", where="flag_at IS NOT NULL"),
    # One game at a time in a channel between two computer players.
    partial_index("uq_games_exhibition", "channel_id", where=EXHIBITION, unique=True),
    # The games that are played in a channel.
    partial_index("ix_games_in_channel", "channel_id", where=IN_CHANNEL),
    partial_index("ix_games_opening_unknown", "id", where=OPENING_UNKNOWN),
    partial_index("ix_games_guild_id", "guild_id", where="guild_id IS NOT NULL"),
    partial_index("ix_games_guild_playing", "guild_id", where=PLAYING),
    # Those that somebody plays there.
    partial_index("ix_games_first_playing", "first_player_id", "channel_id", where=PLAYING),
    partial_index("ix_games_second_playing", "second_player_id", "channel_id", where=PLAYING),
    # The games that somebody has put aside.
    partial_index("ix_games_first_adjourned", "first_player_id", where=ADJOURNED),
    partial_index("ix_games_second_adjourned", "second_player_id", where=ADJOURNED),
    partial_index("ix_games_imported", "challenger_id", where=IMPORTED),
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
    # Points by which a computer player's move is worse than the best one that it saw.
    Column("given_away", Double, nullable=False, server_default="0"),
    # What a computer player's search for the move found, as `bot.computer.thoughts` writes it.
    Column("thought", Text),
    CheckConstraint("seat IN (0, 1)", name="seat"),
    CheckConstraint("ply >= 0", name="ply"),
    sqlite_with_rowid=False,
)

# Questions of one person of a game to the other: one at a time in a game.
questions = Table(
    "questions",
    metadata,
    Column("id", Id, primary_key=True),
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

# What each person of a game asked last, by kind: it outlives the question, so that nobody is asked too often.
past_questions = Table(
    "past_questions",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    Column("side", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    # The id of that question, and the position in which it was asked, as a hash of the moves.
    Column("question_id", Id, nullable=False),
    Column("position", String(32), nullable=False),
    # How often one of this kind was refused, and after how many plies the last time.
    Column("refusals", Integer, nullable=False, server_default="0"),
    Column("refused_ply", Integer, nullable=False, server_default="0"),
    CheckConstraint("side IN (0, 1)", name="side"),
    sqlite_with_rowid=False,
)

# What people have planned to answer in games with days for a move; nobody else sees it.
conditional_moves = Table(
    "conditional_moves",
    metadata,
    Column("id", Id, primary_key=True),
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
