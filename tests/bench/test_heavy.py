"""The benchmark of heavy work imports and exports with the real bot."""

from __future__ import annotations

import pytest

from bench.heavy import measure, measure_export


@pytest.mark.long
def test_imports_of_one_person_are_refused_but_one() -> None:
    quiet, one, many = measure(imports=3, number=10)
    assert [(row["sent"], row["read"]) for row in (quiet, one)] == [(0, 0), (3, 1)]
    assert many["sent"] == many["read"]
    for row in (quiet, one, many):
        assert min(row["new_game_ms"], row["tap_ms"]) > 0


@pytest.mark.long
def test_an_export_is_measured_in_a_process_of_its_own() -> None:
    for row in measure_export(number=20):
        assert row["games"] == 20
        assert row["file_megabytes"] > 0
        assert row["process_mb_at_most"] >= row["process_mb_before"] > 0
