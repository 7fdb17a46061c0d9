"""Ratings on other boards, and until when a rating stands on its list."""

from datetime import timedelta

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

LISTED_BELOW = 110.0
SCALE = 173.7178
MOST_DAYS = 36500.0
KEYS = {
    "ratings": ["player_id", "game", "pool", "board"],
    "server_players": ["guild_id", "game", "pool", "board", "player_id"],
}
"""The primary keys."""
KINDS = {"server_players": {"sqlite_with_rowid": False}}
INDEX = "ix_ratings_game_pool{board}_value"


def upgrade() -> None:
    """Make the change."""
    op.drop_index(INDEX.format(board=""), table_name="ratings")
    for table, key in KEYS.items():
        with op.batch_alter_table(table, table_kwargs=KINDS.get(table, {})) as batch:
            batch.add_column(sa.Column("board", sa.String(32), server_default="", nullable=False))
            batch.drop_constraint(f"pk_{table}", type_="primary")
            batch.create_primary_key(f"pk_{table}", key)
    op.add_column("ratings", sa.Column("listed_until", sa.DateTime(timezone=True)))
    op.create_index(INDEX.format(board="_board"), "ratings", ["game", "pool", "board", "value"])
    if not op.get_context().as_sql:
        _list_those_who_are_known()


def downgrade() -> None:
    """Take the change back; ratings on other boards are lost."""
    op.drop_index(INDEX.format(board="_board"), table_name="ratings")
    op.drop_column("ratings", "listed_until")
    for table, key in KEYS.items():
        op.execute(f"DELETE FROM {table} WHERE board <> ''")  # noqa: S608
        with op.batch_alter_table(table, table_kwargs=KINDS.get(table, {})) as batch:
            batch.drop_constraint(f"pk_{table}", type_="primary")
            batch.create_primary_key(f"pk_{table}", [column for column in key if column != "board"])
            batch.drop_column("board")
    op.create_index(INDEX.format(board=""), "ratings", ["game", "pool", "value"])


def _list_those_who_are_known() -> None:
    """Work out until when every rating stands on its list: the deviation grows with time."""
    key = ("player_id", "game", "pool")
    ratings = sa.table(
        "ratings",
        *(sa.column(name) for name in (*key, "deviation", "volatility")),
        sa.column("rated_at", sa.DateTime(timezone=True)),
        sa.column("listed_until", sa.DateTime(timezone=True)),
    )
    connection = op.get_bind()
    for row in connection.execute(sa.select(ratings).where(ratings.c.deviation < LISTED_BELOW)).all():
        room = LISTED_BELOW**2 - row.deviation**2
        days = min(room / (SCALE * row.volatility) ** 2, MOST_DAYS)
        connection.execute(
            sa.update(ratings)
            .where(*(ratings.c[name] == getattr(row, name) for name in key))
            .values(listed_until=row.rated_at + timedelta(days=days))
        )
