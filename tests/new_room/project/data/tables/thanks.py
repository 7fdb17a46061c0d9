"""Table of thanks between players."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, String

from data.tables.schema import DataKind, Fate, Id, holds, table

# A message is sent, or edited, while it does not show how many have joined.
thanks = table(
    "thanks",
    Column("id", Id, primary_key=True),
    Column("giver_id", BigInteger, nullable=False, index=True),
    Column("receiver_id", BigInteger, nullable=False, index=True),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("note", String(100), nullable=False),
    Column("joined", Integer, nullable=False),
    Column("shown", Integer),
    info=holds(
        DataKind.GAMES,
        {"giver_id": Fate.GOES, "receiver_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        texts={"note"},
    ),
)
