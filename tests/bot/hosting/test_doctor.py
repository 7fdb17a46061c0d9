"""The findings of `flipfour doctor`, and the file for a bug report."""

from __future__ import annotations

import gzip
import json
import logging
import shutil
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest
import structlog
from aiohttp import web
from pydantic import SecretStr

from bot.core.metrics import Metrics
from bot.hosting import doctor
from bot.hosting.checking import Finding, Grade
from bot.hosting.doctor import SET, check_machine, diagnose
from bot.hosting.health import Gateway, Health, application
from bot.hosting.web_server import served
from bot.settings.logs import configure, recent_warnings
from bot.settings.machine import MEGABYTE, available_memory, divide_memory
from bot.settings.settings import Settings
from data import Storage
from data.db.backup import back_up, unpacked
from data.db.migrate import newest_revision
from executors.address import ClusterError, flipfour_version
from tests.cases import for_each
from tests.data.helpers import pack_all
from tests.data.playing import DRAWN, between, move
from tests.ports import free_port


async def seen(path: Path, subject: str, *, fix: bool = False, **settings: Any) -> Finding:
    found = await check_machine(Settings(database_url=f"sqlite:///{path}", **settings), fix=fix)
    (finding,) = [finding for finding in found if finding.subject == subject]
    return finding


async def test_a_suitable_machine(database: Path) -> None:
    back_up(database, "scheduled")
    settings = Settings(database_url=f"sqlite:///{database}", search_workers=1, memory_mb=8)
    found = await check_machine(settings, fix=False)
    fit = {finding.subject for finding in found if finding.grade is Grade.GOOD}
    assert fit >= {"database", "disk", "backups", "fonts", "cores", "memory"}


async def test_the_workers_of_a_cluster(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = flipfour_version()
    answers: tuple[tuple[dict[str, tuple[int, str]] | None, Grade, str], ...] = (
        (None, Grade.BAD, "dask://host:8786: the scheduler does not answer: no route"),
        ({}, Grade.BAD, "no workers"),
        ({"one": (2, ours), "two": (1, ours)}, Grade.GOOD, "3 searches at a time, by 2 workers"),
        ({"one": (2, "0.0.1")}, Grade.NOTE, "some have version 0.0.1"),
    )
    unreachable = ClusterError("the scheduler does not answer: no route")
    for workers, grade, text in answers:
        asked = AsyncMock(side_effect=unreachable if workers is None else None, return_value=workers)
        monkeypatch.setattr(doctor, "workers_of", asked)
        finding = await seen(database, "cluster", search_backend="dask://host:8786")
        assert (finding.grade, text in finding.text) == (grade, True)


async def test_a_missing_database_or_folder_is_created_and_another_programs_left(tmp_path: Path) -> None:
    assert (await seen(tmp_path / "new.db", "database")).grade is Grade.NOTE
    path = tmp_path / "a" / "b" / "games.db"
    assert (await seen(path, "database")).grade is Grade.BAD
    assert (await seen(path, "database", fix=True)).grade is Grade.NOTE
    path.write_bytes(b"a song" * 1000)
    finding = await seen(path, "database")
    assert (finding.grade, "not an SQLite database" in finding.text) == (Grade.BAD, True)


async def test_a_read_only_folder(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    for subject in ("database", "backups"):
        finding = await seen(database, subject)
        assert finding.grade is Grade.BAD
        assert "Permission denied" in finding.text


async def test_room_on_the_disk(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, grade in ((10, Grade.BAD), (10_000, Grade.GOOD)):
        usage = SimpleNamespace(free=free * MEGABYTE)
        monkeypatch.setattr(shutil, "disk_usage", lambda _, usage=usage: usage)
        assert (await seen(database, "disk")).grade is grade


async def test_more_workers_than_cores_or_memory(database: Path) -> None:
    assert (await seen(database, "cores", search_workers=256)).grade is Grade.NOTE
    finding = await seen(database, "memory", search_workers=256, memory_mb=262_144)
    assert finding.grade is Grade.BAD
    assert "FLIPFOUR_MEMORY_MB" in finding.advice


async def test_an_unreachable_server() -> None:
    settings = Settings(database_url="postgresql://me@127.0.0.1:1/games")
    (finding,) = [each for each in await check_machine(settings, fix=False) if each.subject == "database"]
    assert finding.grade is Grade.BAD


def test_the_core_is_compiled_with_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    monkeypatch.setattr(doctor, "is_compiled", compiled.__contains__)
    monkeypatch.setattr(doctor, "warm_up", compiled.append)
    finding = doctor._search_core(fix=False, say=lambda text: None)
    assert (finding.grade, compiled) == (Grade.NOTE, [])
    finding = doctor._search_core(fix=True, say=lambda text: None)
    assert (finding.grade, compiled) == (Grade.GOOD, ["reversi", "connect4"])


def container(root: Path, **files: str) -> Path:
    """Create the root folder of a machine with 8 GB; names have __ for slashes."""
    for name, text in {"proc__meminfo": "MemTotal:  8388608 kB\nMemFree: 1 kB\n", **files}.items():
        path = root / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def test_memory_is_that_of_the_machine_or_container(tmp_path: Path) -> None:
    assert available_memory(container(tmp_path)) == 8192 * MEGABYTE
    assert available_memory(tmp_path / "nowhere") is None
    root = container(
        tmp_path / "new",
        proc__self__cgroup="0::/system/bot",
        sys__fs__cgroup__system__bot__memory_dot_max="max",
        sys__fs__cgroup__system__memory_dot_max=str(512 * MEGABYTE),
    )
    assert available_memory(root) == 512 * MEGABYTE
    root = container(
        tmp_path / "old",
        proc__self__cgroup="7:memory:/docker/1",
        sys__fs__cgroup__memory__memory_dot_limit_in_bytes="9223372036854771712",
        sys__fs__cgroup__memory__docker__1__memory_dot_limit_in_bytes=str(256 * MEGABYTE),
    )
    assert available_memory(root) == 256 * MEGABYTE


def test_required_memory_is_that_of_the_tables_and_400_mb() -> None:
    assert Settings(search_workers=2).required_memory == (400 + 8 * 32) * MEGABYTE
    assert Settings(search_workers=2, memory_mb=1000).required_memory == (400 + 960) * MEGABYTE


@for_each(
    ("megabytes", "searches", "expected"),
    *((0, searches, (32, 4)) for searches in (1, 2, 8, 256)),
    *((512, 2, (64, 4)), (511, 2, (32, 11)), (1024, 2, (128, 4)), (100, 8, (4, 15)), (1, 8, (1, 4))),
)
def test_memory_is_divided_into_tables_of_a_power_of_two(
    megabytes: int, searches: int, expected: tuple[int, int]
) -> None:
    """By default a search has 32 MB, and four tables are cached."""
    assert divide_memory(megabytes, searches) == expected
    size, cached = expected
    assert not megabytes or (searches + cached + 2) * size <= max(megabytes, searches + 6)


async def test_a_damaged_backup_is_found_by_opening_it(database: Path) -> None:
    kept = back_up(database, "scheduled")
    assert "intact" in (await seen(database, "backups")).text
    kept.write_bytes(b"not a database" * 100)
    finding = await seen(database, "backups")
    assert finding.grade is Grade.BAD
    assert "damaged" in finding.text


@pytest.mark.parametrize("packed", [False, True])
async def test_the_rows_and_the_schema_of_the_newest_backup(
    database: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    storage = await Storage.open(f"sqlite:///{database}")
    game = await storage.create_game(between())
    game = await storage.add_moves(game, [move("d3", 0)])
    await storage.finish(game, DRAWN)
    if packed:
        await pack_all(storage)
    await storage.close()
    kept = back_up(database, "scheduled")
    finding = await seen(database, "backups")
    assert f"intact: 1 games, 1 moves, 2 players; tables {newest_revision()}" in finding.text
    assert "update" not in finding.text
    with monkeypatch.context() as patch:
        patch.setattr(doctor, "newest_revision", lambda: "9999")
        finding = await seen(database, "backups")
    assert finding.grade is Grade.GOOD
    assert f"tables {newest_revision()}, which a start updates to 9999" in finding.text
    with unpacked(kept) as plain:
        with closing(sqlite3.connect(plain)) as connection, connection:
            connection.execute("DROP TABLE moves")
        kept.write_bytes(gzip.compress(plain.read_bytes()))
    finding = await seen(database, "backups")
    assert (finding.grade, "no such table: moves" in finding.text) == (Grade.BAD, True)


async def test_the_age_of_a_backup_dated_in_the_future_is_unknown(database: Path) -> None:
    now = datetime.now(UTC)
    for made_at, texts in (
        (now + timedelta(days=40), ("of unknown age", "1 dated in the future")),
        (now - timedelta(hours=5), ("5 hours old",)),
    ):
        back_up(database, "scheduled", at=made_at)
        finding = await seen(database, "backups")
        assert (finding.grade, finding.advice) == (Grade.NOTE, "check the clock")
        assert [text for text in texts if text not in finding.text] == []


async def test_the_running_bot_is_asked_over_its_page(database: Path) -> None:
    health = Health(Gateway(lambda: 0.0, lambda: None), lambda: 0.0)
    port = free_port()

    async def said(grade: Grade, text: str) -> None:
        finding = await seen(database, "running bot", health_port=port)
        assert (finding.grade, text in finding.text) == (grade, True)

    assert "not running" in (await seen(database, "running bot", health_port=port)).text
    async with served(application(health, Metrics()), "127.0.0.1", port):
        await said(Grade.BAD, "starting; gateway: not connected")
        health._gateway.standing_by = True
        await said(Grade.GOOD, "standing by")
    async with served(web.Application(), "127.0.0.1", port):
        await said(Grade.BAD, "another program uses")

    async def unexplained(_: web.Request) -> web.Response:
        return web.json_response({"healthy": False, "state": "stopping"})

    page = web.Application()
    page.router.add_get("/healthz", unexplained)
    async with served(page, "127.0.0.1", port):
        await said(Grade.BAD, "stopping")


async def test_slow_checks_are_announced(database: Path) -> None:
    back_up(database, "scheduled")
    said: list[str] = []
    await check_machine(Settings(database_url=f"sqlite:///{database}"), fix=False, say=said.append)
    assert any(text.startswith("opening the newest backup") for text in said)


CANARIES = (
    "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gcanary.secretsecretsecretsecretsecret",
    "canarykey",
    "canary-contact",
    "Canary Person",
    "987654321098765432",
)


@pytest.fixture
async def settings(tmp_path: Path) -> Settings:
    """Settings full of secrets, and a database in a folder with a person's name."""
    folder = tmp_path / "Canary Person"
    folder.mkdir()
    url = f"sqlite:///{folder / 'games.db'}"
    await (await Storage.open(url)).close()
    return Settings(
        discord_token=SecretStr(CANARIES[0]),
        database_url=url,
        backup_folder=str(folder / "copies"),
        sentry_dsn=SecretStr("https://canarykey@sentry.example/1"),
        contact="canary-contact@example.org",
        alerts_to=CANARIES[4],
        health_port=free_port(),
        move_seconds=7.5,
    )


async def test_a_running_bot(settings: Settings) -> None:
    configure(settings)
    structlog.get_logger("ours").error("refused by Canary Person"[:7], user=int(CANARIES[4]), game=7)
    logging.getLogger("library").warning("%s has no %s", "Canary Person", CANARIES[0])
    health = Health(Gateway(lambda: 0.0, lambda: None), lambda: 0.0)
    page = application(health, Metrics(), recent_warnings)
    async with served(page, "127.0.0.1", settings.health_port):
        found = await diagnose(settings)
    text = json.dumps(found, ensure_ascii=False)
    for canary in CANARIES:
        assert canary not in text
    assert (found["database"]["revision"], found["database"]["rows"]["games"]) == (newest_revision(), 0)
    assert (found["settings"]["FLIPFOUR_MOVE_SECONDS"], found["settings"]["DISCORD_TOKEN"]) == (7.5, SET)
    assert found["health"]["storage"] == "not open yet"
    ours = [entry for entry in found["warnings"] if entry["logger"] == "ours"][-1]
    assert (ours["event"], ours["game"], ours["level"]) == ("refused", 7, "error")
    assert {row["subject"] for row in found["doctor"]} >= {"database", "disk", "memory", "running bot"}


async def test_without_a_bot_or_a_server_to_reach(settings: Settings) -> None:
    found = await diagnose(settings)
    assert found["health"].startswith("no answer")
    assert not any(canary in json.dumps(found, ensure_ascii=False) for canary in CANARIES)
    # The address of a database has its password.
    url = f"postgresql://canaryuser:canarypassword@127.0.0.1:{free_port()}/canaryname"
    found = await diagnose(Settings(database_url=url))
    assert found["database"]["kind"] == "PostgreSQL"
    assert "error" in found["database"]
    assert "canary" not in json.dumps(found)
