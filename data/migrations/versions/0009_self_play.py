"""Games in which computers play both sides are found by an index."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

BY_ITSELF = (
    "CASE WHEN state = 'playing' AND coalesce(second_computer, second_delegate) IS NOT NULL "
    "THEN coalesce(first_computer, first_delegate) END IS NOT NULL"
)


def upgrade() -> None:
    """Make the change."""
    op.create_index(
        "ix_games_by_itself",
        "games",
        ["channel_id"],
        sqlite_where=sa.text(BY_ITSELF),
        postgresql_where=sa.text(BY_ITSELF),
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_index("ix_games_by_itself", table_name="games")
