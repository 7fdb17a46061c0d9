"""Opponents of a server's own, computers that play for people, proved results."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "opponents",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("creator_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["creator_id"], ["players.id"], name=op.f("fk_opponents_creator_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_opponents")),
        sa.UniqueConstraint("guild_id", "key", name=op.f("uq_opponents_guild_id_key")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("games") as table:
        table.add_column(sa.Column("first_delegate", sa.Text(), nullable=True))
        table.add_column(sa.Column("second_delegate", sa.Text(), nullable=True))
        table.add_column(sa.Column("asked", sa.Boolean(), server_default=sa.false(), nullable=False))
    with op.batch_alter_table("moves") as table:
        table.add_column(sa.Column("proved", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("moves") as table:
        table.drop_column("proved")
    with op.batch_alter_table("games") as table:
        table.drop_column("asked")
        table.drop_column("second_delegate")
        table.drop_column("first_delegate")
    op.drop_table("opponents")
