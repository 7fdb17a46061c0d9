"""The benchmark of tournaments."""

from __future__ import annotations

from bench import features


def test_a_tournament_of_each_size_is_measured() -> None:
    (row,) = features.measure_tournaments((8,))
    assert (row["entrants"], row["rounds"]) == (8, 4)
    assert all(row[name] > 0 for name in ("pairing_ms", "own_pairing_ms", "standings_ms", "picture_ms"))
