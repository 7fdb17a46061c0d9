"""Results against people who deleted their data are told apart; sums of points are added up again."""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0057"


def upgrade() -> None:
    """Add the column, and forget the sums, which were added up by other rules."""
    op.add_column("results", sa.Column("former_opponent", sa.BigInteger()))
    op.execute("DELETE FROM period_points")
    op.execute("DELETE FROM added_days")
