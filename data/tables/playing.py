"""Tables of games, moves, questions and conditional moves, and of games in which teams vote."""

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
    LargeBinary,
    String,
    Text,
    false,
)

from data.tables.schema import (
    DataKind,
    Fate,
    Id,
    UntrustedString,
    UtcDateTime,
    UtcSeconds,
    holds,
    partial_index,
    shown,
    table,
)

# Queries repeat these conditions word for word, so that the database uses the partial indices. The state is
# inside of CASE: otherwise SQLite would prefer a scan of all games in that state by its index.

COMPUTER_TO_MOVE = (
    "CASE WHEN state <> 'playing' OR paused_at IS NOT NULL OR adjourned_at IS NOT NULL THEN NULL "
    "WHEN turn = 0 THEN coalesce(first_computer, first_delegate) "
    "ELSE coalesce(second_computer, second_delegate) END IS NOT NULL"
)
"""Games in progress in which a computer player is to move."""

PAUSED = (
    "CASE WHEN state = 'playing' AND first_computer IS NOT NULL AND second_computer IS NOT NULL "
    "THEN paused_at END IS NOT NULL"
)
"""Exhibitions that are paused."""

REFUSED = "refused"
"""Games whose message Discord has rejected."""

PLAYING = "state = 'playing' AND adjourned_at IS NULL"
"""Games in progress."""

ADJOURNED = "state = 'playing' AND adjourned_at IS NOT NULL"
"""Games put aside."""

IN_CHANNEL = "CASE WHEN state = 'playing' AND adjourned_at IS NULL THEN channel_id END IS NOT NULL"
"""Games in progress, for lists of channels."""

UNTOUCHED = (
    "CASE WHEN state = 'playing' AND adjourned_at IS NULL AND flag_at IS NULL "
    "AND (first_computer IS NULL OR second_computer IS NULL) THEN moved_at END IS NOT NULL"
)
"""Games with a person and without a running clock, which people may forget."""

EXHIBITION = "state = 'playing' AND first_computer IS NOT NULL AND second_computer IS NOT NULL"
"""Exhibitions: games between two computer players."""

NOT_SHOWN = "shown_version < version"
"""Games with a newer version than their message shows."""

SELF_PLAY = (
    "CASE WHEN state = 'playing' AND adjourned_at IS NULL "
    "AND coalesce(second_computer, second_delegate) IS NOT NULL "
    "THEN coalesce(first_computer, first_delegate) END IS NOT NULL"
)
"""Games in progress in which computers play both sides."""

IMPORTED = (
    "state = 'finished' AND first_player_id IS NULL AND first_computer IS NULL "
    "AND second_player_id IS NULL AND second_computer IS NULL"
)
"""Imported games."""

OPENING_UNKNOWN = "CASE WHEN state = 'finished' AND opening IS NULL THEN id END IS NOT NULL"
"""Finished games without a determined opening."""

INDEX_PENDING = "CASE WHEN state = 'finished' AND indexed IS NULL THEN id END IS NOT NULL"
"""Finished games whose first moves are not in the index of the openings explorer."""

NOT_PACKED = "CASE WHEN state = 'finished' AND plies IS NULL THEN id END IS NOT NULL"
"""Finished games whose moves are rows."""

games = table(
    "games",
    Column("id", Id, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("guild_id", BigInteger),
    *shown(),
    Column("state", String(16), nullable=False),
    Column("challenger_id", ForeignKey("players.id"), nullable=False),
    Column("opponent_id", ForeignKey("players.id")),
    Column("colour", String(8), nullable=False),
    Column("first_player_id", ForeignKey("players.id")),
    Column("first_computer", Text),
    Column("second_player_id", ForeignKey("players.id")),
    Column("second_computer", Text),
    Column("rated", Boolean, nullable=False),
    # See `Unrated`.
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
    # Computer players that play for the people in the seats.
    Column("first_delegate", Text),
    Column("second_delegate", Text),
    # True if a player has seen the computer's thinking.
    Column("asked", Boolean, nullable=False, server_default=false()),
    # Incremented by every visible change, in the same statement.
    Column("version", Integer, nullable=False, server_default="1"),
    # The version that the message shows, or that Discord has rejected.
    Column("shown_version", Integer, nullable=False, server_default="0"),
    # True if Discord has rejected that version for good.
    Column("refused", Boolean, nullable=False, server_default=false()),
    # The side to move; a pass is a move.
    Column("turn", Integer, nullable=False, server_default="0"),
    # True if the bot is not a member there, so that only answers to clicks can show it.
    Column("by_clicks", Boolean, nullable=False, server_default=false()),
    # The ply from which the last moves were conditional ones.
    Column("conditional_from", Integer),
    # When the game was put aside.
    Column("adjourned_at", UtcDateTime),
    # The clock, see `GameClock`: the time control, the seconds both sides have left and, while it runs, since
    # when, and when its side is reminded and out of time.
    Column("time_control", String(16)),
    Column("first_left", Double),
    Column("second_left", Double),
    Column("clock_since", UtcSeconds),
    Column("warn_at", UtcSeconds),
    Column("flag_at", UtcSeconds),
    # Names of the players in an imported file.
    Column("first_name", UntrustedString(100)),
    Column("second_name", UntrustedString(100)),
    # The opening of a finished game, "" for none, determined once so that games can be counted by it.
    Column("opening", String(64)),
    # True once its first moves are in `opening_moves`.
    Column("indexed", Boolean),
    # The tournament or simultaneous exhibition that it belongs to; it stays when that is deleted.
    Column("event_kind", String(16)),
    Column("event_id", BigInteger),
    # The number of its moves once they are packed, see `data.games.moves`.
    Column("plies", Integer),
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
    partial_index("ix_games_by_itself", "channel_id", where=SELF_PLAY),
    partial_index("ix_games_untouched", "moved_at", where=UNTOUCHED),
    partial_index("ix_games_warn_at", "warn_at", where="warn_at IS NOT NULL"),
    partial_index("ix_games_flag_at", "flag_at", where="flag_at IS NOT NULL"),
    # At most one exhibition in a channel.
    partial_index("uq_games_exhibition", "channel_id", where=EXHIBITION, unique=True),
    partial_index("ix_games_in_channel", "channel_id", where=IN_CHANNEL),
    partial_index("ix_games_opening_unknown", "id", where=OPENING_UNKNOWN),
    partial_index("ix_games_index_pending", "id", where=INDEX_PENDING),
    partial_index("ix_games_not_packed", "id", where=NOT_PACKED),
    # The list of a server's finished games: the latest of the channels that a person sees.
    partial_index(
        "ix_games_of_server", "guild_id", "state", "finished_at", "channel_id", where="guild_id IS NOT NULL"
    ),
    partial_index("ix_games_guild_playing", "guild_id", where=PLAYING),
    partial_index("ix_games_first_playing", "first_player_id", "channel_id", where=PLAYING),
    partial_index("ix_games_second_playing", "second_player_id", "channel_id", where=PLAYING),
    partial_index("ix_games_first_adjourned", "first_player_id", where=ADJOURNED),
    partial_index("ix_games_second_adjourned", "second_player_id", where=ADJOURNED),
    partial_index("ix_games_imported", "challenger_id", where=IMPORTED),
    sqlite_autoincrement=True,
    info=holds(
        DataKind.GAMES,
        dict.fromkeys(
            ("challenger_id", "opponent_id", "first_player_id", "second_player_id"), Fate.STAYS_WITHOUT
        ),
        ("guild_id", Fate.STAYS_WITHOUT),
        texts={
            "first_computer",
            "second_computer",
            "first_delegate",
            "second_delegate",
            "first_name",
            "second_name",
        },
        own={
            "game",
            "options",
            "state",
            "colour",
            "unrated_why",
            "ending",
            "closed_as",
            "time_control",
            "opening",
            "event_kind",
            "event_id",
        },
    ),
)

# Moves of games in progress, and of finished ones until they are packed. Only `data.games.moves` uses both.
moves = table(
    "moves",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("played_at", UtcDateTime, nullable=False),
    Column("proved", Integer),
    # Points a computer player lost by the move, against the best it saw.
    Column("given_away", Double, nullable=False, server_default="0"),
    # Result of a computer player's search, as written by `bot.computer.thoughts`.
    Column("thought", Text),
    CheckConstraint("seat IN (0, 1)", name="seat"),
    CheckConstraint("ply >= 0", name="ply"),
    sqlite_with_rowid=False,
    info=holds(DataKind.GAMES, own={"move", "thought"}),
)

# The moves of a finished game as one value, see `data.games.packing`.
packed_moves = table(
    "packed_moves",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("packed", LargeBinary, nullable=False),
    info=holds(DataKind.GAMES),
)

# The first moves of finished games by position: see `data.games.explorer`.
opening_moves = table(
    "opening_moves",
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("square", Integer, nullable=False),
    # The side that made the move.
    Column("side", Integer, nullable=False),
    CheckConstraint("side IN (0, 1)", name="side"),
    sqlite_with_rowid=False,
    info=holds(DataKind.GAMES, own={"position"}),
)

# Questions from one player to the other, at most one per game.
questions = table(
    "questions",
    Column("id", Id, primary_key=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("kind", String(16), nullable=False),
    # The side that asks.
    Column("side", Integer, nullable=False),
    # The ply at which it was asked.
    Column("ply", Integer, nullable=False),
    # The computer player it is about.
    Column("player", Text),
    *shown(nullable=True),
    Column("asked_at", UtcDateTime, nullable=False),
    CheckConstraint("side IN (0, 1)", name="side"),
    sqlite_autoincrement=True,
    info=holds(DataKind.QUESTIONS, texts={"player"}, own={"kind"}),
)

# The last question of each kind by each side; it outlives the question, so that repeated ones can be refused.
past_questions = table(
    "past_questions",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("side", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    # The id of the question, and a hash of the moves before it.
    Column("question_id", Id, nullable=False),
    Column("position", String(32), nullable=False),
    # Number of refusals of this kind, and the ply of the last one.
    Column("refusals", Integer, nullable=False, server_default="0"),
    Column("refused_ply", Integer, nullable=False, server_default="0"),
    CheckConstraint("side IN (0, 1)", name="side"),
    sqlite_with_rowid=False,
    info=holds(DataKind.QUESTIONS, own={"kind", "position", "question_id"}),
)

# Conditional moves in correspondence games, visible to their owner only.
conditional_moves = table(
    "conditional_moves",
    Column("id", Id, primary_key=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    # The ply of the first move, and the moves, separated by spaces, the other player's first.
    Column("ply", Integer, nullable=False),
    Column("line", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Index(None, "game_id"),
    sqlite_autoincrement=True,
    info=holds(DataKind.GAMES, {"player_id": Fate.GOES}, own={"line"}),
)


# What a game has in addition when teams vote in it; its seats are those of teams.
vote_games = table(
    "vote_games",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    # 'servers' was a form of earlier versions; its games are over.
    Column("form", String(16), nullable=False),
    # Seconds to vote for a move.
    Column("seconds", Integer, nullable=False),
    # The seed of lots.
    Column("lot", Integer, nullable=False),
    # The side of the channel, against the computer.
    Column("side", Integer, nullable=False),
    # The ply that is voted on, when the countdown ends, and the move once it is decided.
    Column("ply", Integer, nullable=False),
    Column("ends_at", UtcDateTime),
    Column("decided", String(16)),
    # Countdowns in a row without a vote.
    Column("empty", Integer, nullable=False),
    # Whether the record of the best voters is computed: by a review, which is asked for at the end.
    Column("record", String(8), nullable=False),
    CheckConstraint("form IN ('computer', 'teams', 'servers')", name="form"),
    CheckConstraint("side IN (0, 1)", name="side"),
    CheckConstraint("record IN ('none', 'asked', 'done')", name="record"),
    partial_index("ix_vote_games_unfinished", "ends_at", where="record <> 'done'"),
    info=holds(DataKind.GAMES, own={"form", "decided", "record"}),
)

# The people on each side.
vote_members = table(
    "vote_members",
    Column("game_id", ForeignKey("vote_games.game_id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("side", Integer, nullable=False),
    CheckConstraint("side IN (0, 1)", name="side"),
    sqlite_with_rowid=False,
    info=holds(DataKind.GAMES, {"player_id": Fate.GOES}),
)

votes = table(
    "votes",
    Column("game_id", ForeignKey("vote_games.game_id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
    Column("move", String(16), nullable=False),
    sqlite_with_rowid=False,
    info=holds(DataKind.GAMES, {"player_id": Fate.GOES}, own={"move"}),
)

# The people who asked for a hint at a ply.
vote_hints = table(
    "vote_hints",
    Column("game_id", ForeignKey("vote_games.game_id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("player_id", ForeignKey("players.id"), primary_key=True, index=True),
    sqlite_with_rowid=False,
    info=holds(DataKind.GAMES, {"player_id": Fate.GOES}),
)
