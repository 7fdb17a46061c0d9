"""What a computer player's moves gave away; nothing is known of those made before."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.add_column("moves", sa.Column("given_away", sa.Double(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("moves", "given_away")
