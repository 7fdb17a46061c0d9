"""The bot as one of several processes: it serves its shards while it has the lease."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
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


@pytest.fixture
async def world(database: Path, log: list[EventDict]) -> AsyncIterator[World]:
    """Return a bot with all shards, which others may request."""
    made = World(database, shards="0-1/2")
    await made.start()
    yield made
    await made.end()


async def test_it_plays_over_restarts_and_gives_the_lease_back(world: World, database: Path) -> None:
    await world.ann.types("connect4 start", bot="beginner", colour="first")
    await world.ann.taps("4")
    assert len((await world.moves()).split()) == 2
    other = await Storage.open(url_of(database))
    (held,) = await other[LeaseStore].all()
    assert held.share == Share(0, 1, 2)
    await world.restart()
    (held,) = await other[LeaseStore].all()
    assert held.token > 1
    await world.ann.taps("5")
    assert len((await world.moves()).split()) == 4
    await world.bot.close()
    assert await other[LeaseStore].all() == ()
    await other.close()


async def test_without_its_lease_it_stores_and_shows_nothing_and_ends(
    world: World, database: Path, log: list[EventDict]
) -> None:
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


async def test_a_spare_process_is_on_standby(world: World, database: Path) -> None:
    """It is healthy, is not restarted for lack of a connection, and its metrics raise no alarm."""
    spare = world._new_bot()
    await spare._async_setup_hook()
    setting_up = asyncio.create_task(spare.setup_hook())
    try:
        while not spare.gateway.standing_by:  # noqa: ASYNC110 - a state, which no event announces
            await asyncio.sleep(0)
        assert (await spare.health.check()).healthy
        assert spare.health.ready().healthy
        assert spare.gateway.away == 0
        samples = [line for line in spare.metrics.text().decode().splitlines() if line[0] != "#"]
        names = {line.split("{")[0].split(" ")[0] for line in samples}
        assert "flipfour_standing_by 1.0" in samples
        assert not names & {"flipfour_gateway_ready", "flipfour_care_pass_timestamp_seconds"}
        assert "flipfour_standing_by 0.0" in world.bot.metrics.text().decode()
    finally:
        setting_up.cancel()
        await asyncio.gather(setting_up, return_exceptions=True)
        await spare.close()
