"""`flipfour doctor` on the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import BROKEN_PIPE, main
from executors.address import flipfour_version


def test_doctor_can_be_the_first_import_of_a_process() -> None:
    subprocess.run([sys.executable, "-c", "import bot.hosting.doctor"], check=True)


def test_doctor_works_without_a_network(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "not.a.token")
    monkeypatch.setenv("FLIPFOUR_MEMORY_MB", "1")
    assert main(["doctor", "--offline"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line[0] for line in lines} <= {"✓", "!"}
    assert any(line.startswith("! database") and "the first start creates it" in line for line in lines)


def test_without_a_network_a_token_must_be_there_and_have_its_form(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for text, code, said in (
        ("", 1, "✗ token"),
        ("not.a.token", 0, "✓ token"),
        ("aB-_" * 8, 1, "✗ token"),
    ):
        monkeypatch.setenv("DISCORD_TOKEN", text)
        assert main(["doctor", "--offline"]) == code
        out = capsys.readouterr().out
        assert out.startswith(said)
        assert not text or text not in out


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


def test_a_reader_that_leaves_early_sees_no_traceback() -> None:
    """As in `flipfour doctor | head -1`."""
    program = "import sys; from bot.cli import main; sys.exit(main(['doctor', '--offline']))"
    read, write = os.pipe()
    os.close(read)
    ended = subprocess.run(
        [sys.executable, "-c", program], stdout=write, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(write)
    assert "Traceback" not in ended.stderr
    assert "BrokenPipe" not in ended.stderr
    assert ended.returncode == BROKEN_PIPE


def test_diagnostics_are_written_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diagnostics", str(tmp_path / "report.json")]) == 0
    assert "ready to be attached" in capsys.readouterr().out
    found = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert found["versions"]["flipfour"] == flipfour_version()
    assert main(["diagnostics", str(tmp_path / "missing" / "report.json")]) == 1
