"""Judged moves of people in reviewed games, and reviews made in the background."""

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"


def upgrade() -> None:
    """Add the table and the columns; the judged moves of earlier reviews are filled in by the bot."""
    op.create_table(
        "judged_games",
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("own_rating", sa.Double(), nullable=True),
        sa.Column("other_rating", sa.Double(), nullable=True),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("ck_judged_games_seat")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_judged_games_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_judged_games_player_id")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_judged_games")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_judged_games_player_id_game_finished_at"),
        "judged_games",
        ["player_id", "game", "finished_at"],
    )
    op.add_column("reviews", sa.Column("judged", sa.Boolean(), nullable=True))
    op.add_column("reviews", sa.Column("quiet", sa.Boolean(), nullable=True))
    for name, columns, where in (
        ("ix_reviews_unjudged", ["finished_at"], "judged IS NULL AND finished_at IS NOT NULL"),
        ("ix_reviews_quiet", ["asker_id", "begun_at"], "quiet"),
    ):
        condition = sa.text(where)
        op.create_index(name, "reviews", columns, sqlite_where=condition, postgresql_where=condition)
