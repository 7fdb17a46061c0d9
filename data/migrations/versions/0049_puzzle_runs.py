"""Runs of puzzles, streaks and rushes, with their attempts."""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables, empty."""
    op.create_table(
        "puzzle_runs",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("touched_at", sa.Double(), nullable=False),
        sa.Column("deadline", sa.Double()),
        sa.Column("seconds_left", sa.Double()),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("ending", sa.String(8)),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.CheckConstraint("kind IN ('streak', 'rush')", name=op.f("ck_puzzle_runs_kind")),
        sa.CheckConstraint(
            "ending IN ('miss', 'time', 'supply', 'stopped')", name=op.f("ck_puzzle_runs_ending")
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_puzzle_runs_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzle_runs")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_puzzle_runs_of_player", "puzzle_runs", ["player_id", "game", "kind", "score"])
    op.create_index("ix_puzzle_runs_in_server", "puzzle_runs", ["guild_id", "game", "kind", "score"])
    _partial("unfinished", ["player_id", "game", "kind"], "ended_at IS NULL", unique=True)
    _partial("deadline", ["deadline"], "ended_at IS NULL AND deadline IS NOT NULL")

    op.create_table(
        "puzzle_run_attempts",
        sa.Column("run_id", ID, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("result", sa.String(8)),
        sa.Column("solved_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("result IN ('solved', 'failed')", name=op.f("ck_puzzle_run_attempts_result")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_puzzle_run_attempts_player_id")),
        sa.ForeignKeyConstraint(
            ["run_id"],
            ["puzzle_runs.id"],
            name=op.f("fk_puzzle_run_attempts_run_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("run_id", "number", name=op.f("pk_puzzle_run_attempts")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_puzzle_run_attempts_begun_at"), "puzzle_run_attempts", ["begun_at"])
    op.create_index("ix_puzzle_run_attempts_of_player", "puzzle_run_attempts", ["player_id", "puzzle"])


def _partial(name: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    condition = sa.text(where)
    op.create_index(
        f"ix_puzzle_runs_{name}",
        "puzzle_runs",
        columns,
        unique=unique,
        sqlite_where=condition,
        postgresql_where=condition,
    )
