"""An index of a server's games, days of tries, accuracies of judged games, and sessions of processes."""

import sqlalchemy as sa
from alembic import op

revision = "0069"
down_revision = "0068"


def upgrade() -> None:
    """Add them; finished reviews are judged again in the background, which stores their accuracies."""
    op.drop_index("ix_games_guild_id", "games")
    there = sa.text("guild_id IS NOT NULL")
    columns = ["guild_id", "state", "finished_at", "channel_id"]
    op.create_index("ix_games_of_server", "games", columns, sqlite_where=there, postgresql_where=there)
    op.add_column("puzzle_tries", sa.Column("day", sa.String(length=10)))
    op.execute("UPDATE puzzle_tries SET day = (SELECT day FROM puzzle_posts WHERE id = post_id)")
    op.drop_index("ix_puzzle_tries_player_id", "puzzle_tries")
    op.create_index(
        "ix_puzzle_tries_player_id_day_solved_at", "puzzle_tries", ["player_id", "day", "solved_at"]
    )
    op.add_column("judged_games", sa.Column("accuracy", sa.Double()))
    op.execute("UPDATE reviews SET judged = NULL WHERE finished_at IS NOT NULL")
    session: sa.Column[bool] = sa.Column(
        "in_session", sa.Boolean(), server_default=sa.false(), nullable=False
    )
    op.add_column("workers", session)
