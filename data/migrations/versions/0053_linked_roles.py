"""People who have linked roles, and grants of those who have unlinked them."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Create the tables, empty."""
    op.create_table(
        "role_links",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tokens", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("linked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("pushed_at", sa.DateTime(timezone=True)),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_role_links_player_id")),
        sa.PrimaryKeyConstraint("player_id", name=op.f("pk_role_links")),
    )
    op.create_index(op.f("ix_role_links_due_at"), "role_links", ["due_at"])
    op.create_table(
        "role_unlinks",
        sa.Column("id", ID, nullable=False),
        sa.Column("tokens", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("unlinked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_role_unlinks")),
    )
    op.create_index(op.f("ix_role_unlinks_due_at"), "role_unlinks", ["due_at"])
