"""No alert fires through an evening of play, on the metrics of a real bot, scraped every minute."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.e2e.world import World
from tests.test_alerts import ALERTS, PROMTOOL, evaluate
from tests.test_deployment import SERVER

MINUTES = 90
NAMES = ("flipfour_", "process_resident_memory_bytes")


class Recording:
    """The series of a bot as Prometheus would have them, by the clock of the test."""

    def __init__(self) -> None:
        self._scrapes: list[dict[str, float]] = []

    def scrape(self, world: World) -> None:
        """Read the metrics once."""
        with world.env._bot_scope():
            lines = world.bot.metrics.text().decode().splitlines()
            age = world.bot.health.care_age or 0.0
        pairs = [line.rsplit(" ", 1) for line in lines if line.startswith(NAMES)]
        found = {name: float(value) for name, value in pairs if "_created" not in name}
        # promtool's time begins at 0.
        found["flipfour_care_pass_timestamp_seconds"] = 60.0 * len(self._scrapes) - age
        self._scrapes.append(found)

    def write(self, path: Path) -> None:
        """Write a test in which every alert is silent at every fifth minute."""
        names = sorted({name for scrape in self._scrapes for name in scrape})
        series = [
            {
                "series": _labelled(name),
                "values": " ".join(
                    f"{scrape[name]:g}" if name in scrape else "_" for scrape in self._scrapes
                ),
            }
            for name in names
        ]
        times = range(1, len(self._scrapes), 5)
        silent = [
            {"eval_time": f"{minute}m", "alertname": name, "exp_alerts": []}
            for name in ALERTS
            for minute in times
        ]
        test = {"interval": "1m", "input_series": series, "alert_rule_test": silent}
        document = {"rule_files": [str(SERVER / "alerts.yml")], "evaluation_interval": "1m", "tests": [test]}
        path.write_text(yaml.safe_dump(document), "utf-8")


def _labelled(name: str) -> str:
    own, _, labels = name.partition("{")
    return f'{own}{{job="flipfour",instance="bot",{labels or "}"}'


@pytest.mark.long
@pytest.mark.skipif(not PROMTOOL, reason="promtool is not installed")
async def test_an_evening_of_play_raises_no_alert(world: World, tmp_path: Path) -> None:
    recording = Recording()
    await world.ann.types("reversi start", bot="easy", colour="first")
    for minute in range(MINUTES):
        if minute % 3 == 0 and (await world.snapshot()).game.state.value == "playing":
            labels = world.board().labels
            await world.ann.taps(labels[0], world.board())
        if minute == MINUTES // 2:
            await world.restart()
        await world.pass_time(60)
        recording.scrape(world)
    recording.write(tmp_path / "evening.yml")
    evaluate(tmp_path / "evening.yml")
