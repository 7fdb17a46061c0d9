"""Achievements, and the Discord roles that servers give for them."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    """Create the tables, empty; everything finished so far is still to be examined."""
    op.create_table(
        "achievements",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("achievement", sa.String(64), nullable=False),
        sa.Column("earned_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("game_id", sa.BigInteger()),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_achievements_player_id")),
        sa.PrimaryKeyConstraint("player_id", "achievement", name=op.f("pk_achievements")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "untold_achievements",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("achievement", sa.String(64), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("tell_by", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_untold_achievements_player_id")),
        sa.PrimaryKeyConstraint("player_id", "achievement", name=op.f("pk_untold_achievements")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "role_grants",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("achievement", sa.String(64), nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True)),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_role_grants_player_id")),
        sa.PrimaryKeyConstraint("guild_id", "player_id", "achievement", name=op.f("pk_role_grants")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_role_grants_player_id"), "role_grants", ["player_id"])
    _partial("ix_role_grants_due_at", "role_grants", "due_at", "due_at IS NOT NULL")

    for table in ("results", "reviews", "puzzle_tries"):
        op.add_column(table, sa.Column("examined", sa.Boolean()))
    _partial(
        "ix_results_unexamined",
        "results",
        "finished_at",
        "examined IS NULL AND rated AND pool = 'computer' AND outcome = 'win'",
    )
    _partial(
        "ix_reviews_unexamined", "reviews", "finished_at", "examined IS NULL AND finished_at IS NOT NULL"
    )
    _partial(
        "ix_puzzle_tries_unexamined",
        "puzzle_tries",
        "solved_at",
        "examined IS NULL AND solved_at IS NOT NULL",
    )


def _partial(name: str, table: str, column: str, where: str) -> None:
    condition = sa.text(where)
    op.create_index(name, table, [column], sqlite_where=condition, postgresql_where=condition)
