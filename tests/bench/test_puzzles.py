"""The cost of creating a puzzle, measured with a game of each kind."""

from __future__ import annotations

from bench.features import measure_puzzles


def test_a_row_for_each_game() -> None:
    rows = measure_puzzles(1)
    assert [row["game"] for row in rows] == ["Reversi", "Connect 4"]
    assert all(row["positions"] >= row["puzzles"] and row["seconds_a_puzzle_made"] > 0 for row in rows)
