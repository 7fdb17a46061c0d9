"""Tournaments: who takes part, the pairings with their games and results, and the cups won."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.Column("organiser_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("form", sa.String(length=16), nullable=False),
        sa.Column("time_control", sa.String(length=16), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("invited_only", sa.Boolean(), nullable=False),
        sa.Column("when_full", sa.Boolean(), nullable=False),
        sa.Column("filler", sa.Text(), nullable=True),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.String(length=16), nullable=True),
        sa.Column("announced", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "state IN ('open', 'running', 'finished', 'cancelled')", name=op.f("ck_tournaments_state")
        ),
        sa.ForeignKeyConstraint(["organiser_id"], ["players.id"], name=op.f("fk_tournaments_organiser_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.create_index(
            "ix_tournaments_active",
            ["starts_at"],
            unique=False,
            sqlite_where=sa.text("state IN ('open', 'running')"),
            postgresql_where=sa.text("state IN ('open', 'running')"),
        )
        batch_op.create_index(
            batch_op.f("ix_tournaments_guild_id_created_at"), ["guild_id", "created_at"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_tournaments_organiser_id"), ["organiser_id"], unique=False)
        batch_op.create_index(
            "ix_tournaments_to_announce",
            ["finished_at"],
            unique=False,
            sqlite_where=sa.text("state IN ('finished', 'cancelled') AND NOT announced"),
            postgresql_where=sa.text("state IN ('finished', 'cancelled') AND NOT announced"),
        )

    op.create_table(
        "cups",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("tournament_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("form", sa.String(length=16), nullable=False),
        sa.Column("entrants", sa.Integer(), nullable=False),
        sa.Column("won_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_cups_player_id")),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_cups_tournament_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cups")),
    )
    with op.batch_alter_table("cups", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_cups_player_id_won_at"), ["player_id", "won_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_cups_tournament_id"), ["tournament_id"], unique=False)

    op.create_table(
        "tournament_entrants",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tournament_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.Column("computer", sa.Text(), nullable=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("joined_round", sa.Integer(), nullable=False),
        sa.Column("left_round", sa.Integer(), nullable=True),
        sa.Column("waiting_since", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_tournament_entrants_player_id")),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_tournament_entrants_tournament_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_entrants")),
    )
    with op.batch_alter_table("tournament_entrants", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tournament_entrants_player_id"), ["player_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_tournament_entrants_tournament_id"), ["tournament_id"], unique=False
        )

    op.create_table(
        "tournament_pairings",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tournament_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("second", sa.Integer(), nullable=True),
        sa.Column("replay", sa.Integer(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.String(length=8), nullable=True),
        sa.Column("forfeit", sa.Boolean(), nullable=False),
        sa.Column("corrected_by", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "outcome IN ('1-0', '0-1', 'draw', '0-0')", name=op.f("ck_tournament_pairings_outcome")
        ),
        sa.ForeignKeyConstraint(
            ["corrected_by"], ["players.id"], name=op.f("fk_tournament_pairings_corrected_by")
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_tournament_pairings_game_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_tournament_pairings_tournament_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_pairings")),
        sa.UniqueConstraint("game_id", name=op.f("uq_tournament_pairings_game_id")),
    )
    with op.batch_alter_table("tournament_pairings", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_tournament_pairings_corrected_by"), ["corrected_by"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_tournament_pairings_tournament_id"), ["tournament_id"], unique=False
        )
