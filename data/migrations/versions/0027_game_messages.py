"""Games are found by the message that shows them."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    shown = sa.text("message_id IS NOT NULL")
    op.create_index(
        "ix_games_message_id", "games", ["message_id"], sqlite_where=shown, postgresql_where=shown
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_index("ix_games_message_id", table_name="games")
