"""Tables of people, servers, processes of the bot, links to pages, sign-ins, and links for roles."""

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
    table,
)

players = table(
    "players",
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", UntrustedString(100), nullable=False),
    # When they last used the bot, exact to a day.
    Column("seen_at", UtcDateTime, index=True),
    info=holds(DataKind.NAMES, {"id": Fate.GOES}, texts={"name"}),
)

# Nicknames of people in servers; `players` has their global names.
nicknames = table(
    "nicknames",
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", UntrustedString(100), nullable=False),
    sqlite_with_rowid=False,
    info=holds(DataKind.NAMES, {"player_id": Fate.GOES}, ("guild_id", Fate.GOES), texts={"name"}),
)

# Settings of servers and people that differ from the defaults.
preferences = table(
    "preferences",
    Column("owner_kind", String(8), primary_key=True),
    Column("owner_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
    CheckConstraint("owner_kind IN ('server', 'person')", name="owner_kind"),
    sqlite_with_rowid=False,
    info=holds(
        DataKind.SETTINGS,
        {"owner_id": Fate.GOES},
        ("owner_id", Fate.GOES),
        owner="owner_kind",
        texts={"value"},
        own={"owner_kind", "name"},
    ),
)

# Blocks between people.
blocks = table(
    "blocks",
    Column("blocker_id", ForeignKey("players.id"), primary_key=True),
    Column("blocked_id", ForeignKey("players.id"), primary_key=True),
    Column("created_at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
    info=holds(DataKind.BLOCKS, {"blocker_id": Fate.GOES, "blocked_id": Fate.GOES}, not_told={"blocked_id"}),
)

# Challenges and questions of the last hour.
requests = table(
    "requests",
    Column("id", Id, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("guild_id", BigInteger),
    Column("asked_at", UtcDateTime, nullable=False),
    CheckConstraint("kind IN ('challenge', 'question', 'strength test')", name="kind"),
    Index(None, "player_id", "kind", "asked_at"),
    Index(None, "guild_id", "kind", "asked_at"),
    Index(None, "asked_at"),
    info=holds(DataKind.REQUESTS, {"player_id": Fate.GOES}, ("guild_id", Fate.GOES), own={"kind"}),
)

# Custom computer players of servers.
opponents = table(
    "opponents",
    Column("id", Id, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", UntrustedString(32), nullable=False),
    # The folded name, which is unique; of older opponents the case-folded one.
    Column("key", String(100), nullable=False),
    Column("player", Text, nullable=False),
    Column("creator_id", ForeignKey("players.id"), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    UniqueConstraint("guild_id", "key"),
    sqlite_autoincrement=True,
    info=holds(
        DataKind.OPPONENTS,
        {"creator_id": Fate.GOES},
        ("guild_id", Fate.GOES),
        texts={"name", "key", "player"},
    ),
)

# The games of the file each person imported last, in JSON.
imports = table(
    "imports",
    Column("id", Id, primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False, unique=True),
    Column("content", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False, index=True),
    sqlite_autoincrement=True,
    info=holds(DataKind.IMPORTS, {"player_id": Fate.GOES}, texts={"content"}),
)

# When people were last pointed to games that waited for them.
led_to = table(
    "led_to",
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("led_at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
    info=holds(DataKind.GAMES, {"player_id": Fate.GOES}),
)

# Servers the bot is in, or has left: then their data are deleted after a while.
servers = table(
    "servers",
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", UtcDateTime),
    partial_index("ix_servers_left_at", "left_at", where="left_at IS NOT NULL"),
    info=holds(DataKind.SERVERS, server=("guild_id", Fate.GOES)),
)

# Processes that share this database: see data/db/leases.py.
workers = table(
    "workers",
    Column("token", Id, primary_key=True),
    # Name of the process: its machine and process id, and the address of its pages.
    Column("holder", String(200), nullable=False),
    # Its shards, and the total number of shards.
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("shards", Integer, nullable=False),
    Column("expires_at", Double, nullable=False),
    Column("asked", Boolean, nullable=False),
    # True if a session of the process holds a lock with the token's number, which ends with the process.
    Column("in_session", Boolean, nullable=False, server_default=false()),
    sqlite_autoincrement=True,
)

# When the bot was last available: a row per shard, with its number plus one as id.
presence = table(
    "presence",
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seen_at", UtcSeconds, nullable=False),
)

# Versions of the program that have served this database: a row per change, the newest last.
versions = table(
    "versions",
    Column("id", Integer, primary_key=True),
    Column("version", String(64), nullable=False),
    Column("revision", String(32), nullable=False),
    Column("started_at", UtcDateTime, nullable=False),
    sqlite_autoincrement=True,
)


# The link of a game. A withdrawn one stays, so that the game gets another one only when a player asks.
web_links = table(
    "web_links",
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    # Random; who knows it may watch.
    Column("code", String(32), nullable=False, unique=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("withdrawn_at", UtcDateTime),
    info=holds(DataKind.GAMES, secrets={"code"}),
)

# The link of a tournament or a simultaneous exhibition, whose boards it shows, too.
web_event_links = table(
    "web_event_links",
    Column("tournament_id", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("code", String(32), nullable=False, unique=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("withdrawn_at", UtcDateTime),
    info=holds(DataKind.TOURNAMENTS, secrets={"code"}),
)

# Browsers in which people are signed in; the cookie has what is hashed here.
web_sessions = table(
    "web_sessions",
    Column("hash", String(64), primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False, index=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False, index=True),
    info=holds(DataKind.WEB, {"player_id": Fate.GOES}, secrets={"hash"}),
)


# People who have linked their account. `tokens` are encrypted; the key is not in the database.
role_links = table(
    "role_links",
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("tokens", Text, nullable=False),
    # When the access token among them expires.
    Column("expires_at", UtcDateTime, nullable=False),
    Column("linked_at", UtcDateTime, nullable=False),
    # When Discord was last told; NULL: never yet.
    Column("pushed_at", UtcDateTime),
    # When Discord is to be told again.
    Column("due_at", UtcDateTime, nullable=False, index=True),
    # Counts changes of the figures, so that one during a push is not taken for told.
    Column("changes", Integer, nullable=False),
    # Failures in a row.
    Column("failures", Integer, nullable=False),
    info=holds(DataKind.LINKED_ROLES, {"player_id": Fate.GOES}, secrets={"tokens"}),
)

# Grants of people who have unlinked or deleted their data: Discord still has to forget the figures.
# It doesn't say whose they are.
role_unlinks = table(
    "role_unlinks",
    Column("id", Id, primary_key=True),
    Column("tokens", Text, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("unlinked_at", UtcDateTime, nullable=False),
    Column("due_at", UtcDateTime, nullable=False, index=True),
    Column("failures", Integer, nullable=False),
    # No one can tell whose they are without the key, and they are gone after a day.
    info=holds(DataKind.LINKED_ROLES, secrets={"tokens"}),
)

# Random states of visits for which a code was exchanged, as hashes: each is good for one.
used_states = table(
    "used_states",
    Column("hash", String(64), primary_key=True),
    Column("used_at", UtcDateTime, nullable=False, index=True),
    # Of a browser's visit, not of a person.
    info=holds(DataKind.LINKED_ROLES, secrets={"hash"}),
)
