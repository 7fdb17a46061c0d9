"""Tables of simultaneous exhibitions: what was arranged, and who plays against the exhibitor."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
)

from data.tables.personal import DataKind, Fate, holds
from data.tables.schema import Id, UtcDateTime, metadata, partial_index, shown

SIMUL_ACTIVE = "state IN ('open', 'running')"
"""Exhibitions that are not over."""

SIMUL_TO_ANNOUNCE = "state IN ('finished', 'cancelled') AND NOT announced"
"""Exhibitions that are over, whose results were not announced yet."""

simuls = Table(
    "simuls",
    metadata,
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    *shown(),
    # Digest of what the message shows.
    Column("digest", String(64)),
    # Where the boards are; NULL until it is opened.
    Column("thread_id", BigInteger),
    # The exhibitor, unless a computer player exhibits.
    Column("organiser_id", ForeignKey("players.id"), nullable=False),
    Column("computer", Text),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("time_control", String(16)),
    Column("places", Integer, nullable=False),
    # Which side the exhibitor plays.
    Column("side", String(16), nullable=False),
    Column("invited_only", Boolean, nullable=False),
    # Begins as soon as all places are taken.
    Column("when_full", Boolean, nullable=False),
    Column("state", String(16), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("starts_at", UtcDateTime, nullable=False),
    Column("finished_at", UtcDateTime),
    # Why it was cancelled, or ended early.
    Column("reason", String(16)),
    # True once the players were told where their boards are.
    Column("told", Boolean, nullable=False),
    # True once the results were announced.
    Column("announced", Boolean, nullable=False),
    # Grows with every change; a change names the one it is based on.
    Column("version", Integer, nullable=False),
    CheckConstraint("state IN ('open', 'running', 'finished', 'cancelled')", name="state"),
    CheckConstraint("side IN ('alternating', 'first', 'second')", name="side"),
    Index(None, "guild_id"),
    Index(None, "thread_id"),
    Index(None, "finished_at"),
    partial_index("ix_simuls_active", "starts_at", where=SIMUL_ACTIVE),
    partial_index("ix_simuls_to_announce", "finished_at", where=SIMUL_TO_ANNOUNCE),
    Index(None, "organiser_id"),
    # Ids are in buttons, so they are never reused.
    sqlite_autoincrement=True,
    info=holds(
        DataKind.SIMULS,
        {"organiser_id": Fate.STAYS_WITHOUT},
        ("guild_id", Fate.GOES),
        texts={"computer"},
        places={"channel_id", "message_id", "thread_id"},
        words={"game", "options", "time_control", "side", "state", "reason", "digest"},
        ids={"id"},
    ),
)

# The opponents by the number of their board; without a number, who is invited, and who was removed before the
# start.
simul_opponents = Table(
    "simul_opponents",
    metadata,
    Column("id", Id, primary_key=True),
    Column("simul_id", ForeignKey("simuls.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("number", Integer),
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("game_id", ForeignKey("games.id", ondelete="SET NULL"), unique=True),
    # The result for the exhibitor.
    Column("outcome", String(8)),
    Column("removed", Boolean, nullable=False, server_default=false()),
    CheckConstraint("outcome IN ('win', 'draw', 'loss', 'none')", name="outcome"),
    info=holds(
        DataKind.SIMULS,
        {"player_id": Fate.STAYS_WITHOUT},
        words={"outcome"},
        ids={"id", "simul_id", "game_id"},
    ),
)
