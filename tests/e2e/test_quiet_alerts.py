"""No alert fires through an evening of play, on the metrics of real processes, scraped every minute.

Prometheus' own promtool evaluates the rules where it is installed; what needs no evaluation is checked
everywhere.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from bot.app import Flipfour
from tests import databases
from tests.e2e.world import World
from tests.test_alerts import ALERTS, PROMTOOL, evaluate
from tests.test_deployment import SERVER

MINUTES = 65
"""More than the hour that the slowest alert waits for."""

PLAYED = 20
"""Minutes of it that are played: what follows repeats the last one."""

NAMES = ("flipfour_", "process_resident_memory_bytes")
RECOVERY = "flipfour_care_pass_timestamp_seconds"
CONNECTED = "flipfour_gateway_ready"
STANDING_BY = "flipfour_standing_by"
DISK = "flipfour_disk_free_bytes"


@pytest.fixture(autouse=True, params=["usual"])
def _stored(request: pytest.FixtureRequest) -> Iterator[None]:
    """Store the games as in all tests, or on a server."""
    if request.param == "usual":
        yield
        return
    if databases.on_postgres():
        pytest.skip("all tests store there")
    named = databases.ADDRESS in os.environ
    try:
        with databases.server():
            yield
            databases.drop_made()
    finally:
        for name in (databases.RUN,) if named else (databases.RUN, databases.ADDRESS):
            os.environ.pop(name, None)


class Recording:
    """The series of a bot as Prometheus would have them, by the clock of the test."""

    def __init__(self, instance: str) -> None:
        self._instance = instance
        self.scrapes: list[dict[str, float]] = []

    def scrape(self, world: World, bot: Flipfour) -> None:
        with world.env._bot_scope():
            lines = bot.metrics.text().decode().splitlines()
            age = bot.health.recovery_age or 0.0
        pairs = [line.rsplit(" ", 1) for line in lines if line.startswith(NAMES)]
        found = {name: float(value) for name, value in pairs if "_created" not in name}
        # Prometheus adds this to every scrape that succeeds.
        found["up"] = 1.0
        if RECOVERY in found:
            # promtool's time begins at 0.
            found[RECOVERY] = 60.0 * len(self.scrapes) - age
        self.scrapes.append(found)

    def go_on(self) -> None:
        """Repeat the last minute until the slowest alert would have fired."""
        last = self.scrapes[-1]
        age = 60.0 * (len(self.scrapes) - 1) - last.get(RECOVERY, 0.0)
        while len(self.scrapes) < MINUTES:
            again = {RECOVERY: 60.0 * len(self.scrapes) - age} if RECOVERY in last else {}
            self.scrapes.append({**last, **again})

    def values(self, name: str) -> set[float | None]:
        """Return all values of a gauge, None where it was absent."""
        return {scrape.get(name) for scrape in self.scrapes}

    def series(self) -> list[dict[str, str]]:
        """Return all series as promtool reads them."""
        return [
            {
                "series": self._labelled(name),
                "values": " ".join(f"{scrape[name]:g}" if name in scrape else "_" for scrape in self.scrapes),
            }
            for name in sorted({name for scrape in self.scrapes for name in scrape})
        ]

    def _labelled(self, name: str) -> str:
        own, _, labels = name.partition("{")
        return f'{own}{{job="flipfour",instance="{self._instance}",{labels or "}"}'


def expect_silence(path: Path, *recordings: Recording) -> None:
    """Check that every alert is silent at every fifth minute."""
    for recording in recordings:
        recording.go_on()
        for name in ("flipfour_games_stuck", "flipfour_boards_behind", "flipfour_loop_stalls_total"):
            assert recording.values(name) <= {0.0, None}, name
        assert 0.0 not in recording.values(CONNECTED)
        disk = recording.values(DISK)
        assert disk == {None} if databases.on_postgres() else 0.0 not in disk
    if not PROMTOOL:
        return
    silent = [
        {"eval_time": f"{minute}m", "alertname": name, "exp_alerts": []}
        for name in ALERTS
        for minute in range(1, len(recordings[0].scrapes), 5)
    ]
    series = [each for recording in recordings for each in recording.series()]
    test = {"interval": "1m", "input_series": series, "alert_rule_test": silent}
    document = {"rule_files": [str(SERVER / "alerts.yml")], "evaluation_interval": "1m", "tests": [test]}
    path.write_text(yaml.safe_dump(document), "utf-8")
    evaluate(path)


@pytest.mark.long
@pytest.mark.parametrize("_stored", ["usual", "postgres"], indirect=True)
async def test_an_evening_of_play_raises_no_alert(world: World, tmp_path: Path) -> None:
    recording = Recording("bot")
    await world.ann.types("reversi start", bot="easy", colour="first")
    for minute in range(PLAYED):
        if minute % 3 == 0 and (await world.snapshot()).game.state.value == "playing":
            labels = world.board().labels
            await world.ann.taps(labels[0], world.board())
        if minute == PLAYED // 2:
            await world.restart()
        await world.pass_time(60)
        recording.scrape(world, world.bot)
    assert recording.values(CONNECTED) == {1.0}
    assert recording.values(STANDING_BY) == {0.0}
    expect_silence(tmp_path / "evening.yml", recording)


@pytest.mark.settings(shards="0-1/2")
@pytest.mark.long
async def test_a_spare_on_standby_raises_no_alert(world: World, tmp_path: Path) -> None:
    serving, standing = Recording("bot"), Recording("spare")
    await world.begin(world.ann, world.ben)
    spare = world._new_bot()
    await spare._async_setup_hook()
    setting_up = asyncio.create_task(spare.setup_hook())
    try:
        while not spare.gateway.standing_by:  # noqa: ASYNC110 - a state, which no event announces
            await asyncio.sleep(0)
        for _ in range(PLAYED):
            await world.pass_time(60)
            serving.scrape(world, world.bot)
            standing.scrape(world, spare)
            assert (await spare.health.check()).healthy
    finally:
        setting_up.cancel()
        await asyncio.gather(setting_up, return_exceptions=True)
        await spare.close()
    assert (serving.values(CONNECTED), serving.values(STANDING_BY)) == ({1.0}, {0.0})
    assert standing.values(STANDING_BY) == {1.0}
    assert standing.values(CONNECTED) == standing.values(RECOVERY) == {None}
    expect_silence(tmp_path / "spare.yml", serving, standing)
