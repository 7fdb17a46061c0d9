"""Games note why they are unrated; games between the same two people are found by an index."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change. Which help made an older game unrated was not noted."""
    op.add_column("games", sa.Column("unrated_why", sa.String(16)))
    op.add_column("games", sa.Column("unrated_by", sa.Integer()))
    op.add_column("games", sa.Column("unrated_lost", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute("UPDATE games SET unrated_why = 'board' WHERE NOT rated AND options <> ''")
    op.execute(
        "UPDATE games SET unrated_why = 'opponent' WHERE NOT rated AND unrated_why IS NULL"
        " AND (first_computer LIKE '%:%' OR second_computer LIKE '%:%')"
    )
    op.create_index(
        op.f("ix_games_first_player_id_second_player_id_started_at"),
        "games",
        ["first_player_id", "second_player_id", "started_at"],
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_index(op.f("ix_games_first_player_id_second_player_id_started_at"), table_name="games")
    for column in ("unrated_lost", "unrated_by", "unrated_why"):
        op.drop_column("games", column)
