"""Simultaneous exhibitions and their opponents."""

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0045"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "simuls",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("organiser_id", sa.BigInteger(), nullable=False),
        sa.Column("computer", sa.Text(), nullable=True),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("time_control", sa.String(length=16), nullable=True),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(length=16), nullable=False),
        sa.Column("invited_only", sa.Boolean(), nullable=False),
        sa.Column("when_full", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.String(length=16), nullable=True),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("announced", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint("side IN ('alternating', 'first', 'second')", name=op.f("ck_simuls_side")),
        sa.CheckConstraint(
            "state IN ('open', 'running', 'finished', 'cancelled')", name=op.f("ck_simuls_state")
        ),
        sa.ForeignKeyConstraint(["organiser_id"], ["players.id"], name=op.f("fk_simuls_organiser_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_simuls")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("simuls", schema=None) as batch_op:
        batch_op.create_index(
            "ix_simuls_active",
            ["starts_at"],
            unique=False,
            sqlite_where=sa.text("state IN ('open', 'running')"),
            postgresql_where=sa.text("state IN ('open', 'running')"),
        )
        batch_op.create_index(batch_op.f("ix_simuls_finished_at"), ["finished_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_simuls_guild_id"), ["guild_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_simuls_organiser_id"), ["organiser_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_simuls_thread_id"), ["thread_id"], unique=False)
        batch_op.create_index(
            "ix_simuls_to_announce",
            ["finished_at"],
            unique=False,
            sqlite_where=sa.text("state IN ('finished', 'cancelled') AND NOT announced"),
            postgresql_where=sa.text("state IN ('finished', 'cancelled') AND NOT announced"),
        )

    op.create_table(
        "simul_opponents",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("simul_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("outcome", sa.String(length=8), nullable=True),
        sa.CheckConstraint(
            "outcome IN ('win', 'draw', 'loss', 'none')", name=op.f("ck_simul_opponents_outcome")
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_simul_opponents_game_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_simul_opponents_player_id")),
        sa.ForeignKeyConstraint(
            ["simul_id"], ["simuls.id"], name=op.f("fk_simul_opponents_simul_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_simul_opponents")),
        sa.UniqueConstraint("game_id", name=op.f("uq_simul_opponents_game_id")),
    )
    with op.batch_alter_table("simul_opponents", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_simul_opponents_player_id"), ["player_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_simul_opponents_simul_id"), ["simul_id"], unique=False)
