"""Games won, drawn and lost, added up."""

from __future__ import annotations

import pytest

from bot.stats.records import Record, longest_run, together
from data import Verdict


def test_records_add_up() -> None:
    records = [Record.of("win", 3), Record.of("draw"), Record.of("loss", 2), Record.of("called off", 9)]
    assert together(records) == Record(3, 1, 2)
    assert together(records).games == 6
    assert together([]) == Record()


@pytest.mark.parametrize(
    ("outcomes", "runs"),
    [((), (0, 0)), (("win", "win", "loss", "win"), (2, 1)), (("loss", "draw", "loss", "loss"), (0, 2))],
)
def test_the_longest_run_is_broken_by_any_other_result(
    outcomes: tuple[Verdict, ...], runs: tuple[int, int]
) -> None:
    assert (longest_run(outcomes, "win"), longest_run(outcomes, "loss")) == runs
