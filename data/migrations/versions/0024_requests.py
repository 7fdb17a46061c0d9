"""Challenges and questions of the last hour are counted, and the games that go on in a server."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

PLAYING = sa.text("state = 'playing' AND adjourned_at IS NULL")


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "requests",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('challenge', 'question')", name=op.f("ck_requests_kind")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_requests_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
    )
    for columns in (["player_id", "kind", "asked_at"], ["guild_id", "kind", "asked_at"], ["asked_at"]):
        op.create_index(op.f(f"ix_requests_{'_'.join(columns)}"), "requests", columns)
    op.create_index(
        "ix_games_guild_playing",
        "games",
        ["guild_id"],
        sqlite_where=PLAYING,
        postgresql_where=PLAYING,
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_index("ix_games_guild_playing", table_name="games")
    op.drop_table("requests")
