"""Pages of tournaments and exhibitions in the browser: their links."""

import sqlalchemy as sa
from alembic import op

revision = "0065"
down_revision = "0064"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "web_event_links",
        sa.Column(
            "tournament_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name="fk_web_event_links_tournament_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tournament_id", name="pk_web_event_links"),
        sa.UniqueConstraint("code", name="uq_web_event_links_code"),
    )
