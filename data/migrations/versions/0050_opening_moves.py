"""The index of the openings explorer: the first moves of finished games by position."""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"

PENDING = "CASE WHEN state = 'finished' AND indexed IS NULL THEN id END IS NOT NULL"


def upgrade() -> None:
    """Create the table, empty; all finished games are still to be indexed."""
    op.create_table(
        "opening_moves",
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("square", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.CheckConstraint("side IN (0, 1)", name=op.f("ck_opening_moves_side")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_opening_moves_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("position", "game_id", name=op.f("pk_opening_moves")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_opening_moves_game_id"), "opening_moves", ["game_id"])
    op.add_column("games", sa.Column("indexed", sa.Boolean()))
    op.create_index(
        "ix_games_index_pending",
        "games",
        ["id"],
        sqlite_where=sa.text(PENDING),
        postgresql_where=sa.text(PENDING),
    )
