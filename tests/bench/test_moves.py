"""The benchmark of moves plays with the real bot."""

from __future__ import annotations

from bench.moves import measure


def test_a_move_is_stored_and_shown_and_answered() -> None:
    rows = measure(moves=2)
    assert [row["game"] for row in rows] == ["reversi", "connect4"]
    for row in rows:
        assert row["processor_ms"] > 0
        # The click's move and the computer's; Discord hears an acknowledgement and gets the new board.
        assert row["write_transactions"] >= 1
        assert row["game_loads"] >= 1
        assert row["requests"] >= 2
