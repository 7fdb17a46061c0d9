"""Tables of tournaments and simultaneous exhibitions: who takes part, the pairings with their games and
results, and the cups won.

An exhibition is a tournament of one round: the exhibitor, entrant 0, against each of the others.
"""

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
    false,
)

from data.tables.schema import DataKind, Fate, Id, UtcDateTime, holds, partial_index, shown, table

TOURNAMENT_ACTIVE = "state IN ('open', 'running')"
"""Tournaments that are not over."""

TO_ANNOUNCE = "state IN ('finished', 'cancelled') AND NOT announced"
"""Tournaments that are over, whose results were not announced yet."""

tournaments = table(
    "tournaments",
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    *shown(),
    # Its thread, or the channel, where the boards are; NULL until it is decided.
    Column("boards_id", BigInteger),
    # Digest of what the message shows.
    Column("digest", String(64)),
    Column("organiser_id", ForeignKey("players.id"), nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("form", String(16), nullable=False),
    # "" for no limit.
    Column("time_control", String(16), nullable=False),
    Column("places", Integer, nullable=False),
    # Rounds of a Swiss tournament, 0 for as many as suit the field; minutes of an arena.
    Column("rounds", Integer, nullable=False),
    Column("minutes", Integer, nullable=False),
    Column("invited_only", Boolean, nullable=False),
    # Begins as soon as all places are taken.
    Column("when_full", Boolean, nullable=False),
    # Computer player that takes the empty places; NULL for none.
    Column("filler", Text),
    Column("seed", BigInteger, nullable=False),
    Column("state", String(16), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("starts_at", UtcDateTime, nullable=False),
    Column("started_at", UtcDateTime),
    # When an arena ends.
    Column("ends_at", UtcDateTime),
    Column("paused_at", UtcDateTime),
    Column("finished_at", UtcDateTime),
    # Why it was cancelled.
    Column("reason", String(16)),
    # True once the results were announced.
    Column("announced", Boolean, nullable=False),
    # When a result was last corrected after the end.
    Column("corrected_at", UtcDateTime),
    # Grows with every change; a change names the one it is based on.
    Column("version", Integer, nullable=False),
    # In a simultaneous exhibition: the side of the exhibitor, and a computer player that exhibits in the
    # organiser's place.
    Column("side", String(16)),
    Column("exhibitor", Text),
    # The number in the buttons of an exhibition that was stored before those of tournaments were shared.
    Column("former_number", BigInteger),
    # What becomes of games between computers: "skip", "play", or "lot" in tournaments from before the choice.
    Column("computer_games", String(8), nullable=False, server_default="skip"),
    CheckConstraint("state IN ('open', 'running', 'finished', 'cancelled')", name="state"),
    Index(None, "guild_id", "created_at"),
    partial_index("ix_tournaments_active", "starts_at", where=TOURNAMENT_ACTIVE),
    partial_index("ix_tournaments_to_announce", "finished_at", where=TO_ANNOUNCE),
    Index(None, "organiser_id"),
    partial_index("ix_tournaments_boards_id", "boards_id", where="boards_id IS NOT NULL"),
    partial_index("ix_tournaments_former_number", "former_number", where="former_number IS NOT NULL"),
    sqlite_autoincrement=True,
    info=holds(
        DataKind.TOURNAMENTS,
        {"organiser_id": Fate.STAYS_WITHOUT},
        ("guild_id", Fate.GOES),
        texts={"filler", "exhibitor"},
        places={"boards_id"},
        own={
            "game",
            "options",
            "form",
            "time_control",
            "state",
            "reason",
            "digest",
            "side",
            "computer_games",
            "seed",
            "former_number",
        },
    ),
)

# Who takes part, by the number they have there, and who is invited: without a number.
tournament_entrants = table(
    "tournament_entrants",
    Column("id", Id, primary_key=True),
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("number", Integer),
    Column("player_id", ForeignKey("players.id"), index=True),
    Column("computer", Text),
    Column("rating", Double, nullable=False),
    Column("joined_round", Integer, nullable=False),
    Column("left_round", Integer),
    # How they left: "left" by themselves, "dropped" for absence, or "removed"; also of people removed before
    # the start, who have no number.
    Column("exit", String(8)),
    # When they last became free in an arena; whether they are follows from the pairings.
    Column("waiting_since", UtcDateTime),
    info=holds(DataKind.TOURNAMENTS, {"player_id": Fate.STAYS_WITHOUT}, texts={"computer"}, own={"exit"}),
)

# Pairings; the second entrant is NULL in a bye, and the outcome until there is one. The first one of an
# exhibition is the exhibitor, and `0-0` a board that was called off.
tournament_pairings = table(
    "tournament_pairings",
    Column("id", Id, primary_key=True),
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("round", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("second", Integer),
    Column("replay", Integer, nullable=False),
    Column("slot", Integer, nullable=False),
    Column("game_id", ForeignKey("games.id", ondelete="SET NULL"), unique=True),
    # True once both were told of the game; false again until an absence is told.
    Column("told", Boolean, nullable=False),
    Column("outcome", String(8)),
    Column("forfeit", Boolean, nullable=False),
    # Who has corrected the result, last.
    Column("corrected_by", ForeignKey("players.id"), index=True),
    # True once the second one was asked whether they are there, because the first one had not moved.
    Column("second_asked", Boolean, nullable=False, server_default=false()),
    # True once they said that they are.
    Column("second_here", Boolean, nullable=False, server_default=false()),
    CheckConstraint("outcome IN ('1-0', '0-1', 'draw', '0-0')", name="outcome"),
    info=holds(DataKind.TOURNAMENTS, {"corrected_by": Fate.STAYS_WITHOUT}, own={"outcome"}),
)

# Tournaments won by people.
cups = table(
    "cups",
    Column("id", Id, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    # The server's tournament; NULL once its data are deleted.
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="SET NULL"), index=True),
    Column("game", String(32), nullable=False),
    Column("form", String(16), nullable=False),
    # How many took part.
    Column("entrants", Integer, nullable=False),
    Column("won_at", UtcDateTime, nullable=False),
    Index(None, "player_id", "won_at"),
    Index(None, "won_at"),
    info=holds(DataKind.TOURNAMENTS, {"player_id": Fate.GOES}, own={"game", "form"}),
)
