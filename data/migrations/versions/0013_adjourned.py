"""Games that nobody moves in are put aside."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

RESTS = "paused_at IS NOT NULL"
COMPUTER_TO_MOVE = (
    "CASE WHEN state <> 'playing' OR {rests} THEN NULL "
    "WHEN turn = 0 THEN coalesce(first_computer, first_delegate) "
    "ELSE coalesce(second_computer, second_delegate) END IS NOT NULL"
)
BY_ITSELF = (
    "CASE WHEN {playing} AND coalesce(second_computer, second_delegate) IS NOT NULL "
    "THEN coalesce(first_computer, first_delegate) END IS NOT NULL"
)
PAUSED = "CASE WHEN state = 'playing'{of_computers} THEN paused_at END IS NOT NULL"
OF_COMPUTERS = " AND first_computer IS NOT NULL AND second_computer IS NOT NULL"
INDICES = (
    ("ix_games_computer_to_move", ["moved_at"], COMPUTER_TO_MOVE),
    ("ix_games_paused", ["paused_at"], PAUSED),
    ("ix_games_by_itself", ["channel_id"], BY_ITSELF),
    ("ix_games_first_playing", ["first_player_id", "channel_id"], "{playing}"),
    ("ix_games_second_playing", ["second_player_id", "channel_id"], "{playing}"),
)
UNTOUCHED = (
    "CASE WHEN state = 'playing' AND adjourned_at IS NULL AND flag_at IS NULL "
    "AND (first_computer IS NULL OR second_computer IS NULL) THEN moved_at END IS NOT NULL"
)


def upgrade() -> None:
    """Make the change."""
    op.add_column("games", sa.Column("adjourned_at", sa.DateTime(timezone=True)))
    _make_again(
        playing="state = 'playing' AND adjourned_at IS NULL",
        rests=f"{RESTS} OR adjourned_at IS NOT NULL",
        of_computers=OF_COMPUTERS,
    )
    _make("ix_games_untouched", ["moved_at"], UNTOUCHED)


def downgrade() -> None:
    """Take the change back."""
    op.drop_index("ix_games_untouched", table_name="games")
    _make_again(playing="state = 'playing'", rests=RESTS, of_computers="")
    op.drop_column("games", "adjourned_at")


def _make_again(**meaning: str) -> None:
    """The indices of games that go on or rest, by what that means."""
    for name, columns, where in INDICES:
        op.drop_index(name, table_name="games")
        _make(name, columns, where.format(**meaning))


def _make(name: str, columns: list[str], where: str) -> None:
    op.create_index(name, "games", columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))
