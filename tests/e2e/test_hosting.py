"""Reports of a running bot to supervisors and hosts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from structlog.typing import EventDict

from bot.computer.computer import IDLE_SECONDS
from bot.computer.pool import SearchPool
from bot.core.publisher import Publisher
from bot.hosting.monitor import COUNT_EVERY
from bot.preferences.preferences import CLIENT_LANGUAGE
from bot.settings.settings import Settings
from data import StorageError
from data.db.backup import backups
from data.db.migrate import newest_revision
from data.people.preferences import Owner, PreferenceStore
from engine import reversi
from engine.search.tables import TABLES
from executors.address import flipfour_version
from tests.cases import missing
from tests.databases import on_postgres
from tests.e2e.logs import taken_out
from tests.e2e.world import RECOVERY_SECONDS, World
from tests.languages.pseudo import PERSON


def measured(world: World) -> dict[str, float]:
    lines = world.bot.metrics.text().decode().splitlines()
    pairs = [line.rsplit(" ", 1) for line in lines if not line.startswith("#")]
    return {name: float(value) for name, value in pairs}


async def test_memory_of_searches_is_given_back_at_rest(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TABLES.borrow(reversi.start()):
        """A search keeps its table for the next one."""
    kept = [*TABLES._pooled]
    await world.pass_time(RECOVERY_SECONDS)
    assert TABLES._pooled == kept != []
    monkeypatch.setattr(SearchPool, "idle_seconds", IDLE_SECONDS)
    await world.pass_time(RECOVERY_SECONDS)
    assert TABLES._pooled == []


async def test_metrics_of_a_game(world: World) -> None:
    await world.ann.types("reversi start", bot="easy", colour="first")
    await world.ann.taps("d3")
    await world.ben.taps(world.board().labels[0], world.board())
    await world.ann.types("opponent", name="Doctor Octo", recipe="greedy:2")
    # Nothing that people typed is in them.
    text = world.bot.metrics.text().decode()
    assert not [typed for typed in ("Octo", str(world.ann.id), str(world.server.id)) if typed in text]
    found = measured(world)
    assert found['flipfour_interactions_total{command="/reversi start",outcome="done"}'] == 1
    assert found['flipfour_interactions_total{command="move",outcome="done"}'] == 1
    assert found['flipfour_interactions_total{command="move",outcome="refused"}'] == 1
    assert found["flipfour_acknowledge_seconds_count"] == 4
    assert found['flipfour_search_seconds_count{level="easy"}'] == 1
    assert found['flipfour_search_queue_seconds_count{level="easy"}'] == 1
    assert (found["flipfour_gateway_ready"], found["flipfour_servers"]) == (1, 1)
    world.skip(COUNT_EVERY)
    await world.pass_time(RECOVERY_SECONDS)
    found = measured(world)
    assert (found['flipfour_games_open{game="reversi"}'], found["flipfour_games_stuck"]) == (1, 0)
    assert found["flipfour_database_bytes"] > 100_000
    # A server's disk and backups are unknown, which is not the same as 0.
    assert ("flipfour_disk_free_bytes" in found) is not on_postgres()
    assert "flipfour_backup_timestamp_seconds" not in found


async def test_faults_and_lost_messages_are_counted(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    log: list[EventDict],
    lose_connection: Callable[[str, str], None],
) -> None:
    async def fail(*_: Any, **__: Any) -> Any:
        raise StorageError("the disk is full")

    with monkeypatch.context() as full:
        full.setattr(world.bot.kit.storage._database, "write", fail)
        await world.ann.types("reversi start", bot="easy")
    taken_out(log, "the storage failed")
    assert measured(world)['flipfour_interactions_total{command="/reversi start",outcome="failed"}'] == 1
    game = await world.begin(world.ann, world.ben)
    lose_connection("PATCH", f"/channels/{world.channel.id}/messages/{world.board(game).id}")
    with world.env._bot_scope():
        await world.bot.kit[Publisher].show(game)
    assert measured(world)['flipfour_edits_dropped_total{reason="failed"}'] == 1
    taken_out(log, "message not delivered")


async def health(world: World) -> set[str]:
    """Return the bot's faults by its own clock."""
    with world.env._bot_scope():
        report = await world.bot.health.check()
    return {part for part, fault in report.parts.items() if fault is not None}


async def test_health_of_a_run(world: World, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]) -> None:
    async def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("a fault of ours")

    assert await health(world) == set()
    assert world.bot.health.ready().healthy
    world.skip(timedelta(minutes=10))
    assert await health(world) == {"recovery"}
    with monkeypatch.context() as broken:
        broken.setattr(world.bot.recovery, "recover", fail)
        await world.pass_time(RECOVERY_SECONDS)
    assert taken_out(log, "recovery failed; will retry") == 1
    assert await health(world) == {"recovery"}
    await world.pass_time(RECOVERY_SECONDS)
    assert await health(world) == set()
    await world.bot.on_disconnect()
    assert await health(world) == {"gateway"}
    await world.bot.on_resumed()
    assert await health(world) == set()
    stopped = world.bot.health
    await world.restart()
    assert not stopped.ready().healthy
    assert await health(world) == set()


@pytest.mark.sqlite
async def test_a_backup_is_made_while_people_play_and_its_failure_told_to_the_host(
    database: Path, monkeypatch: pytest.MonkeyPatch, log: list[EventDict]
) -> None:
    def full(*_: Any, **__: Any) -> Path:
        raise StorageError("the disk is full: free some space")

    world = World(database, backup_hours=24)
    monkeypatch.setattr(Settings, "alert_people", frozenset({world.ann.id}))
    world.record_typed("the disk is full: free some space")
    await world.start()
    host = Owner("person", world.ann.id)
    await world.bot.kit[PreferenceStore].put(host, CLIENT_LANGUAGE, PERSON.code)
    await world.ann.types("reversi start", bot="easy", colour="first")
    await world.pass_time(RECOVERY_SECONDS)
    await world.ann.taps("d3")
    (backup,) = backups(database)
    assert backup.kind == "scheduled"
    assert measured(world)["flipfour_backup_timestamp_seconds"] > 0
    assert (await world.snapshot()).game.ply == 2
    monkeypatch.setattr("bot.hosting.backups.back_up", full)
    world.skip(timedelta(hours=25))
    for _ in range(3):
        await world.pass_time(RECOVERY_SECONDS)
    (message,) = world.seen(world.ann.actor.user.dm_channel)
    assert not missing(message.text, "A backup failed", "the disk is full: free some space")
    taken_out(log, "a backup failed; will retry")
    await world.end()


async def test_a_start_reports_the_version_and_an_update_once(
    world: World, log: list[EventDict], monkeypatch: pytest.MonkeyPatch
) -> None:
    own, tables = flipfour_version(), newest_revision()
    versions = ("98.9.0", "98.10.0", "98.9.1")
    for version in versions:
        monkeypatch.setattr("bot.app.flipfour_version", lambda version=version: version)
        await world.restart()
    monkeypatch.setattr("bot.app.flipfour_version", lambda: "99.0.0")
    monkeypatch.setattr("data.upkeep.pending.newest_revision", lambda: "9999")
    await world.restart()
    await world.restart()
    events = [entry["event"] for entry in log]
    assert [event for event in events if event.startswith(("updated from", "went back"))] == [
        f"updated from {own}, tables {tables}",
        f"updated from 98.9.0, tables {tables}",
        f"went back from 98.10.0, tables {tables}",
        f"updated from 98.9.1, tables {tables} → 9999",
    ]
    starts = [entry for entry in log if entry["event"] == "storage is open"]
    assert [start["version"] for start in starts] == [own, *versions, "99.0.0", "99.0.0"]
    assert [start["tables"] for start in starts] == [tables] * 4 + ["9999"] * 2
