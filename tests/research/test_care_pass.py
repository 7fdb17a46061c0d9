"""The benchmark of the recovery pass presses buttons of the real bot."""

from __future__ import annotations

import pytest

from research.care_pass import measure


@pytest.mark.long
def test_presses_are_acknowledged_during_recovery() -> None:
    rows = measure(games=20, waiting=3)
    assert [row["pass"] for row in rows] == ["start", "later"]
    for row in rows:
        assert row["presses"] > 0
        assert 0 < row["median_ms"] <= row["worst_ms"]
