"""The table of endgame problems."""

from __future__ import annotations

import sys

import pytest

from research import ffo


def test_a_problem_is_solved_and_shown_in_a_row(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["ffo", "40"])
    ffo.main()
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| 40 ")]
    assert [row.split(" | ")[1:4] for row in rows] == [["a2", "+38", "yes"]]
