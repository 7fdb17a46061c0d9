"""Moves of finished games as one value each."""

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0069"

NOT_PACKED = "CASE WHEN state = 'finished' AND plies IS NULL THEN id END IS NOT NULL"


def upgrade() -> None:
    """Create their table; finished games are packed in the background, so both forms are read."""
    op.create_table(
        "packed_moves",
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_packed_moves_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name="pk_packed_moves"),
    )
    op.add_column("games", sa.Column("plies", sa.Integer()))
    waiting = sa.text(NOT_PACKED)
    op.create_index("ix_games_not_packed", "games", ["id"], sqlite_where=waiting, postgresql_where=waiting)
