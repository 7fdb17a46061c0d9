"""Games name the tournament or simultaneous exhibition that they belong to."""

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0060"


def upgrade():
    """Add the columns, and fill them in for the games of all events."""
    op.add_column("games", sa.Column("event_kind", sa.String(length=16), nullable=True))
    op.add_column("games", sa.Column("event_id", sa.BigInteger(), nullable=True))
    op.execute(
        "UPDATE games SET event_kind = 'tournament', event_id = (SELECT tournament_id FROM "
        "tournament_pairings WHERE game_id = games.id) WHERE id IN (SELECT game_id FROM tournament_pairings)"
    )
    op.execute(
        "UPDATE games SET event_kind = 'simul', event_id = (SELECT simul_id FROM simul_opponents "
        "WHERE game_id = games.id) WHERE id IN (SELECT game_id FROM simul_opponents)"
    )
