"""The benchmark of the storage."""

from __future__ import annotations

from bench.features import measure_storage


def test_both_figures_are_measured() -> None:
    (figures,) = measure_storage(moves=2, games=3)
    assert set(figures) == {"moves_per_second", "moves_per_second_3_games"}
    assert all(figure > 0 for figure in figures.values())
