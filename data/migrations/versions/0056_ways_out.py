"""How entrants left tournaments, corrections after their end, and who was removed from exhibitions."""

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"


def upgrade() -> None:
    """Add the columns; nothing tells any more who was removed."""
    op.add_column("tournament_entrants", sa.Column("exit", sa.String(8)))
    op.add_column("tournaments", sa.Column("corrected_at", sa.DateTime(timezone=True)))
    op.execute("UPDATE tournament_entrants SET exit = 'left' WHERE left_round IS NOT NULL")
    op.add_column(
        "simul_opponents", sa.Column("removed", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
