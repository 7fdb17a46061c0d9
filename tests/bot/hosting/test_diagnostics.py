"""The file for a bug report: useful, and without anything secret or personal."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
import structlog
from pydantic import SecretStr

from bot.core.metrics import Metrics
from bot.hosting.diagnostics import SET, diagnose
from bot.hosting.health import Gateway, Health, application
from bot.hosting.web_server import served
from bot.settings.logs import configure, recent_warnings
from bot.settings.settings import Settings
from data import Storage
from data.db.migrate import newest_revision
from tests.ports import free_port

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
    assert found["database"]["revision"] == newest_revision()
    assert found["database"]["rows"]["games"] == 0
    assert found["settings"]["FLIPFOUR_MOVE_SECONDS"] == 7.5
    assert found["settings"]["DISCORD_TOKEN"] == SET
    assert found["health"]["storage"] == "not open yet"
    ours = [entry for entry in found["warnings"] if entry["logger"] == "ours"][-1]
    assert (ours["event"], ours["game"], ours["level"]) == ("refused", 7, "error")
    assert {row["subject"] for row in found["doctor"]} >= {"database", "disk", "memory", "running bot"}


async def test_a_bot_that_is_not_running(settings: Settings) -> None:
    found = await diagnose(settings)
    assert found["health"].startswith("no answer")
    assert not any(canary in json.dumps(found, ensure_ascii=False) for canary in CANARIES)


async def test_a_server_that_cannot_be_reached() -> None:
    """The address of a database has its password."""
    url = f"postgresql://canaryuser:canarypassword@127.0.0.1:{free_port()}/canaryname"
    found = await diagnose(Settings(database_url=url))
    text = json.dumps(found)
    assert found["database"]["kind"] == "PostgreSQL"
    assert "error" in found["database"]
    assert "canary" not in text
