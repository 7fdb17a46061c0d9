"""Damages that hosts' databases have had, or that were tried by hand, are found and named."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, text

from tests.bot.hosting.test_damage import connection, faults

pytestmark = pytest.mark.sqlite

__all__ = ["connection"]

NAMED = [
    ("UPDATE games SET ending = 'eaten' WHERE id = 1", "games (id 1) has ending eaten"),
    ("UPDATE games SET ending = 'resigned', score = NULL WHERE id = 1", "ended otherwise (resigned)"),
    ("UPDATE games SET second_player_id = 1001 WHERE id = 4", "the same person on both sides"),
    ("UPDATE games SET first_left = -5 WHERE id = 4", "games (id 4) has first_left -5"),
    ("UPDATE games SET finished_at = '2026-02-01 12:00:00.000000' WHERE id = 1", "before started_at"),
    ("UPDATE tournaments SET finished_at = created_at WHERE id = 1", "tournament 1 starts after its end"),
    *(
        (f"UPDATE {table} SET {end} = '2020-01-01 12:00:00.000000' WHERE {end} > {start}", f"before {start}")  # noqa: S608
        for table, start, end in (
            ("puzzle_runs", "begun_at", "ended_at"),
            ("puzzle_attempts", "begun_at", "solved_at"),
            ("training_sessions", "begun_at", "ended_at"),
            ("reviews", "begun_at", "finished_at"),
            ("puzzle_races", "created_at", "finished_at"),
        )
    ),
    ("UPDATE games SET first_computer = 'nobody', first_player_id = NULL WHERE id = 5", "nobody"),
    ("UPDATE games SET event_id = 999 WHERE id = 1", "pairing 1 has a game that belongs to another event"),
    ("UPDATE moves SET seat = 1 - seat WHERE game_id = 4 AND ply = 0", "game 4 has a move of the wrong side"),
    ("DELETE FROM results WHERE game_id = 1 AND seat = 1", "game 1 is over and has no result for a person"),
    ("UPDATE results SET rated = 0 WHERE game_id = 1 AND seat = 1", "another effect on ratings"),
    ("UPDATE ratings SET wins = wins + 1 WHERE player_id = 1002", "counts 2 wins, but 1 are stored"),
    ("UPDATE ratings SET value = value + 300 WHERE pool = 'puzzles'", "that no attempt led to"),
    ("UPDATE puzzle_ratings SET value = value + 300", "its attempts cannot have changed it that far"),
    ("UPDATE tournament_pairings SET game_id = 5 WHERE id = 1", "pairing 1 has the game of others"),
    ("UPDATE tournament_entrants SET player_id = 0 WHERE id = 1", "pairing 1 has the game of others"),
    (
        "INSERT INTO tournament_pairings (tournament_id, round, first, second, replay, slot, told, outcome, "
        "forfeit) VALUES (1, 1, 1, 2, 0, 0, 1, '1-0', 0)",
        "tournament 1 has entrant 1 twice in round 1",
    ),
    ("DELETE FROM tournament_pairings WHERE id = 1", "belongs to an event in which it is not paired"),
    ("DELETE FROM tournament_pairings WHERE id = 2", "exhibition 2 has a board that is missing"),
    (
        # Its pairing is none of the bracket.
        "UPDATE tournaments SET form = 'knockout', corrected_at = NULL WHERE id = 1",
        "tournament 1 lacks a pairing in round 1",
    ),
    ("UPDATE tournaments SET form = 'ladder' WHERE id = 3", "has form ladder"),
    ("UPDATE cups SET player_id = 1002", "tournament 1 has given its cup to others than its winners"),
    ("UPDATE conditional_moves SET line = 'a1 h8'", "game 4 has an impossible move in conditional_moves"),
    ("UPDATE votes SET move = 'a1' WHERE ply = 0", "game 7 has an impossible move in votes at ply 0"),
    ("UPDATE reviewed_plies SET best = 'a1' WHERE ply = 0", "an impossible move in reviewed_plies"),
    ("UPDATE repertoire_moves SET line = 'a1'", "repertoire_moves (id 1) has"),
    ("UPDATE period_points SET of_games = of_games + 100", "has 103 points of_games in 2026-03-02, too many"),
    (
        "INSERT INTO achievements VALUES (1002, 'win:reversi:hard', '2026-03-01 13:00:00.000000', 1)",
        "has an achievement of a game that they did not win so",
    ),
    ("UPDATE puzzle_runs SET score = 9 WHERE id = 1", "puzzle run 1 has a score of 9"),
    ("UPDATE server_zones SET zone = 'Mars/Base'", "has zone Mars/Base"),
    ("UPDATE preferences SET value = 'Mars/Base' WHERE name = 'time_zone'", "value Mars/Base"),
    ("UPDATE results SET finished_at = 'soon' WHERE game_id = 1", "has finished_at soon: not a time"),
]
"""Statements, and a part of what the check says after them."""


@pytest.mark.first(8)
@pytest.mark.parametrize(("statement", "said"), NAMED, ids=[said for _, said in NAMED])
def test_the_damage_is_named(connection: Connection, statement: str, said: str) -> None:
    connection.exec_driver_sql("SAVEPOINT damage")
    try:
        assert connection.execute(text(statement)).rowcount
        found = faults(connection)
    finally:
        connection.exec_driver_sql("ROLLBACK TO damage")
        connection.exec_driver_sql("RELEASE damage")
    assert [fault for fault in found if said in fault], found
