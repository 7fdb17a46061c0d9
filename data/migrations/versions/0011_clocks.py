"""Games can have clocks, and it is known when the bot was last there."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

COLUMNS = ("first_left", "second_left", "clock_since", "warn_at", "flag_at")


def upgrade() -> None:
    """Make the change."""
    op.add_column("games", sa.Column("time_control", sa.String(16)))
    for name in COLUMNS:
        op.add_column("games", sa.Column(name, sa.Double()))
    for name in ("warn_at", "flag_at"):
        where = sa.text(f"{name} IS NOT NULL")
        op.create_index(f"ix_games_{name}", "games", [name], sqlite_where=where, postgresql_where=where)
    op.create_table(
        "presence",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_presence")),
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("presence")
    for name in ("warn_at", "flag_at"):
        op.drop_index(f"ix_games_{name}", table_name="games")
    for name in ("time_control", *COLUMNS):
        op.drop_column("games", name)
