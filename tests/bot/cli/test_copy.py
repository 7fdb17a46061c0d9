"""`flipfour copy`."""

from __future__ import annotations

import asyncio

import pytest

from bot.cli import main
from data import Storage
from tests.bot.helpers import ANN


async def _name(address: str, name: str | None = None) -> str:
    storage = await Storage.open(address)
    if name is not None:
        await storage.people.remember(ANN.id, name)
    found = await storage.people.name(ANN.id)
    await storage.close()
    return found


def test_a_database_is_copied_and_what_to_do_next_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(_name("sqlite:///flipfour.db", "Ann"))
    assert main(["copy", "flipfour.db", "sqlite:///new.db"]) == 0
    said = capsys.readouterr().out
    assert said.count("All 1 rows of") == 1
    assert "new.db, and were compared." in said
    assert "Next: set DATABASE_URL to" in said
    assert asyncio.run(_name("sqlite:///new.db")) == "Ann"


def test_what_cannot_be_done_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["copy", "flipfour.db", "sqlite:///new.db"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("flipfour: there is no database ")
