"""What a computer player's search for a move found; nothing is known of moves made before."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.add_column("moves", sa.Column("thought", sa.Text()))
    op.add_column("measurements", sa.Column("efforts", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("measurements", "efforts")
    op.drop_column("moves", "thought")
