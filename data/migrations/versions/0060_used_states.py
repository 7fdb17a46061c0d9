"""States of visits to link an account are used once, whichever process sees them."""

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0059"


def upgrade() -> None:
    """Create the table, empty."""
    op.create_table(
        "used_states",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_used_states")),
    )
    op.create_index(op.f("ix_used_states_used_at"), "used_states", ["used_at"])
