"""What each person of a game asked last, by kind; nothing is known of earlier questions."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "past_questions",
        sa.Column("game_id", ID, nullable=False, autoincrement=False),
        sa.Column("side", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("question_id", ID, nullable=False),
        sa.Column("position", sa.String(length=32), nullable=False),
        sa.Column("refusals", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("refused_ply", sa.Integer(), nullable=False, server_default="0"),
        sa.CheckConstraint("side IN (0, 1)", name=op.f("ck_past_questions_side")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_past_questions_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "side", "kind", name=op.f("pk_past_questions")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("past_questions")
