"""Requests for strength tests are counted, too."""

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision = "0056"

KINDS = "kind IN ('challenge', 'question', 'strength test')"


def upgrade() -> None:
    """Allow one more kind of request."""
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint(op.f("ck_requests_kind"), "requests", type_="check")
        op.create_check_constraint(op.f("ck_requests_kind"), "requests", KINDS)
        return
    # SQLite copies the table; Alembic does not see its check constraint, so it is described here.
    described = sa.Table(
        "requests",
        sa.MetaData(),
        sa.Column("id", sa.Integer()),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger()),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_requests_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_requests")),
        sa.CheckConstraint(KINDS, name=op.f("ck_requests_kind")),
        sa.Index(op.f("ix_requests_asked_at"), "asked_at"),
        sa.Index(op.f("ix_requests_guild_id_kind_asked_at"), "guild_id", "kind", "asked_at"),
        sa.Index(op.f("ix_requests_player_id_kind_asked_at"), "player_id", "kind", "asked_at"),
    )
    with op.batch_alter_table("requests", copy_from=described, recreate="always"):
        pass
