"""Simultaneous exhibitions in a database of version 1.0: one in progress, one in its lobby, one over."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.data.db.first_release import ANN, BOARDS, SERVER, create_first_release

BEN, CHLOE, CHANNEL = ANN + 1, ANN + 2, ANN - 1
"""The opponents, and the channel; the simulated Discord of `tests.e2e` gives the same ids."""

RUNNING, OPEN, FINISHED = 1, 4, 5
"""The numbers of the exhibitions; one in progress is already in the database."""

_ROWS = """
-- Its boards are in the channel, as if it were a thread: that of the database is not in any test's Discord.
UPDATE simuls SET thread_id = {CHANNEL}, message_id = NULL WHERE id = {RUNNING};
UPDATE games SET channel_id = {CHANNEL}, message_id = NULL, shown_version = 0 WHERE id IN {BOARDS};
INSERT INTO simuls (id, guild_id, channel_id, organiser_id, computer, game, options, time_control, places,
    side, invited_only, when_full, state, created_at, starts_at, finished_at, reason, told, announced,
    version) VALUES
    ({OPEN}, {SERVER}, {CHANNEL}, {BEN}, NULL, 'connect4', '', NULL, 5, 'first', 1, 0, 'open',
     '2026-01-01 00:00:10.000000', '2026-01-03 00:00:10.000000', NULL, NULL, 0, 0, 2),
    ({FINISHED}, {SERVER}, {CHANNEL}, {ANN}, 'beginner', 'reversi', '', '5+3', 2, 'second', 0, 1, 'finished',
     '2026-01-01 00:00:10.000000', '2026-01-02 00:00:10.000000', '2026-01-01 00:00:30.000000', 'organiser',
     1, 1, 7);
INSERT INTO simul_opponents (simul_id, number, player_id, outcome, removed) VALUES
    ({OPEN}, NULL, {ANN}, NULL, 0), ({OPEN}, NULL, {CHLOE}, NULL, 1), ({OPEN}, 3, {ANN}, NULL, 0),
    ({FINISHED}, 1, {BEN}, 'none', 0), ({FINISHED}, 2, {CHLOE}, 'loss', 0);
"""


def create_with_simuls(path: Path) -> None:
    """Create the database."""
    create_first_release(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            _ROWS.format(
                SERVER=SERVER, CHANNEL=CHANNEL, ANN=ANN, BEN=BEN, CHLOE=CHLOE, BOARDS=BOARDS,
                RUNNING=RUNNING, OPEN=OPEN, FINISHED=FINISHED,
            )
        )  # fmt: skip
