"""Points of weeks and seasons that are added up day by day, and the servers in which puzzles were solved."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"


def upgrade() -> None:
    """Create the tables, the column and its index."""
    op.create_table(
        "period_points",
        *_period(),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("of_games", "of_puzzles", "of_dailies")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_period_points_player_id")),
        sa.PrimaryKeyConstraint("guild_id", "span", "first_day", "player_id", name=op.f("pk_period_points")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_period_points_player_id"), "period_points", ["player_id"])
    op.create_table(
        "added_days",
        *_period(),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("span IN ('week', 'season')", name=op.f("ck_added_days_span")),
        sa.PrimaryKeyConstraint("guild_id", "span", "first_day", name=op.f("pk_added_days")),
        sqlite_with_rowid=False,
    )
    op.add_column("puzzle_attempts", sa.Column("guild_id", sa.BigInteger()))
    known = sa.text("guild_id IS NOT NULL")
    op.create_index(
        "ix_puzzle_attempts_solved_there",
        "puzzle_attempts",
        ["guild_id", "solved_at"],
        sqlite_where=known,
        postgresql_where=known,
    )


def _period() -> list[sa.Column[object]]:
    return [
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("span", sa.String(8), nullable=False),
        sa.Column("first_day", sa.String(10), nullable=False),
    ]
