"""People can block each other's challenges."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "blocks",
        sa.Column("blocker_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("blocked_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["blocked_id"], ["players.id"], name=op.f("fk_blocks_blocked_id")),
        sa.ForeignKeyConstraint(["blocker_id"], ["players.id"], name=op.f("fk_blocks_blocker_id")),
        sa.PrimaryKeyConstraint("blocker_id", "blocked_id", name=op.f("pk_blocks")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("blocks")
