"""The processes that share a database; commands that wait for an answer know their server."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "workers",
        sa.Column("token", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("holder", sa.String(length=200), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("shards", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.Column("asked", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_workers")),
        sqlite_autoincrement=True,
    )
    op.add_column("unanswered", sa.Column("guild_id", sa.BigInteger()))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("unanswered", "guild_id")
    op.drop_table("workers")
