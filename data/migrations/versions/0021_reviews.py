"""Reviews of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    game_id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "reviews",
        sa.Column("game_id", game_id, autoincrement=False, nullable=False),
        sa.Column("asker_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_reviews_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_reviews")),
    )
    under_way = sa.text("finished_at IS NULL")
    op.create_index(
        "ix_reviews_under_way",
        "reviews",
        ["begun_at"],
        sqlite_where=under_way,
        postgresql_where=under_way,
    )
    op.create_table(
        "reviewed_plies",
        sa.Column("game_id", game_id, autoincrement=False, nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("best", sa.String(length=16), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("played", sa.Double(), nullable=True),
        sa.Column("depth", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_reviewed_plies_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "ply", name=op.f("pk_reviewed_plies")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("reviewed_plies")
    op.drop_table("reviews")
