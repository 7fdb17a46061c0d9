"""What people did in their attempts at puzzles, for the card of the daily puzzle."""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"


def upgrade() -> None:
    """Add the column; attempts of before have no trace."""
    op.add_column("puzzle_attempts", sa.Column("trace", sa.String(120), server_default="", nullable=False))
