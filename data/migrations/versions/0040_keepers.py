"""How many moves keep the result, at each ply of a review; unknown in reviews made before."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.add_column("reviewed_plies", sa.Column("keepers", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("reviewed_plies", "keepers")
