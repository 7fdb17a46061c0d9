"""Lists of games that stand in channels."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "channel_lists",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.PrimaryKeyConstraint("channel_id", name=op.f("pk_channel_lists")),
    )
    where = sa.text("state = 'playing' AND adjourned_at IS NULL")
    op.create_index(
        "ix_games_playing", "games", ["channel_id", "moved_at"], sqlite_where=where, postgresql_where=where
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_index("ix_games_playing", table_name="games")
    op.drop_table("channel_lists")
