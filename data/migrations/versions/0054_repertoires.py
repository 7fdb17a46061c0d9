"""Repertoires of openings, and the sessions that train them."""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables, empty."""
    op.create_table(
        "repertoire_moves",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("move", sa.String(16), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.CheckConstraint("side IN (0, 1)", name=op.f("ck_repertoire_moves_side")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_repertoire_moves_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_repertoire_moves")),
        sa.UniqueConstraint(
            "player_id",
            "game",
            "side",
            "position",
            name=op.f("uq_repertoire_moves_player_id_game_side_position"),
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_repertoire_moves_player_id_due_at"), "repertoire_moves", ["player_id", "due_at"])

    op.create_table(
        "training_sessions",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(32)),
        sa.Column("side", sa.Integer()),
        sa.Column("ahead", sa.Boolean(), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("side IN (0, 1)", name=op.f("ck_training_sessions_side")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_training_sessions_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_training_sessions")),
        sa.UniqueConstraint("player_id", name=op.f("uq_training_sessions_player_id")),
        sqlite_autoincrement=True,
    )

    op.create_table(
        "training_questions",
        sa.Column("session_id", ID, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("move_id", ID, nullable=False),
        sa.Column("answer", sa.String(16)),
        sa.Column("right", sa.Boolean()),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["training_sessions.id"],
            name=op.f("fk_training_questions_session_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["move_id"],
            ["repertoire_moves.id"],
            name=op.f("fk_training_questions_move_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("session_id", "number", name=op.f("pk_training_questions")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_training_questions_move_id"), "training_questions", ["move_id"])
