"""The benchmark of cards."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from bench import past
from bench.pictures import COMMANDS, measure_cards


def test_every_card_is_shown_twice_from_a_database_that_is_filled_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(past, "LINES", 3)
    rows = measure_cards(number=60, people=20)
    assert [row["card"] for row in rows] == [*COMMANDS, "insights"]
    assert all(min(value for name, value in row.items() if name != "card") > 0 for row in rows)
    (kept,) = tmp_path.rglob("past-*.db")
    filled = kept.stat().st_mtime_ns
    with past.copied(60, 20) as file:
        assert file.stat().st_size == kept.stat().st_size
    assert kept.stat().st_mtime_ns == filled
