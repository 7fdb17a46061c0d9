"""How far own puzzles have come in their spaced repetition."""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"


def upgrade() -> None:
    """Add the column; what was solved stays solved, and what failed is in its first delay."""
    op.add_column("own_puzzles", sa.Column("stage", sa.Integer(), server_default="0", nullable=False))
    op.execute("UPDATE own_puzzles SET stage = 1 WHERE failures > 0")
