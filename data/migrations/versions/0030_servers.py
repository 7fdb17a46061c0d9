"""The servers that the bot is in, or has left; when people were last there; games are found by their server.

Servers are those that something was stored of before. Whether the bot is still in them is known at the next
start. When people were last there was not noted: that begins now.
"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

LEFT = sa.text("left_at IS NOT NULL")
SOMEWHERE = sa.text("guild_id IS NOT NULL")


def upgrade() -> None:
    """Make the change."""
    op.add_column("players", sa.Column("seen_at", sa.DateTime(timezone=True)))
    op.create_index(op.f("ix_players_seen_at"), "players", ["seen_at"])
    op.create_index(
        "ix_games_guild_id", "games", ["guild_id"], sqlite_where=SOMEWHERE, postgresql_where=SOMEWHERE
    )
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_servers")),
    )
    op.create_index("ix_servers_left_at", "servers", ["left_at"], sqlite_where=LEFT, postgresql_where=LEFT)
    op.execute(
        "INSERT INTO servers (guild_id)"
        " SELECT guild_id FROM games WHERE guild_id IS NOT NULL AND NOT by_clicks"
        " UNION SELECT guild_id FROM opponents"
        " UNION SELECT owner_id FROM preferences WHERE owner_kind = 'server'"
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("servers")
    op.drop_index("ix_games_guild_id", table_name="games")
    op.drop_index(op.f("ix_players_seen_at"), table_name="players")
    op.drop_column("players", "seen_at")
