"""Thanks between players."""

import sqlalchemy as sa
from alembic import op

revision = "0071"
down_revision = "0070"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "thanks",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("giver_id", sa.BigInteger(), nullable=False),
        sa.Column("receiver_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("note", sa.String(100), nullable=False),
        sa.Column("joined", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name="pk_thanks"),
    )
    for column in ("giver_id", "receiver_id"):
        op.create_index(f"ix_thanks_{column}", "thanks", [column])
