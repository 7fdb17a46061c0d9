"""Votes between two servers in a database of an earlier version: in progress, put aside, and over."""

from __future__ import annotations

from pathlib import Path

from tests.data.db.first_release import ANN, SERVER, create_first_release

VOTED, PUT_ASIDE, VOTED_OUT = 21, 22, 23
"""The games, by what they are: in progress, put aside, over."""

ELSEWHERE = SERVER + 1000
"""The second server; its channel and its messages follow."""

_GAME = """
INSERT INTO games (id, game, options, guild_id, channel_id, challenger_id, colour, first_player_id,
    second_player_id, rated, created_at, started_at, moved_at, version, shown_version, turn, state, ending,
    finished_at, adjourned_at) VALUES
    ({game}, 'connect4', '', {SERVER}, {ANN} - 1, {ANN}, 'first', -1, -2, FALSE, '2026-01-01 00:00:26.000000',
     '2026-01-01 00:00:26.000000', '2026-01-01 00:00:28.000000', 3, 3, 0, {state});
INSERT INTO moves (game_id, ply, move, seat, seconds, played_at, given_away) VALUES
    ({game}, 0, '4', 0, 1.0, '2026-01-01 00:00:27.000000', 0.0),
    ({game}, 1, '3', 1, 1.0, '2026-01-01 00:00:28.000000', 0.0);
INSERT INTO vote_games (game_id, form, seconds, lot, side, guild_id, channel_id, message_id, ply, ends_at,
    decided, empty, record) VALUES
    ({game}, 'servers', 60, 7, 0, {ELSEWHERE}, {ELSEWHERE} + 1, {ELSEWHERE} + {game}, 2, {countdown});
INSERT INTO vote_members (game_id, player_id, side) VALUES ({game}, {ANN}, 0), ({game}, {ANN} + 1, 1);
INSERT INTO votes (game_id, ply, player_id, move) VALUES ({game}, 0, {ANN}, '4'), ({game}, 1, {ANN} + 1, '3');
"""

_STATES = (
    (VOTED, "'playing', NULL, NULL, NULL", "'2026-01-01 00:01:28.000000', '4', 0, 'none'"),
    (PUT_ASIDE, "'playing', NULL, NULL, '2026-01-01 00:00:30.000000'", "NULL, NULL, 0, 'none'"),
    (VOTED_OUT, "'finished', 'called off', '2026-01-01 00:00:29.000000', NULL", "NULL, NULL, 0, 'done'"),
)

_OTHERS = """
INSERT INTO players (id, name) VALUES (-2, '-2');
INSERT INTO vote_invitations (code, inviter_id, guild_id, channel_id, game, options, side, seconds,
    created_at)
    VALUES ('ABCDEF', {ANN}, {SERVER}, {ANN} - 1, 'reversi', '', 0, 60, '2026-01-01 00:00:26.000000');
"""

_RESULTS = """
INSERT INTO results (game_id, seat, player_id, game, pool, guild_id, outcome, rated, finished_at) VALUES
    ({VOTED_OUT}, 0, -1, 'connect4', 'people', {SERVER}, 'called off', FALSE, '2026-01-01 00:00:29.000000'),
    ({VOTED_OUT}, 1, -2, 'connect4', 'people', {SERVER}, 'called off', FALSE, '2026-01-01 00:00:29.000000');
"""


_IDS = {"ANN": ANN, "SERVER": SERVER, "ELSEWHERE": ELSEWHERE, "VOTED_OUT": VOTED_OUT}

ROWS = "".join(
    text.format(**_IDS)
    for text in (
        _OTHERS,
        *(_GAME.format(**_IDS, game=game, state=state, countdown=rest) for game, state, rest in _STATES),
        _RESULTS,
    )
)
"""The games, beside the people of a database of version 1.0."""


def create_with_votes_of_servers(path: Path) -> None:
    create_first_release(path, ROWS)
