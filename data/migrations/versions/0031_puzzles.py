"""How far people are with puzzles, and how difficult puzzles have turned out to be."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(length=16), nullable=False),
        sa.Column("value", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name=op.f("pk_puzzle_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_attempts",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("puzzle", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("result", sa.String(length=8), nullable=True),
        sa.Column("value_before", sa.Double(), nullable=True),
        sa.Column("value_after", sa.Double(), nullable=True),
        sa.Column("solved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.CheckConstraint("result IN ('solved', 'failed')", name=op.f("ck_puzzle_attempts_result")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_puzzle_attempts_player_id")),
        sa.PrimaryKeyConstraint("player_id", "puzzle", name=op.f("pk_puzzle_attempts")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("puzzle_attempts")
    op.drop_table("puzzle_ratings")
