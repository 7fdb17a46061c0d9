"""Conditional moves: what people have planned to answer."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the change."""
    op.add_column("games", sa.Column("conditional_from", sa.Integer()))
    op.create_table(
        "conditional_moves",
        sa.Column("id", ID, nullable=False),
        sa.Column("game_id", ID, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_conditional_moves_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_conditional_moves_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_conditional_moves")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_conditional_moves_game_id", "conditional_moves", ["game_id"])


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("conditional_moves")
    op.drop_column("games", "conditional_from")
