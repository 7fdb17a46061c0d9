"""Organisers choose what becomes of games between computers; a lot decides if the tournament has begun."""

import sqlalchemy as sa
from alembic import op

revision = "0067"
down_revision = "0066"


def upgrade() -> None:
    """Add the column."""
    choice = sa.Column("computer_games", sa.String(length=8), server_default="skip", nullable=False)
    op.add_column("tournaments", choice)
    op.execute(
        "UPDATE tournaments SET computer_games = 'lot' WHERE form <> 'simul' AND started_at IS NOT NULL"
    )
