"""People are led from one game that waits for them to the next; those put aside are found by who plays."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

ADJOURNED = sa.text("state = 'playing' AND adjourned_at IS NOT NULL")
SEATS = ("first", "second")


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "led_to",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("led_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_led_to_player_id")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_led_to_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", "game_id", name=op.f("pk_led_to")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_led_to_game_id"), "led_to", ["game_id"])
    for seat in SEATS:
        op.create_index(
            f"ix_games_{seat}_adjourned",
            "games",
            [f"{seat}_player_id"],
            sqlite_where=ADJOURNED,
            postgresql_where=ADJOURNED,
        )


def downgrade() -> None:
    """Take the change back."""
    for seat in SEATS:
        op.drop_index(f"ix_games_{seat}_adjourned", table_name="games")
    op.drop_table("led_to")
