"""Threads in which games are played."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

IN_CHANNEL = "CASE WHEN state = 'playing' AND adjourned_at IS NULL THEN channel_id END IS NOT NULL"


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "threads",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_threads")),
    )
    op.drop_index("ix_games_playing", table_name="games")
    where = sa.text(IN_CHANNEL)
    op.create_index(
        "ix_games_in_channel", "games", ["channel_id"], sqlite_where=where, postgresql_where=where
    )
    op.create_index(op.f("ix_threads_channel_id"), "threads", ["channel_id"])


def downgrade() -> None:
    """Take the change back."""
    op.drop_index("ix_games_in_channel", table_name="games")
    where = sa.text("state = 'playing' AND adjourned_at IS NULL")
    op.create_index(
        "ix_games_playing", "games", ["channel_id", "moved_at"], sqlite_where=where, postgresql_where=where
    )
    op.drop_table("threads")
