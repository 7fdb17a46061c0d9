"""`flipfour bench`: which parts are measured, for people and for machines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bench import cli as module
from bench.cli import bench
from bot.cli import parser
from bot.core.errors import HostError

Rows = list[dict[str, Any]]


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts measured, in their order; each takes no time."""
    parts: list[str] = []

    def section(title: str, rows: Rows) -> Any:
        def measure() -> Rows:
            parts.append(title)
            return rows

        return title, measure

    def search_sections(*, full: bool) -> Iterator[Any]:
        yield section(
            f"speed full={full}", [{"depth": 12, "right": True, "million_nodes_per_second": 1234.5}]
        )
        slow = [
            {"problem": 40, "right": False, "seconds": 0.25},
            {"problem": 41, "right": True, "seconds": 2.0},
        ]
        yield section("end-games", slow)

    monkeypatch.setattr(module, "search_sections", search_sections)
    monkeypatch.setattr(module, "SECTIONS", {"storage": [section("moves", [{"moves_per_second": 900.0}])]})
    return parts


def test_a_table_for_people(capsys: pytest.CaptureFixture[str], measured: list[str]) -> None:
    bench([], as_json=False)
    said = capsys.readouterr().out
    assert measured == ["speed full=False", "end-games", "moves"]
    assert [text for text in ("M nodes/s", "1,234.50", "NO") if text not in said] == []


def test_one_object_for_machines(capsys: pytest.CaptureFixture[str], measured: list[str]) -> None:
    bench(["storage"], as_json=True)
    figures = json.loads(capsys.readouterr().out)
    assert measured == ["moves"]
    assert figures["storage"] == {"moves": [{"moves_per_second": 900.0}]}
    assert figures["machine"]
    assert "search" not in figures
    bench(["search"], full=True, as_json=True)
    assert measured[1:] == ["speed full=True", "end-games"]


def test_nothing_is_measured_when_one_part_is_unknown(measured: list[str]) -> None:
    with pytest.raises(HostError, match="weather"):
        bench(["search", "weather"], as_json=False)
    assert measured == []


def test_every_part_of_the_project_can_be_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.undo()
    assert [module.SEARCH, *module.SECTIONS] == [
        "search", "start", "moves", "reviews", "puzzles", "renderers", "storage", "heavy", "explorer",
        "languages", "cards", "tournaments", "web",
    ]  # fmt: skip
    with pytest.raises(SystemExit):
        parser().parse_args(["bench", "--help"])
    named = re.findall(r"\w+", capsys.readouterr().out)
    assert {module.SEARCH, *module.SECTIONS} <= {*named}
    quick, full = (dict(module.search_sections(full=full)) for full in (False, True))
    assert list(quick) == list(full)
    assert {"Connect 4 solved", "Connect 4 right behind its book"} <= full.keys()
    assert list(dict(module.SECTIONS["renderers"])) == ["pictures", "a game replayed"]
