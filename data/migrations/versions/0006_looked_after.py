"""Every game says who is to move, and whether Discord has refused its message."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

INDICES = {
    "ix_games_computer_to_move": (
        "moved_at",
        "CASE WHEN state <> 'playing' OR paused_at IS NOT NULL THEN NULL "
        "WHEN turn = 0 THEN coalesce(first_computer, first_delegate) "
        "ELSE coalesce(second_computer, second_delegate) END IS NOT NULL",
    ),
    "ix_games_paused": ("paused_at", "CASE WHEN state = 'playing' THEN paused_at END IS NOT NULL"),
    "ix_games_refused": ("channel_id", "refused"),
}


def upgrade() -> None:
    """Make the change."""
    op.add_column("games", sa.Column("refused", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("games", sa.Column("turn", sa.Integer(), server_default="0", nullable=False))
    # Sides take turns, and a pass is a move.
    op.execute("UPDATE games SET turn = (SELECT count(*) FROM moves WHERE moves.game_id = games.id) % 2")
    for name, (column, where) in INDICES.items():
        op.create_index(name, "games", [column], sqlite_where=sa.text(where), postgresql_where=sa.text(where))


def downgrade() -> None:
    """Take the change back."""
    for name in INDICES:
        op.drop_index(name, table_name="games")
    op.drop_column("games", "turn")
    op.drop_column("games", "refused")
