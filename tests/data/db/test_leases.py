"""Leases: two processes never serve the same servers, and a process without its lease can store nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import update

from data import Share, Storage
from data.db.errors import LeaseLost
from data.tables.people import workers
from tests.data.helpers import Clock, between, move, reload
from tests.databases import url_of

FIRST, SECOND = Share(0, 1, 4), Share(2, 3, 4)


@pytest.fixture
async def other(path: Path, storage: Storage, clock: Clock) -> AsyncIterator[Storage]:
    """The storage of a second process."""
    opened = await Storage.open(url_of(path), clock=clock)
    yield opened
    await opened.close()


async def let_run_out(storage: Storage) -> None:
    """Let the leases of all processes have run out, as if those had been killed."""
    long_ago = update(workers).values(expires_at=workers.c.expires_at - 1000)
    await storage._database.unfenced(lambda c: c.execute(long_ago))


async def test_a_share_is_held_by_one(storage: Storage, other: Storage) -> None:
    assert await storage.leases.take([FIRST, SECOND], "one", 20) == FIRST
    assert storage.share == FIRST
    assert await other.leases.take([FIRST], "two", 20) is None
    assert other.share == Share()
    assert await other.leases.take([Share(0, 0, 8)], "two", 20) is None
    assert await other.leases.take([FIRST, SECOND], "two", 20) == SECOND
    held = await other.leases.all()
    assert [(worker.holder, worker.share) for worker in held] == [("one", FIRST), ("two", SECOND)]
    assert all(15 < worker.seconds <= 20 for worker in held)


async def test_a_lease_that_has_run_out_is_taken_and_its_process_can_store_nothing(
    storage: Storage, other: Storage
) -> None:
    await storage.leases.take([FIRST], "one", 20)
    game = await storage.create_game(between())
    await let_run_out(other)
    # No other process has taken it: what is late is still stored, and renewed.
    game = await storage.add_moves(game, [move("d3", 0)])
    assert await storage.leases.renew(20) is not None
    await let_run_out(other)
    assert await other.leases.take([FIRST], "two", 20) == FIRST
    with pytest.raises(LeaseLost):
        await storage.add_moves(game, [move("c3", 1)])
    with pytest.raises(LeaseLost):
        await storage.create_game(between())
    assert await storage.leases.renew(20) is None
    assert await reload(storage, game) == game
    assert (await other.add_moves(game, [move("c5", 1)])).moves == ("d3", "c5")
    # What the first one gives back is not the lease of the second.
    await storage.leases.release()
    assert await other.leases.renew(20) is not None


async def test_a_released_lease_can_be_taken_at_once(storage: Storage, other: Storage) -> None:
    await storage.leases.take([FIRST], "one", 20)
    await storage.leases.release()
    assert await other.leases.take([FIRST], "two", 20) == FIRST
    assert other.leases.token != storage.leases.token


async def test_the_holder_of_a_share_is_asked_for_it(storage: Storage, other: Storage) -> None:
    await storage.leases.take([FIRST], "one", 20)
    held = await storage.leases.renew(20)
    assert held is not None
    assert not held.asked
    await other.leases.ask_for(SECOND)
    held = await storage.leases.renew(20)
    assert held is not None
    assert not held.asked
    other.intend(FIRST)
    with pytest.raises(LeaseLost):
        await other.create_game(between())
    await other.leases.ask_for(FIRST)
    held = await storage.leases.renew(20)
    assert held is not None
    assert held.asked
