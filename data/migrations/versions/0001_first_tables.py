"""The first tables: players, games, moves, ratings, results."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("opponent_id", sa.BigInteger(), nullable=True),
        sa.Column("colour", sa.String(length=8), nullable=False),
        sa.Column("first_player_id", sa.BigInteger(), nullable=True),
        sa.Column("first_computer", sa.Text(), nullable=True),
        sa.Column("second_player_id", sa.BigInteger(), nullable=True),
        sa.Column("second_computer", sa.Text(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("winner", sa.Integer(), nullable=True),
        sa.Column("score", sa.Integer(), nullable=True),
        sa.Column("ending", sa.String(length=16), nullable=True),
        sa.Column("closed_as", sa.String(length=16), nullable=True),
        sa.Column("rematch_of", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("moved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "state IN ('offered', 'playing', 'finished', 'closed')", name=op.f("ck_games_state")
        ),
        sa.CheckConstraint(
            "first_player_id IS NULL OR first_computer IS NULL", name=op.f("ck_games_first_seat")
        ),
        sa.CheckConstraint(
            "second_player_id IS NULL OR second_computer IS NULL", name=op.f("ck_games_second_seat")
        ),
        sa.CheckConstraint("winner IN (0, 1)", name=op.f("ck_games_winner")),
        sa.ForeignKeyConstraint(["challenger_id"], ["players.id"], name=op.f("fk_games_challenger_id")),
        sa.ForeignKeyConstraint(["first_player_id"], ["players.id"], name=op.f("fk_games_first_player_id")),
        sa.ForeignKeyConstraint(["opponent_id"], ["players.id"], name=op.f("fk_games_opponent_id")),
        sa.ForeignKeyConstraint(["rematch_of"], ["games.id"], name=op.f("fk_games_rematch_of")),
        sa.ForeignKeyConstraint(["second_player_id"], ["players.id"], name=op.f("fk_games_second_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("rematch_of", name=op.f("uq_games_rematch_of")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("games") as batch_op:
        batch_op.create_index(batch_op.f("ix_games_shown_moved_at"), ["shown", "moved_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_state_moved_at"), ["state", "moved_at"], unique=False)

    op.create_table(
        "ratings",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("pool", sa.String(length=16), nullable=False),
        sa.Column("value", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("rated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_ratings_player_id")),
        sa.PrimaryKeyConstraint("player_id", "game", "pool", name=op.f("pk_ratings")),
    )
    with op.batch_alter_table("ratings") as batch_op:
        batch_op.create_index(
            batch_op.f("ix_ratings_game_pool_value"), ["game", "pool", "value"], unique=False
        )

    op.create_table(
        "moves",
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("move", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("played_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("ply >= 0", name=op.f("ck_moves_ply")),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("ck_moves_seat")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_moves_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "ply", name=op.f("pk_moves")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("pool", sa.String(length=16), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("value_before", sa.Double(), nullable=True),
        sa.Column("deviation_before", sa.Double(), nullable=True),
        sa.Column("volatility_before", sa.Double(), nullable=True),
        sa.Column("value_after", sa.Double(), nullable=True),
        sa.Column("deviation_after", sa.Double(), nullable=True),
        sa.Column("volatility_after", sa.Double(), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "outcome IN ('win', 'draw', 'loss', 'called off')", name=op.f("ck_results_outcome")
        ),
        sa.CheckConstraint("seat IN (0, 1)", name=op.f("ck_results_seat")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_results_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_results_player_id")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_results")),
    )
    with op.batch_alter_table("results") as batch_op:
        batch_op.create_index(
            batch_op.f("ix_results_guild_id_game_pool_player_id"),
            ["guild_id", "game", "pool", "player_id"],
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_results_player_id_finished_at"), ["player_id", "finished_at"], unique=False
        )


def downgrade() -> None:
    """Drop the tables, with all that is in them."""
    with op.batch_alter_table("results") as batch_op:
        batch_op.drop_index(batch_op.f("ix_results_player_id_finished_at"))
        batch_op.drop_index(batch_op.f("ix_results_guild_id_game_pool_player_id"))

    op.drop_table("results")
    op.drop_table("moves")
    with op.batch_alter_table("ratings") as batch_op:
        batch_op.drop_index(batch_op.f("ix_ratings_game_pool_value"))

    op.drop_table("ratings")
    with op.batch_alter_table("games") as batch_op:
        batch_op.drop_index(batch_op.f("ix_games_state_moved_at"))
        batch_op.drop_index(batch_op.f("ix_games_shown_moved_at"))

    op.drop_table("games")
    op.drop_table("players")
