"""Games that people import."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
IMPORTED = (
    "state = 'finished' AND first_player_id IS NULL AND first_computer IS NULL "
    "AND second_player_id IS NULL AND second_computer IS NULL"
)


def upgrade() -> None:
    """Make the change."""
    op.add_column("games", sa.Column("first_name", sa.String(length=100)))
    op.add_column("games", sa.Column("second_name", sa.String(length=100)))
    condition = sa.text(IMPORTED)
    op.create_index(
        "ix_games_imported",
        "games",
        ["challenger_id"],
        sqlite_where=condition,
        postgresql_where=condition,
    )
    op.create_table(
        "imports",
        sa.Column("id", ID, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_imports_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imports")),
        sa.UniqueConstraint("player_id", name=op.f("uq_imports_player_id")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_imports_created_at", "imports", ["created_at"])


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("imports")
    op.drop_index("ix_games_imported", "games")
    op.drop_column("games", "second_name")
    op.drop_column("games", "first_name")
