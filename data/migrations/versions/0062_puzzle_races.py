"""Puzzle races, and the runs in them."""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"

KIND = "kind IN ('streak', 'rush', 'race')"
ENDING = "ending IN ('miss', 'time', 'supply', 'stopped', 'void')"

# SQLite changes checks only by copying the table.
REBUILD = """
CREATE TABLE new_puzzle_runs (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, player_id BIGINT NOT NULL,
    guild_id BIGINT, kind VARCHAR(8) NOT NULL, game VARCHAR(32) NOT NULL, begun_at DATETIME NOT NULL,
    touched_at DOUBLE NOT NULL, deadline DOUBLE, seconds_left DOUBLE, ended_at DATETIME, ending VARCHAR(8),
    score INTEGER NOT NULL, misses INTEGER NOT NULL, race_id INTEGER,
    CONSTRAINT ck_puzzle_runs_kind CHECK (kind IN ('streak', 'rush', 'race')),
    CONSTRAINT ck_puzzle_runs_ending CHECK (ending IN ('miss', 'time', 'supply', 'stopped', 'void')),
    CONSTRAINT fk_puzzle_runs_player_id FOREIGN KEY(player_id) REFERENCES players (id),
    CONSTRAINT fk_puzzle_runs_race_id FOREIGN KEY(race_id) REFERENCES puzzle_races (id) ON DELETE SET NULL);
INSERT INTO new_puzzle_runs SELECT id, player_id, guild_id, kind, game, begun_at, touched_at, deadline,
    seconds_left, ended_at, ending, score, misses, NULL FROM puzzle_runs;
DELETE FROM sqlite_sequence WHERE name = 'new_puzzle_runs';
INSERT INTO sqlite_sequence SELECT 'new_puzzle_runs', seq FROM sqlite_sequence WHERE name = 'puzzle_runs';
DROP TABLE puzzle_runs;
ALTER TABLE new_puzzle_runs RENAME TO puzzle_runs;
CREATE INDEX ix_puzzle_runs_deadline ON puzzle_runs (deadline)
    WHERE ended_at IS NULL AND deadline IS NOT NULL;
CREATE INDEX ix_puzzle_runs_in_server ON puzzle_runs (guild_id, game, kind, score);
CREATE INDEX ix_puzzle_runs_of_player ON puzzle_runs (player_id, game, kind, score);
CREATE UNIQUE INDEX ix_puzzle_runs_unfinished ON puzzle_runs (player_id, game, kind) WHERE ended_at IS NULL
"""


def upgrade() -> None:
    """Create the tables of races, and let runs be a part of one."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "puzzle_races",
        sa.Column("id", number, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.Column("organiser_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("puzzles", sa.Text(), server_default="", nullable=False),
        sa.Column("begins_at", sa.Double(), nullable=True),
        sa.Column("deadline", sa.Double(), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reason", sa.String(length=16), nullable=True),
        sa.Column("rematch_of", number, nullable=True),
        sa.Column("announced", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "state IN ('open', 'running', 'finished', 'cancelled')", name=op.f("ck_puzzle_races_state")
        ),
        sa.ForeignKeyConstraint(["organiser_id"], ["players.id"], name=op.f("fk_puzzle_races_organiser_id")),
        sa.ForeignKeyConstraint(
            ["rematch_of"], ["puzzle_races.id"], name=op.f("fk_puzzle_races_rematch_of"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_puzzle_races")),
        sa.UniqueConstraint("rematch_of", name=op.f("uq_puzzle_races_rematch_of")),
        sqlite_autoincrement=True,
    )
    for column in ("guild_id", "organiser_id", "finished_at"):
        op.create_index(op.f(f"ix_puzzle_races_{column}"), "puzzle_races", [column])
    for name, column, where in (
        ("ix_puzzle_races_active", "channel_id", "state IN ('open', 'running')"),
        (
            "ix_puzzle_races_to_announce",
            "finished_at",
            "state IN ('finished', 'cancelled') AND NOT announced",
        ),
    ):
        condition = sa.text(where)
        op.create_index(name, "puzzle_races", [column], sqlite_where=condition, postgresql_where=condition)
    op.create_table(
        "puzzle_racers",
        sa.Column("race_id", number, autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["race_id"], ["puzzle_races.id"], name=op.f("fk_puzzle_racers_race_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_puzzle_racers_player_id")),
        sa.PrimaryKeyConstraint("race_id", "player_id", name=op.f("pk_puzzle_racers")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_puzzle_racers_player_id"), "puzzle_racers", ["player_id"])
    if op.get_bind().dialect.name == "sqlite":
        for statement in REBUILD.split(";"):
            op.execute(" ".join(statement.split()))
    else:
        op.add_column("puzzle_runs", sa.Column("race_id", sa.BigInteger(), nullable=True))
        op.create_foreign_key(
            op.f("fk_puzzle_runs_race_id"),
            "puzzle_runs",
            "puzzle_races",
            ["race_id"],
            ["id"],
            ondelete="SET NULL",
        )
        for name, allowed in (("kind", KIND), ("ending", ENDING)):
            op.drop_constraint(op.f(f"ck_puzzle_runs_{name}"), "puzzle_runs")
            op.create_check_constraint(op.f(f"ck_puzzle_runs_{name}"), "puzzle_runs", allowed)
    op.create_index(op.f("ix_puzzle_runs_race_id"), "puzzle_runs", ["race_id"])
