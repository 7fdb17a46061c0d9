"""One game of two computer players at a time in a channel; indices for own games and server lists."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

PLAYING = sa.text("state = 'playing'")
EXHIBITION = sa.text("state = 'playing' AND first_computer IS NOT NULL AND second_computer IS NOT NULL")


def upgrade() -> None:
    """Make the change."""
    # Two processes may have let two of them begin: the latest goes on.
    op.execute(
        "UPDATE games SET state = 'finished', ending = 'called off', finished_at = moved_at,"
        " version = version + 1"
        " WHERE state = 'playing' AND first_computer IS NOT NULL AND second_computer IS NOT NULL AND EXISTS ("
        "SELECT 1 FROM games AS later WHERE later.channel_id = games.channel_id AND later.id > games.id"
        " AND later.state = 'playing' AND later.first_computer IS NOT NULL"
        " AND later.second_computer IS NOT NULL)"
    )
    op.create_index(
        "uq_games_exhibition",
        "games",
        ["channel_id"],
        unique=True,
        sqlite_where=EXHIBITION,
        postgresql_where=EXHIBITION,
    )
    for side in ("first", "second"):
        op.create_index(
            f"ix_games_{side}_playing",
            "games",
            [f"{side}_player_id", "channel_id"],
            sqlite_where=PLAYING,
            postgresql_where=PLAYING,
        )
    op.create_table(
        "server_players",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("pool", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_server_players_player_id")),
        sa.PrimaryKeyConstraint("guild_id", "game", "pool", "player_id", name=op.f("pk_server_players")),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO server_players (guild_id, game, pool, player_id)"
        " SELECT DISTINCT guild_id, game, pool, player_id FROM results WHERE rated AND guild_id IS NOT NULL"
    )
    op.drop_index("ix_results_guild_id_game_pool_player_id", table_name="results")


def downgrade() -> None:
    """Take the change back."""
    op.create_index(
        "ix_results_guild_id_game_pool_player_id",
        "results",
        ["guild_id", "game", "pool", "player_id"],
        unique=False,
    )
    op.drop_table("server_players")
    for name in ("ix_games_second_playing", "ix_games_first_playing", "uq_games_exhibition"):
        op.drop_index(name, table_name="games")
