"""The benchmark of the openings explorer."""

from __future__ import annotations

import pytest

from bench.heavy import measure_explorer


@pytest.mark.long
def test_all_queries_are_measured_where_there_are_games() -> None:
    rows = measure_explorer(number=40)
    assert [row["games"] for row in rows[:2]] == [40, 40]
    assert all(row["server_ms"] >= 0 and row["own_ms"] >= 0 for row in rows)
