"""Boards in the browser: links of games, and signed-in browsers."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "web_sessions",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_web_sessions_player_id"),
        sa.PrimaryKeyConstraint("hash", name="pk_web_sessions"),
    )
    op.create_index("ix_web_sessions_expires_at", "web_sessions", ["expires_at"])
    op.create_index("ix_web_sessions_player_id", "web_sessions", ["player_id"])
    op.create_table(
        "web_links",
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_web_links_game_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_web_links"),
        sa.UniqueConstraint("code", name="uq_web_links_code"),
    )
