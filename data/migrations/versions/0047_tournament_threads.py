"""Where a tournament's boards are: in its thread, or in its channel."""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"


def upgrade() -> None:
    """Add the column; until it is set, the next games decide."""
    op.add_column("tournaments", sa.Column("boards_id", sa.BigInteger(), nullable=True))
