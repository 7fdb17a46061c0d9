"""Simultaneous exhibitions become tournaments, and games name the event that they belong to."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"

COPY = (
    """
    INSERT INTO tournaments (id, guild_id, channel_id, message_id, boards_id, digest, organiser_id, game,
        options, form, time_control, places, rounds, minutes, invited_only, when_full, seed, state,
        created_at, starts_at, started_at, finished_at, reason, announced, version, side, exhibitor,
        former_number)
    SELECT :base + id, guild_id, channel_id, message_id, thread_id, digest, organiser_id, game,
        options, 'simul', COALESCE(time_control, ''), places, 0, 0, invited_only, when_full, 0, state,
        created_at, starts_at,
        CASE WHEN state IN ('running', 'finished') THEN COALESCE(
            (SELECT MIN(games.started_at) FROM simul_opponents JOIN games ON games.id = game_id
            WHERE simul_id = simuls.id), starts_at) END,
        finished_at, reason, announced, version, side, computer, id
    FROM simuls ORDER BY id
    """,
    """
    INSERT INTO tournament_entrants (tournament_id, number, player_id, computer, rating, joined_round)
    SELECT :base + id, 0, CASE WHEN computer IS NULL THEN organiser_id END, computer, 0, 1
    FROM simuls WHERE state IN ('running', 'finished') ORDER BY id
    """,
    """
    INSERT INTO tournament_entrants (tournament_id, number, player_id, rating, joined_round, exit)
    SELECT :base + simul_id, number, player_id, 0, CASE WHEN number IS NULL THEN 0 ELSE 1 END,
        CASE WHEN removed THEN 'removed' END
    FROM simul_opponents ORDER BY id
    """,
    """
    INSERT INTO tournament_pairings (tournament_id, round, first, second, replay, slot, game_id, told,
        outcome, forfeit)
    SELECT :base + simul_id, 1, 0, number, 0, 0, game_id, told,
        CASE outcome WHEN 'win' THEN '1-0' WHEN 'loss' THEN '0-1' WHEN 'none' THEN '0-0' ELSE outcome END,
        COALESCE(outcome = 'none', FALSE)
    FROM simul_opponents JOIN simuls ON simuls.id = simul_id
    WHERE number IS NOT NULL AND state IN ('running', 'finished') ORDER BY simul_id, number
    """,
)
"""Copies the exhibitions with their opponents and boards."""


def upgrade() -> None:
    """Copy the exhibitions; buttons of their cards keep their numbers, which are older than all new ones."""
    op.add_column("tournaments", sa.Column("side", sa.String(length=16), nullable=True))
    op.add_column("tournaments", sa.Column("exhibitor", sa.Text(), nullable=True))
    op.add_column("tournaments", sa.Column("former_number", sa.BigInteger(), nullable=True))
    for column in ("boards_id", "former_number"):
        index, where = f"ix_tournaments_{column}", sa.text(f"{column} IS NOT NULL")
        op.create_index(index, "tournaments", [column], sqlite_where=where, postgresql_where=where)
    op.add_column("games", sa.Column("event_kind", sa.String(length=16), nullable=True))
    op.add_column("games", sa.Column("event_id", sa.BigInteger(), nullable=True))
    connection = op.get_bind()
    if connection.scalar(sa.text("SELECT COUNT(*) FROM simuls")):
        _copy(connection)
    op.execute(
        "UPDATE games SET event_kind = (SELECT CASE form WHEN 'simul' THEN form ELSE 'tournament' END "
        "FROM tournament_pairings JOIN tournaments ON tournaments.id = tournament_id "
        "WHERE game_id = games.id), "
        "event_id = (SELECT tournament_id FROM tournament_pairings WHERE game_id = games.id) "
        "WHERE id IN (SELECT game_id FROM tournament_pairings)"
    )
    op.drop_table("simul_opponents")
    op.drop_table("simuls")


def _copy(connection: Any) -> None:
    if connection.dialect.name == "sqlite":
        used = "SELECT MAX(seq) FROM sqlite_sequence WHERE name IN ('tournaments', 'simuls')"
    else:
        used = (
            "SELECT GREATEST((SELECT last_value FROM tournaments_id_seq), "
            "(SELECT last_value FROM simuls_id_seq), (SELECT MAX(id) FROM simuls))"
        )
    base = connection.scalar(sa.text(used))
    for statement in COPY:
        connection.execute(sa.text(statement), {"base": base})
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT setval('tournaments_id_seq', (SELECT MAX(id) FROM tournaments))"))
