"""The benchmark of the boards of points."""

from __future__ import annotations

from bench.boards import measure


def test_both_periods_are_measured() -> None:
    week, season = measure(number=300, people=20, looks=1)
    assert [week["board"], season["board"]] == ["week", "season"]
    for row in (week, season):
        assert set(row) == {"board", "games", "counted_ms", "added_ms", "adding_ms"}
        assert min(row["counted_ms"], row["added_ms"], row["adding_ms"]) > 0
