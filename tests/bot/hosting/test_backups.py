"""Scheduled backups."""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
import structlog

from bot.core.background import BackgroundTasks
from bot.core.metrics import Measure, Metrics
from bot.hosting.backups import BACKED_UP_AT, BACKUP_FAILURES, RETRY, ScheduledBackups
from bot.hosting.monitor import AlertKind, Alerts
from bot.settings.settings import Settings
from data import Storage, StorageError
from data.db.backup import backups, copy_database
from tests.bot.helpers import Clock, kit_of

DAY = timedelta(days=1)


class Noted(Metrics):
    """Metrics that list the times of backups; None for a failed one."""

    def __init__(self) -> None:
        super().__init__()
        self.backups: list[datetime | None] = []

    def set(self, measure: Measure, value: float | None, *labels: str) -> None:
        if measure is BACKED_UP_AT:
            assert value is not None
            self.backups.append(datetime.fromtimestamp(value, UTC))

    def count(self, measure: Measure, *labels: str) -> None:
        assert measure is BACKUP_FAILURES
        self.backups.append(None)


class Host:
    """Daily backups of a database, three of which are kept."""

    def __init__(self, path: Path | None, every: timedelta = DAY, folder: Path | None = None) -> None:
        self.clock = Clock()
        self.path = path
        self.folder = folder
        self.every = every
        self.alerts: list[str] = []
        self.metrics = Noted()
        self.background = BackgroundTasks()
        self.restart()

    def restart(self) -> None:
        """Start a new process."""
        settings = Settings(
            database_url=f"sqlite:///{self.path}" if self.path else "postgresql://somewhere/games",
            backup_hours=self.every / timedelta(hours=1),
            backup_kept=3,
            backup_folder=str(self.folder or ""),
        )
        kit = kit_of(
            cast(Storage, None),
            self.clock,
            settings=settings,
            background=self.background,
            metrics=self.metrics,
            features={Alerts: self},
            run_in_background=self._run,
        )
        self.backups = ScheduledBackups(kit)

    async def _run(self, work: Callable[[], Path]) -> Path:
        return work()

    def tell(self, kind: AlertKind, detail: str) -> None:
        """Record an alert."""
        assert kind is AlertKind.BACKUP_FAILED
        self.alerts.append(detail)

    async def after(self, pause: timedelta) -> list[datetime]:
        """Run a pass some time later; returns when the existing backups were created, oldest first."""
        self.clock.now += pause
        self.backups.recover()
        await self.background.finish(10)
        assert self.path is not None
        return [backup.made_at for backup in reversed(backups(self.path, self.folder))]


async def test_daily_backups_are_rotated(database: Path) -> None:
    host = Host(database)
    begun = host.clock.now
    assert (await host.after(timedelta()), await host.after(timedelta(hours=23))) == ([begun], [begun])
    assert await host.after(timedelta(hours=1)) == [begun, begun + DAY]
    for _ in range(4):
        made = await host.after(DAY)
    assert made == [begun + n * DAY for n in (3, 4, 5)]
    assert (host.metrics.backups, host.alerts) == ([begun + n * DAY for n in range(6)], [])


async def test_a_restart_keeps_the_schedule(database: Path) -> None:
    host = Host(database)
    begun = host.clock.now
    await host.after(timedelta())
    host.restart()
    assert await host.after(timedelta(hours=20)) == [begun]
    assert host.metrics.backups == [begun, begun], "the metrics know it again"
    assert len(await host.after(timedelta(hours=4))) == 2


async def test_a_custom_folder(database: Path, tmp_path: Path) -> None:
    host = Host(database, folder=tmp_path / "elsewhere" / "copies")
    assert len(await host.after(timedelta())) == 1
    assert not (database.parent / "backups").exists()


async def test_a_full_disk_raises_an_alert_and_a_retry_and_old_backups_stay(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Host(database)
    for _ in range(3):
        before = await host.after(DAY)

    def full(*_: Any, **__: Any) -> Any:
        raise StorageError("no room")

    with monkeypatch.context() as patch, structlog.testing.capture_logs():
        patch.setattr("data.db.backup.copy_database", full)
        assert (await host.after(DAY), host.alerts) == (before, ["no room"])
        assert (await host.after(RETRY / 2), len(host.alerts)) == (before, 1)
        assert (await host.after(RETRY / 2), len(host.alerts)) == (before, 2)
    after = await host.after(RETRY)
    assert after[:2] == before[1:]
    assert host.metrics.backups[-3:] == [None, None, after[-1]]


async def test_a_bot_that_stops_leaves_no_half_copy(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(database)

    def stopping(path: Path, target: Path, stopped: Callable[[], bool]) -> Any:
        host.backups.close()
        return copy_database(path, target, stopped)

    monkeypatch.setattr("data.db.backup.copy_database", stopping)
    assert await host.after(timedelta()) == []
    assert list((database.parent / "backups").iterdir()) == []
    assert (await host.after(DAY), host.metrics.backups) == ([], [])


@pytest.mark.parametrize("way", ["no hours", "a server"])
async def test_disabled_backups(way: str, database: Path) -> None:
    host = Host(None) if way == "a server" else Host(database, timedelta())
    host.backups.recover()
    await host.background.finish(10)
    assert not (database.parent / "backups").exists()


async def test_one_at_a_time(database: Path) -> None:
    host = Host(database)
    waiting: list[Callable[[], Path]] = []

    async def held(work: Callable[[], Path]) -> Path:
        waiting.append(work)
        return work()

    run: Callable[..., Awaitable[Any]] = held
    host.backups._run = run
    host.backups.recover()
    host.backups.recover()
    assert len(await host.after(timedelta())) == 1
    assert len(waiting) == 1


async def test_a_copy_dated_in_the_future_stops_no_others(empty_database: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    shutil.copy(empty_database, path)
    host = Host(path)
    host.clock.now += 365 * DAY
    for _ in range(3):
        await host.after(DAY)
    host.clock.now -= 365 * DAY
    # In the process that made them, and in the next one.
    assert host.clock.now in await host.after(timedelta())
    host.restart()
    for _ in range(4):
        await host.after(DAY)
    made = [backup.made_at for backup in backups(path)]
    assert len([moment for moment in made if moment <= host.clock.now]) == 3
    assert host.clock.now in made
    assert len(made) == 6
