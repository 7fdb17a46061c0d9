"""Games in which teams vote for their moves."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"


def upgrade() -> None:
    """Create the tables, empty."""
    op.create_table(
        "vote_invitations",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("inviter_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("side IN (0, 1)", name=op.f("ck_vote_invitations_side")),
        sa.ForeignKeyConstraint(["inviter_id"], ["players.id"], name=op.f("fk_vote_invitations_inviter_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vote_invitations")),
        sa.UniqueConstraint("code", name=op.f("uq_vote_invitations_code")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("vote_invitations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_vote_invitations_guild_id"), ["guild_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_vote_invitations_inviter_id"), ["inviter_id"], unique=False)

    op.create_table(
        "vote_games",
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("form", sa.String(length=16), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("lot", sa.Integer(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("decided", sa.String(length=16), nullable=True),
        sa.Column("empty", sa.Integer(), nullable=False),
        sa.Column("record", sa.String(length=8), nullable=False),
        sa.CheckConstraint("form IN ('computer', 'teams', 'servers')", name=op.f("ck_vote_games_form")),
        sa.CheckConstraint("record IN ('none', 'asked', 'done')", name=op.f("ck_vote_games_record")),
        sa.CheckConstraint("side IN (0, 1)", name=op.f("ck_vote_games_side")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_vote_games_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_vote_games")),
    )
    with op.batch_alter_table("vote_games", schema=None) as batch_op:
        batch_op.create_index(
            "ix_vote_games_channel_id",
            ["channel_id"],
            unique=False,
            sqlite_where=sa.text("channel_id IS NOT NULL"),
            postgresql_where=sa.text("channel_id IS NOT NULL"),
        )
        batch_op.create_index(
            "ix_vote_games_unfinished",
            ["ends_at"],
            unique=False,
            sqlite_where=sa.text("record <> 'done'"),
            postgresql_where=sa.text("record <> 'done'"),
        )

    op.create_table(
        "vote_hints",
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["vote_games.game_id"], name=op.f("fk_vote_hints_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_vote_hints_player_id")),
        sa.PrimaryKeyConstraint("game_id", "ply", "player_id", name=op.f("pk_vote_hints")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("vote_hints", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_vote_hints_player_id"), ["player_id"], unique=False)

    op.create_table(
        "vote_members",
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.CheckConstraint("side IN (0, 1)", name=op.f("ck_vote_members_side")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["vote_games.game_id"], name=op.f("fk_vote_members_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_vote_members_player_id")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_vote_members")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("vote_members", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_vote_members_player_id"), ["player_id"], unique=False)

    op.create_table(
        "votes",
        sa.Column(
            "game_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("move", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["vote_games.game_id"], name=op.f("fk_votes_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_votes_player_id")),
        sa.PrimaryKeyConstraint("game_id", "ply", "player_id", name=op.f("pk_votes")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("votes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_votes_player_id"), ["player_id"], unique=False)
