"""The bot as one of several processes: it serves its shards while it has the lease."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import delete
from structlog.typing import EventDict

from bot.hosting.lease import Ended
from data import Share, Storage
from data.db.leases import LeaseStore
from data.tables.people import workers
from tests.databases import url_of
from tests.e2e.world import World

pytestmark = pytest.mark.settings(shards="0-1/2")
"""All shards, which others may request."""


async def test_without_its_lease_it_only_ends(world: World, database: Path, log: list[EventDict]) -> None:
    await world.ann.types("connect4 start", bot="beginner", colour="first")
    other = await Storage.open(url_of(database))
    await other._database.write(lambda c: c.execute(delete(workers)))
    assert await other[LeaseStore].take([Share(0, 1, 2)], "another process", 20) is not None
    before = world.board()
    await world.ann.taps("4", before)
    assert await world.moves() == ""
    assert world.board().payload == before.payload
    await world.pass_time(6)
    assert world.bot.is_closed()
    assert world.bot.ended is Ended.LOST
    (held,) = await other[LeaseStore].all()
    assert held.holder == "another process"
    await other.close()
    errors = [entry for entry in log if entry["log_level"] == "error"]
    assert {entry["event"] for entry in errors} <= {
        "the storage failed",
        "lease lost: another process may serve these servers",
    }
    for entry in errors:
        log.remove(entry)
