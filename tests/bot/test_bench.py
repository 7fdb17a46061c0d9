"""`flipfour bench`: which parts are measured, for people and for machines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from bot import bench as module
from bot.bench import bench
from bot.errors import HostError


@pytest.fixture(autouse=True)
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts measured, in their order; each takes no time."""
    parts: list[str] = []

    def part(name: str, figures: Mapping[str, Any]) -> Any:
        def measure() -> Mapping[str, Any]:
            parts.append(name)
            return figures

        return measure

    monkeypatch.setattr(
        module,
        "PARTS",
        {
            "engine": part("engine", {"nodes_per_second": 12345678.9, "depth": 12}),
            "storage": part("storage", {"moves_per_second": 900.0}),
        },
    )
    return parts


def test_a_table_for_people(capsys: pytest.CaptureFixture[str], measured: list[str]) -> None:
    bench([], as_json=False)
    said = capsys.readouterr().out
    assert measured == ["engine", "storage"]
    assert "nodes per second" in said
    assert "12,345,678.90" in said


def test_one_object_for_machines(capsys: pytest.CaptureFixture[str], measured: list[str]) -> None:
    bench(["storage"], as_json=True)
    figures = json.loads(capsys.readouterr().out)
    assert measured == ["storage"]
    assert figures["storage"] == {"moves_per_second": 900.0}
    assert figures["machine"]
    assert "engine" not in figures


def test_nothing_is_measured_when_one_part_is_unknown(measured: list[str]) -> None:
    with pytest.raises(HostError, match="weather"):
        bench(["engine", "weather"], as_json=False)
    assert measured == []


def test_every_part_of_the_project_can_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert list(module.PARTS) == ["engine", "renderers", "storage"]
