"""People's own mistakes as puzzles, and which reviews were looked through for them: none so far."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TO_MINE = sa.text("mine_from IS NOT NULL AND finished_at IS NOT NULL")


def upgrade() -> None:
    """Make the change."""
    op.add_column("reviews", sa.Column("mine_from", sa.Integer(), nullable=True, server_default="0"))
    op.create_index(
        "ix_reviews_to_mine", "reviews", ["finished_at"], sqlite_where=TO_MINE, postgresql_where=TO_MINE
    )
    op.create_table(
        "own_puzzles",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("game_ply", sa.Integer(), nullable=False),
        sa.Column("played", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("position", sa.Text(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("goal", sa.String(length=8), nullable=False),
        sa.Column("margin", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("themes", sa.Text(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("result", sa.String(length=8), nullable=True),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("solved_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("result IN ('solved', 'failed')", name=op.f("ck_own_puzzles_result")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["reviews.game_id"], name=op.f("fk_own_puzzles_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_own_puzzles_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_own_puzzles")),
        sa.UniqueConstraint("game_id", "game_ply", name=op.f("uq_own_puzzles_game_id_game_ply")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_own_puzzles_player_id_due_at"), "own_puzzles", ["player_id", "due_at"])


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("own_puzzles")
    op.drop_index("ix_reviews_to_mine", table_name="reviews")
    op.drop_column("reviews", "mine_from")
