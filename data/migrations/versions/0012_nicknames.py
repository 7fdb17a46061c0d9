"""Nicknames are kept by server, and the names of players are those they go by everywhere.

A name stored before may be the nickname of a server: nothing tells. It stays until the person uses the bot
again, which notes their names as they are.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "nicknames",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_nicknames_player_id")),
        sa.PrimaryKeyConstraint("player_id", "guild_id", name=op.f("pk_nicknames")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("nicknames")
