"""Games where the bot is no member."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.add_column("games", sa.Column("by_clicks", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Take the change back."""
    op.drop_column("games", "by_clicks")
