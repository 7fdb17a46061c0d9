"""Weekly boards and seasons: what servers get next, what was posted, badges, and indices for points."""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"


def upgrade() -> None:
    """Create the tables and indices."""
    op.create_table(
        "next_boards",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("span", sa.String(8), nullable=False),
        sa.Column("first_day", sa.String(10), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("span IN ('week', 'season')", name=op.f("ck_next_boards_span")),
        sa.PrimaryKeyConstraint("guild_id", "span", name=op.f("pk_next_boards")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_next_boards_due_at"), "next_boards", ["due_at"])
    op.create_table(
        "board_posts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("span", sa.String(8), nullable=False),
        sa.Column("first_day", sa.String(10), nullable=False),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("posted_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("span IN ('week', 'season')", name=op.f("ck_board_posts_span")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_board_posts")),
        sa.UniqueConstraint(
            "guild_id", "span", "first_day", name=op.f("uq_board_posts_guild_id_span_first_day")
        ),
        sqlite_autoincrement=True,
    )
    _partial("ix_board_posts_not_sent", "board_posts", ["posted_at"], "message_id IS NULL")
    op.create_table(
        "season_badges",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("first_day", sa.String(10), nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("earned_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("place BETWEEN 1 AND 3", name=op.f("ck_season_badges_place")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_season_badges_player_id")),
        sa.PrimaryKeyConstraint("guild_id", "first_day", "player_id", name=op.f("pk_season_badges")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_season_badges_player_id"), "season_badges", ["player_id"])
    scored = "rated AND outcome IN ('win', 'draw')"
    _partial("ix_results_scored", "results", ["finished_at"], scored)
    _partial("ix_results_scored_there", "results", ["guild_id", "finished_at"], scored)
    for table in ("puzzle_attempts", "puzzle_tries"):
        _partial(f"ix_{table}_solved_at", table, ["solved_at"], "solved_at IS NOT NULL")
    op.create_index(op.f("ix_cups_won_at"), "cups", ["won_at"])


def _partial(name: str, table: str, columns: list[str], where: str) -> None:
    condition = sa.text(where)
    op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)
