"""Simultaneous exhibitions in a database of version 1.0: one in progress, one in its lobby, one over."""

from __future__ import annotations

from pathlib import Path

from tests.data.db.first_release import ANN, BOARDS, SERVER, create_first_release

BEN, CHLOE, CHANNEL = ANN + 1, ANN + 2, ANN - 1
"""The opponents, and the channel; the simulated Discord of `tests.e2e` gives the same ids."""

RUNNING, OPEN, FINISHED = 1, 4, 5
"""The numbers of the exhibitions; one in progress is already in the database."""

_NUMBERS = {
    "SERVER": SERVER, "CHANNEL": CHANNEL, "ANN": ANN, "BEN": BEN, "CHLOE": CHLOE, "RUNNING": RUNNING,
    "OPEN": OPEN, "FINISHED": FINISHED, "BOARDS": BOARDS,
}  # fmt: skip

# Its boards are in the channel, as if it were a thread: that of the database is not in any test's Discord.
_MOVE = """
UPDATE simuls SET thread_id = {CHANNEL}, message_id = NULL WHERE id = {RUNNING};
UPDATE games SET channel_id = {CHANNEL}, message_id = NULL, shown_version = 0 WHERE id IN {BOARDS};
""".format(**_NUMBERS)

ROWS = """
INSERT INTO simuls (id, guild_id, channel_id, organiser_id, computer, game, options, time_control, places,
    side, invited_only, when_full, state, created_at, starts_at, finished_at, reason, told, announced,
    version) VALUES
    ({OPEN}, {SERVER}, {CHANNEL}, {BEN}, NULL, 'connect4', '', NULL, 5, 'first', TRUE, FALSE, 'open',
     '2026-01-01 00:00:10.000000', '2026-01-03 00:00:10.000000', NULL, NULL, FALSE, FALSE, 2),
    ({FINISHED}, {SERVER}, {CHANNEL}, {ANN}, 'beginner', 'reversi', '', '5+3', 2, 'second', FALSE, TRUE,
     'finished', '2026-01-01 00:00:10.000000', '2026-01-02 00:00:10.000000', '2026-01-01 00:00:30.000000',
     'organiser', TRUE, TRUE, 7);
INSERT INTO simul_opponents (simul_id, number, player_id, outcome, removed) VALUES
    ({OPEN}, NULL, {ANN}, NULL, FALSE), ({OPEN}, NULL, {CHLOE}, NULL, TRUE), ({OPEN}, 3, {ANN}, NULL, FALSE),
    ({FINISHED}, 1, {BEN}, 'none', FALSE), ({FINISHED}, 2, {CHLOE}, 'loss', FALSE);
""".format(**_NUMBERS)
"""The exhibitions in a lobby, and over."""


def create_with_simuls(path: Path) -> None:
    create_first_release(path, _MOVE + ROWS)
