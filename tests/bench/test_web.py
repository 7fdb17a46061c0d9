"""The benchmark of boards in the browser, with the real bot and sockets of another process."""

from __future__ import annotations

from bench.web import measure, measure_first_view, measure_taps


def test_pages_have_the_move_after_the_tap() -> None:
    (row,) = measure(crowds=(2,), taps=1)
    assert row["spectators"] == 2
    assert 0 < row["acknowledged_ms"] <= row["slowest_ms"]
    assert 0 < row["first_page_ms"] <= row["last_page_ms"] <= row["slowest_page_ms"]


def test_a_first_view_is_compressed() -> None:
    (row,) = measure_first_view()
    assert row["requests"] > 5
    assert 1 < row["page_kb"] < row["all_kb"] < 60


def test_taps_are_acknowledged_while_moves_reach_the_pages() -> None:
    (row,) = measure_taps(crowds=(2,), taps=3)
    assert row["spectators"] == 2
    assert 0 < row["median_ms"] <= row["p99_ms"]
    assert row["p99_processor_ms"] > 0
    assert row["times_p99"] == 1
