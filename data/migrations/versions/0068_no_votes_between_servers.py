"""Votes between two servers end: those in progress are called off, and their moves and votes stay."""

from alembic import op

revision = "0068"
down_revision = "0067"

IN_PROGRESS = (
    "SELECT game_id FROM vote_games JOIN games ON id = game_id WHERE form = 'servers' AND state = 'playing'"
)
"""The games that end."""

STATEMENTS = (
    """
    INSERT INTO results (game_id, seat, player_id, game, pool, guild_id, outcome, rated, finished_at)
    SELECT id, seat, CASE seat WHEN 0 THEN first_player_id ELSE second_player_id END, game, 'people',
        guild_id, 'called off', FALSE, COALESCE(adjourned_at, moved_at)
    FROM games CROSS JOIN (SELECT 0 AS seat UNION SELECT 1) AS seats WHERE id IN ({games})
    """,
    "UPDATE vote_games SET ends_at = NULL, decided = NULL, empty = 0 WHERE game_id IN ({games})",
    """
    UPDATE games SET state = 'finished', ending = 'called off', version = version + 1,
        finished_at = COALESCE(adjourned_at, moved_at) WHERE id IN ({games})
    """,
    "DROP INDEX ix_vote_games_channel_id",
    "ALTER TABLE vote_games DROP COLUMN guild_id",
    "ALTER TABLE vote_games DROP COLUMN channel_id",
    "ALTER TABLE vote_games DROP COLUMN message_id",
    "DROP TABLE vote_invitations",
)


def upgrade() -> None:
    """Call them off as of their last move, and drop their second boards and the invitations."""
    for statement in STATEMENTS:
        op.execute(statement.format(games=IN_PROGRESS))
