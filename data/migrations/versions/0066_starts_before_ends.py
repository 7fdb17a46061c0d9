"""Exhibitions that had ended before the time for which they were announced get a start before their end."""

from alembic import op

revision = "0066"
down_revision = "0065"


def upgrade() -> None:
    """Let them start when they ended; none of their games is left that would tell the time."""
    op.execute("UPDATE tournaments SET started_at = finished_at WHERE started_at > finished_at")
