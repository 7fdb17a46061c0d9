"""Searches run on a real cluster of this machine, and people tap Move now, Take back and Stop meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from structlog.typing import EventDict

from bot.computer.pool import SearchPool
from bot.settings.settings import Settings
from executors import cluster as product
from executors import tasks
from executors.address import read_address, required
from executors.executor import Conditions
from tests.e2e.seen import Seen
from tests.e2e.world import World
from tests.executors.clusters import Cluster

pytestmark = [pytest.mark.long, pytest.mark.threads]

SEARCH_SECONDS = 60.0
"""Time limit of a search: longer than any of these tests."""

SOON = 600.0
"""Progress is shown after a second, and a search ends within milliseconds; this machine may be busy."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A scheduler and a worker."""
    with Cluster.running(1) as started:
        yield started


@pytest.fixture
async def world(
    database: Path, cluster: Cluster, log: list[EventDict], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[World]:
    """Return a bot whose long searches run on the cluster."""

    def ended_here(run: Callable[[Any, Conditions], Any]) -> Callable[[Any, Conditions], Any]:
        def end(task: Any, conditions: Conditions) -> Any:
            assert conditions.stop.is_set(), "the bot searched locally"
            return run(task, conditions)

        return end

    for task in (tasks.ChooseMove, tasks.SearchPosition):
        monkeypatch.setattr(task, "run", ended_here(task.run))
    # This Discord's calendar makes every message old.
    monkeypatch.setattr("bot.play.boards.boards_ui.too_old_to_edit", lambda message_id: False)
    # The setting for it would also let the computer ponder there.
    monkeypatch.setattr(Settings, "analysis_seconds", SEARCH_SECONDS)
    # A busy worker must not be given up: the search would run here.
    for limit in ("BEGIN_SECONDS", "SILENT_SECONDS", "STOP_SECONDS"):
        monkeypatch.setattr(product, limit, SEARCH_SECONDS)
    made = World(database, search_backend=cluster.address, move_seconds=SEARCH_SECONDS)
    await made.start()
    made.searches.run_meanwhile()
    executor = made.bot.kit[SearchPool].executor
    assert isinstance(executor, product.ClusterExecutor)
    await until(made, lambda: executor.threads == cluster.threads, "the connection to the workers")
    yield made
    await made.end()
    assert [entry for entry in log if entry["log_level"] in ("error", "critical")] == []


async def until(world: World, condition: Callable[[], bool], what: str) -> None:
    """Wait in real time until people see something."""
    latest = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < latest, f"{what}: {[post.text for post in world.posts()]}"
        await asyncio.to_thread(time.sleep, 0.05)
        await world.env.settle()


async def at_work(cluster: Cluster) -> int:
    """Return the number of tasks on the workers."""

    def count() -> int:
        with required().Client(read_address(cluster.address), set_as_default=False) as client:
            return sum(len(keys) for keys in client.processing().values())

    return await asyncio.to_thread(count)


async def has_tasks(cluster: Cluster, number: int) -> bool:
    """Wait in real time until the scheduler knows that the workers have this many tasks."""
    latest = time.monotonic() + SOON
    while await at_work(cluster) != number:
        if time.monotonic() > latest:
            return False
    return True


async def think(world: World) -> Seen:
    """Ann plays a move where there is no book of openings; the board, once it shows that `master` thinks."""
    await world.ann.types("reversi start", bot="master", board="10x10", colour="first")
    await world.ann.taps(world.board().moves[0])
    await until(world, lambda: "Move now" in world.board().labels, "how far the search is")
    return world.board()


async def test_play_now_ends_a_search_there_and_its_move_is_played(world: World, cluster: Cluster) -> None:
    board = await think(world)
    assert "is thinking" in board.text
    assert await has_tasks(cluster, 1)
    await world.ann.taps("Move now", board)
    await until(world, lambda: f"**{world.ann.mention} to move.**" in world.board().text, "the answer")
    assert len((await world.moves()).split()) == 2
    assert await has_tasks(cluster, 0)
