"""The gain by a second thread is measured in a table."""

from __future__ import annotations

import pytest

from engine import connect4
from research.threads import Problem, compare


def test_every_position_has_a_row_and_all_together_another(capsys: pytest.CaptureFixture[str]) -> None:
    compare([Problem("late", connect4.parse("47223126374576515674271172145"), 42, 7)], megabytes=1)
    rows = [line.split("|")[1:-1] for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert [row[0].strip() for row in rows[2:]] == ["late", "all"]
    assert int(rows[2][2].replace(",", "")) > 0


def test_a_wrong_score_is_noticed() -> None:
    with pytest.raises(AssertionError):
        compare([Problem("late", connect4.parse("47223126374576515674271172145"), 42, 6)], megabytes=1)
