"""Whether the player who moves second in a tournament's game is there when the other one doesn't come."""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"


def upgrade() -> None:
    """Add the columns; players of games in progress are asked."""
    for name in ("second_asked", "second_here"):
        op.add_column(
            "tournament_pairings",
            sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False),
        )
