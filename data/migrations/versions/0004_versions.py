"""Every game has a version, and notes which version of it was shown."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.add_column("games", sa.Column("version", sa.Integer(), server_default="1", nullable=False))
    op.add_column("games", sa.Column("shown_version", sa.Integer(), server_default="0", nullable=False))
    op.execute("UPDATE games SET shown_version = 1 WHERE shown")
    op.drop_index(op.f("ix_games_shown_moved_at"), table_name="games")
    op.drop_column("games", "shown")
    op.create_index(
        "ix_games_not_shown",
        "games",
        ["moved_at"],
        sqlite_where=sa.text("shown_version < version"),
        postgresql_where=sa.text("shown_version < version"),
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_index("ix_games_not_shown", table_name="games")
    op.add_column("games", sa.Column("shown", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute("UPDATE games SET shown = true WHERE shown_version = version")
    op.create_index(op.f("ix_games_shown_moved_at"), "games", ["shown", "moved_at"], unique=False)
    op.drop_column("games", "shown_version")
    op.drop_column("games", "version")
