"""`flipfour doctor` on the command line."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from bot.cli import main


def test_doctor_can_be_the_first_import_of_a_process() -> None:
    subprocess.run([sys.executable, "-c", "import bot.hosting.doctor"], check=True)


def test_doctor_works_without_a_network(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FLIPFOUR_MEMORY_MB", "1")
    assert main(["doctor", "--offline"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line[0] for line in lines} <= {"✓", "!"}
    assert any(line.startswith("! database") and "the first start creates it" in line for line in lines)


def test_findings_are_also_printed_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FLIPFOUR_MEMORY_MB", "262144")
    monkeypatch.setenv("FLIPFOUR_SEARCH_WORKERS", "256")
    assert main(["doctor", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["healthy"] is False
    bad = {row["subject"] for row in found["findings"] if row["grade"] == "bad"}
    assert bad == {"token", "memory"}
