"""Which opening was played in a game that is over.

Only the rules of the games can tell, so the games there are get theirs later, a few at a time.
"""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

UNKNOWN = sa.text("CASE WHEN state = 'finished' AND opening IS NULL THEN id END IS NOT NULL")


def upgrade() -> None:
    """Make the change."""
    op.add_column("games", sa.Column("opening", sa.String(64)))
    op.create_index(
        "ix_games_opening_unknown", "games", ["id"], sqlite_where=UNKNOWN, postgresql_where=UNKNOWN
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_index("ix_games_opening_unknown", table_name="games")
    op.drop_column("games", "opening")
