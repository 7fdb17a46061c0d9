"""Notices of people's turns."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "notices",
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("turn_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.Double(), nullable=True),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("refused", sa.String(length=16), nullable=True),
        sa.Column("explained", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_notices_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_notices_player_id")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_notices")),
        sqlite_with_rowid=False,
    )
    where = sa.text("due_at IS NOT NULL")
    op.create_index("ix_notices_due_at", "notices", ["due_at"], sqlite_where=where, postgresql_where=where)
    op.create_index(op.f("ix_notices_player_id"), "notices", ["player_id"])


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("notices")
