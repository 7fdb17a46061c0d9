"""The benchmark of moves plays with the real bot."""

from __future__ import annotations

from bench.moves import measure, measure_taps


def test_a_move_is_stored_and_shown_and_answered() -> None:
    rows = measure(moves=2)
    assert [row["game"] for row in rows] == ["reversi", "connect4"]
    for row in rows:
        assert row["processor_ms"] > 0
        # The click's move and the computer's; Discord hears an acknowledgement and gets the new board.
        assert row["write_transactions"] >= 1
        assert row["game_loads"] >= 1
        assert row["requests"] >= 2


def test_a_tap_of_two_people_takes_one_transaction_and_two_requests() -> None:
    rows = measure_taps(games=2, taps=4)
    assert [row["game"] for row in rows] == ["reversi", "connect4"]
    for row in rows:
        assert row["processor_ms"] > row["discord_ms"] > 0
        # The move: its game and its row. One statement more reads the game for the board.
        assert (row["statements"], row["write_transactions"], row["requests"]) == (3, 1, 2)
