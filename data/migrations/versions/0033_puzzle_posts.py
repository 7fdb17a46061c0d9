"""Puzzles in channels, who has tried them, and daily ones."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TO_ANSWER = sa.text("answer_at IS NOT NULL")


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "puzzle_posts",
        sa.Column("id", ID, nullable=False),
        sa.Column("puzzle", sa.String(length=16), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("by_clicks", sa.Boolean(), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=True),
        sa.Column("posted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answer_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("answered", sa.Boolean(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzle_posts")),
        sa.UniqueConstraint("guild_id", "day", name=op.f("uq_puzzle_posts_guild_id_day")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_puzzle_posts_puzzle"), "puzzle_posts", ["puzzle"])
    op.create_index(
        "ix_puzzle_posts_answer_at",
        "puzzle_posts",
        ["answer_at"],
        sqlite_where=TO_ANSWER,
        postgresql_where=TO_ANSWER,
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("post_id", ID, autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("solved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_puzzle_tries_player_id")),
        sa.ForeignKeyConstraint(
            ["post_id"], ["puzzle_posts.id"], name=op.f("fk_puzzle_tries_post_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("post_id", "player_id", name=op.f("pk_puzzle_tries")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_puzzle_tries_player_id"), "puzzle_tries", ["player_id"])
    op.create_table(
        "daily_puzzles",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_daily_puzzles")),
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("daily_puzzles")
    op.drop_table("puzzle_tries")
    op.drop_table("puzzle_posts")
