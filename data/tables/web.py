"""Tables of the boards in the browser: which games and events have a link, and who is signed in."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, String, Table

from data.tables.personal import DataKind, Fate, holds
from data.tables.schema import UtcDateTime, metadata

# The link of a game. A withdrawn one stays, so that the game gets another one only when a player asks.
web_links = Table(
    "web_links",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    # Random; who knows it may watch.
    Column("code", String(32), nullable=False, unique=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("withdrawn_at", UtcDateTime),
    info=holds(DataKind.GAMES, ids={"game_id"}, secrets={"code"}),
)

# The link of a tournament or a simultaneous exhibition, whose boards it shows, too.
web_event_links = Table(
    "web_event_links",
    metadata,
    Column(
        "tournament_id",
        ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("code", String(32), nullable=False, unique=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("withdrawn_at", UtcDateTime),
    info=holds(DataKind.TOURNAMENTS, ids={"tournament_id"}, secrets={"code"}),
)

# Browsers in which people are signed in; the cookie has what is hashed here.
web_sessions = Table(
    "web_sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False, index=True),
    info=holds(DataKind.WEB, {"player_id": Fate.GOES}, secrets={"hash"}),
)
