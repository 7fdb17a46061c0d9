"""Alerts for hosts, interrupted commands, and scheduled backups."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest
import structlog

from bot.core.background import BackgroundTasks
from bot.core.metrics import Measure, Metrics
from bot.core.people import Place
from bot.hosting import monitor
from bot.hosting import pending_commands as unanswered
from bot.hosting.alerts_ui import alert_text
from bot.hosting.backups import BACKED_UP_AT, BACKUP_FAILURES, RETRY, ScheduledBackups
from bot.hosting.health import Gateway
from bot.hosting.monitor import AlertKind, Alerts
from bot.hosting.pending_commands import UnansweredCommands
from bot.messages.delivery import Delivery
from bot.play.games.challenges import Challenges
from bot.preferences.preferences import Languages
from bot.settings.settings import Settings
from bot.ui.publisher import Subject, find_posted
from data import Storage, StorageError
from data.db.backup import backups, copy_database
from data.games.waiting import WaitingStore
from data.messages.channels import Unanswered, UnansweredStore
from languages import ENGLISH
from tests.bot.helpers import Clock, RecordingMessenger, computer_game, kit_of
from tests.cases import for_each

HOST = 77


class Posts(RecordingMessenger):
    """The alerts that the host would get."""

    async def send_direct(self, content: object, person_id: int) -> Delivery:
        assert person_id == HOST
        return await super().send_direct(content, person_id)

    @property
    def kinds(self) -> list[monitor.AlertKind]:
        return [alert.kind for alert in self.sent]


class Host:
    """A bot whose storage, disk, connection and log the test controls."""

    def __init__(self, storage: Storage, clock: Clock, people: str = str(HOST)) -> None:
        self.clock = clock
        self.posts = Posts()
        self.background = BackgroundTasks()
        self.metrics = Metrics()
        self.errors = monitor.ErrorCount(partial(self.metrics.count, monitor.ERRORS))
        self.gateway = Gateway(lambda: self.clock.now.timestamp(), lambda: None)
        self.free = monitor.MIN_FREE_BYTES * 10
        settings = Settings(database_url="sqlite:////somewhere/games.db", alerts_to=people)
        given: Any = {"settings": settings, "messenger": self.posts, "metrics": self.metrics}
        features: dict[type, object] = {Gateway: self.gateway, monitor.ErrorCount: self.errors}
        kit = kit_of(storage, clock, features, background=self.background, **given)
        self.alerts = kit[monitor.Alerts]
        self.monitor = monitor.Monitor(kit, lambda folder: self.free)

    def lose_connection(self) -> None:
        self.gateway.connected()
        self.gateway.lost()

    async def look(self, **later: float) -> list[monitor.AlertKind]:
        """Run the monitor some time later; returns all alerts so far."""
        self.clock.advance(**later)
        await self.monitor.recover()
        for task in list(self.background._running):
            await task
        return self.posts.kinds


async def test_without_faults_or_recipients_are_no_alerts(storage: Storage, clock: Clock) -> None:
    host = Host(storage, clock)
    assert (await host.look(), await host.look(hours=1)) == ([], [])
    host = Host(storage, clock, people="")
    host.free = 0
    assert await host.look() == []


async def test_a_nearly_full_disk_repeats_its_alert_every_few_hours(storage: Storage, clock: Clock) -> None:
    host = Host(storage, clock)
    host.free = monitor.MIN_FREE_BYTES - 1
    assert await host.look() == [monitor.AlertKind.DISK_NEARLY_FULL]
    assert await host.look(hours=1) == [monitor.AlertKind.DISK_NEARLY_FULL]
    assert (
        await host.look(seconds=monitor.REPEAT_AFTER.total_seconds())
        == [monitor.AlertKind.DISK_NEARLY_FULL] * 2
    )
    assert "199 MB free in /somewhere" in alert_text(host.posts.sent[0])


async def test_many_errors(storage: Storage, clock: Clock) -> None:
    host = Host(storage, clock)
    for _ in range(30):
        host.errors.record("a fault")
        assert await host.look(minutes=1) == [], "one a minute"
    for kind in ["a stranger's"] * monitor.MANY_ERRORS:
        host.errors.record(kind)
    assert await host.look(minutes=1) == [monitor.AlertKind.MANY_ERRORS]
    # Which silences neither errors of another kind nor many different ones.
    for kind in ["ours"] * monitor.MANY_ERRORS:
        host.errors.record(kind)
    assert await host.look(minutes=1) == [monitor.AlertKind.MANY_ERRORS] * 2
    assert "ours" in alert_text(host.posts.sent[-1])
    for number in range(monitor.MAX_KINDS + monitor.MANY_ERRORS):
        host.errors.record(str(number))
    assert await host.look(minutes=1) == [monitor.AlertKind.MANY_ERRORS] * 3
    assert len(host.errors.counts) == monitor.MAX_KINDS + 1


async def test_shards_may_each_reconnect_once_and_a_connection_now_and_then(
    storage: Storage, clock: Clock
) -> None:
    host = Host(storage, clock)
    for _ in range(monitor.MANY_LOSSES):
        assert host.posts.sent == []
        host.lose_connection()
        await host.look(minutes=5)
    assert host.posts.kinds == [monitor.AlertKind.GATEWAY_FLAPPING]
    host = Host(storage, clock)
    host.gateway.shards = 2 * monitor.MANY_LOSSES
    for _ in range(host.gateway.shards):
        host.lose_connection()
    assert await host.look() == []
    host.lose_connection()
    assert await host.look() == [monitor.AlertKind.GATEWAY_FLAPPING]


async def test_stuck_games(storage: Storage, clock: Clock) -> None:
    host = Host(storage, clock)
    challenges = Challenges(kit_of(storage, clock))
    game = (await computer_game(challenges, colour="second")).game
    await storage[WaitingStore].mark_shown(game, game.channel_id, 5)
    assert await host.look(minutes=9) == []
    assert await host.look(minutes=2) == [], "they are counted every five minutes"
    assert await host.look(minutes=3) == [], "recovery has just been told, as at a start after a long pause"
    assert await host.look(minutes=5) == [monitor.AlertKind.GAMES_STUCK]
    assert 'flipfour_games_open{game="reversi"} 1.0' in host.metrics.text().decode()
    assert "flipfour_games_stuck 1.0" in host.metrics.text().decode()


async def test_alerts_are_limited(storage: Storage, clock: Clock) -> None:
    host = Host(storage, clock)
    for round_ in range(3):
        for kind in monitor.AlertKind:
            for about in range(monitor.MAX_ALERTS + 1):
                host.alerts.tell(kind, str(round_), str(about))
        clock.advance(seconds=monitor.REPEAT_AFTER.total_seconds())
    await host.look()
    assert len(host.posts.sent) == 3 * len(monitor.AlertKind) * monitor.MAX_ALERTS
    assert timedelta(hours=1) <= monitor.WITHIN < monitor.REPEAT_AFTER


COMMANDS = tuple(Unanswered(number, f"token {number}", 8001, 7001) for number in (1, 2))

LOST = [aiohttp.ServerDisconnectedError(), TimeoutError(), ConnectionResetError()]


class Webhook:
    """The answers to two commands; the request for the first one fails or hangs."""

    def __init__(self, error: Exception | None) -> None:
        self.error = error
        self.edited: list[str] = []

    def of(self, _id: int, token: str, *, client: object) -> Any:
        return SimpleNamespace(fetch_message=lambda _: self._fetch(token), edit_message=self._edit)

    async def _fetch(self, token: str) -> Any:
        if token == COMMANDS[1].token:
            return SimpleNamespace(id=11, flags=SimpleNamespace(loading=True), content="")
        if self.error is None:
            await asyncio.Event().wait()
        raise self.error  # type: ignore[misc]

    async def _edit(self, _id: int, *, content: str, allowed_mentions: object) -> None:
        self.edited.append(content)


@pytest.mark.parametrize("error", [*LOST, None], ids=repr)
async def test_a_request_without_an_answer_does_not_stop_the_others(
    storage: Storage, error: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unanswered, "REQUEST_SECONDS", 0.01)
    webhook = Webhook(error)
    monkeypatch.setattr(discord.Webhook, "partial", webhook.of)

    async def english(*_: object) -> Any:
        return ENGLISH

    client, languages = SimpleNamespace(application_id=1), SimpleNamespace(for_place=english)
    kit = kit_of(storage, features={discord.Client: client, Languages: languages})
    for command in COMMANDS:
        await storage[UnansweredStore].record(command)
    await UnansweredCommands(kit).recover()
    assert len(webhook.edited) == 1
    assert await storage[UnansweredStore].not_older_than(timedelta(hours=1)) == ()


@for_each("error", LOST)
async def test_a_channel_that_cannot_be_searched_is_left(error: Exception) -> None:
    async def history(*, limit: int) -> Any:
        raise error
        yield

    channel = SimpleNamespace(history=history)
    client: Any = SimpleNamespace(
        user=SimpleNamespace(id=1), get_partial_messageable=lambda *_, **__: channel
    )
    assert await find_posted(client, Place(8001, 7001), Subject("game", 1), None) is None


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


class BackupHost:
    """Daily backups of a database, three of which are kept."""

    def __init__(self, path: Path | None, every: timedelta = DAY, folder: Path | None = None) -> None:
        self.clock, self.path, self.folder, self.every = Clock(), path, folder, every
        self.alerts: list[str] = []
        self.metrics = Noted()
        self.background = BackgroundTasks()
        self.restart()

    def restart(self) -> None:
        settings = Settings(
            database_url=f"sqlite:///{self.path}" if self.path else "postgresql://somewhere/games",
            backup_hours=self.every / timedelta(hours=1),
            backup_kept=3,
            backup_folder=str(self.folder or ""),
        )
        given: Any = {"settings": settings, "background": self.background, "metrics": self.metrics}
        given |= {"features": {Alerts: self}, "run_in_background": self._run}
        self.backups = ScheduledBackups(kit_of(cast(Storage, None), self.clock, **given))

    async def _run(self, work: Callable[[], Path]) -> Path:
        return work()

    def tell(self, kind: AlertKind, detail: str) -> None:
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
    host = BackupHost(database)
    begun = host.clock.now
    assert (await host.after(timedelta()), await host.after(timedelta(hours=23))) == ([begun], [begun])
    assert await host.after(timedelta(hours=1)) == [begun, begun + DAY]
    for _ in range(4):
        made = await host.after(DAY)
    assert made == [begun + n * DAY for n in (3, 4, 5)]
    assert (host.metrics.backups, host.alerts) == ([begun + n * DAY for n in range(6)], [])


async def test_a_restart_keeps_the_schedule(database: Path) -> None:
    host = BackupHost(database)
    begun = host.clock.now
    await host.after(timedelta())
    host.restart()
    assert await host.after(timedelta(hours=20)) == [begun]
    assert host.metrics.backups == [begun, begun], "the metrics know it again"
    assert len(await host.after(timedelta(hours=4))) == 2


async def test_a_custom_folder(database: Path, tmp_path: Path) -> None:
    host = BackupHost(database, folder=tmp_path / "elsewhere" / "copies")
    assert len(await host.after(timedelta())) == 1
    assert not (database.parent / "backups").exists()


async def test_a_full_disk_raises_an_alert_and_a_retry_and_old_backups_stay(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = BackupHost(database)
    for _ in range(3):
        before = await host.after(DAY)

    def full(*_: Any, **__: Any) -> Any:
        raise StorageError("no room")

    with monkeypatch.context() as patch, structlog.testing.capture_logs():
        patch.setattr("data.db.backup.copy_database", full)
        for pause, alerts in ((DAY, 1), (RETRY / 2, 1), (RETRY / 2, 2)):
            assert (await host.after(pause), host.alerts) == (before, ["no room"] * alerts)
    after = await host.after(RETRY)
    assert after[:2] == before[1:]
    assert host.metrics.backups[-3:] == [None, None, after[-1]]


async def test_a_bot_that_stops_leaves_no_half_copy(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = BackupHost(database)

    def stopping(path: Path, target: Path, stopped: Callable[[], bool]) -> Any:
        host.backups.close()
        return copy_database(path, target, stopped)

    monkeypatch.setattr("data.db.backup.copy_database", stopping)
    assert await host.after(timedelta()) == []
    assert list((database.parent / "backups").iterdir()) == []
    assert (await host.after(DAY), host.metrics.backups) == ([], [])


@pytest.mark.parametrize("way", ["no hours", "a server"])
async def test_disabled_backups(way: str, database: Path) -> None:
    host = BackupHost(None) if way == "a server" else BackupHost(database, timedelta())
    host.backups.recover()
    await host.background.finish(10)
    assert not (database.parent / "backups").exists()


async def test_one_at_a_time(database: Path) -> None:
    host = BackupHost(database)
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


async def test_a_copy_dated_in_the_future_stops_no_others(database: Path) -> None:
    host = BackupHost(database)
    host.clock.now += 365 * DAY
    for _ in range(3):
        await host.after(DAY)
    host.clock.now -= 365 * DAY
    # In the process that made them, and in the next one.
    assert host.clock.now in await host.after(timedelta())
    host.restart()
    for _ in range(4):
        await host.after(DAY)
    made = [backup.made_at for backup in backups(database)]
    assert sum(moment <= host.clock.now for moment in made) == 3
    assert (host.clock.now in made, len(made)) == (True, 6)
