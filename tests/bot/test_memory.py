"""What stays is left out of garbage collections, once everything is loaded."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest

from bot.computer.search_core import SearchCore
from bot.memory import leave_out_what_stays


@pytest.fixture(autouse=True)
def _collected_again() -> Iterator[None]:
    yield
    gc.unfreeze()


async def test_what_is_loaded_is_left_out_of_collections() -> None:
    gc.unfreeze()
    await leave_out_what_stays(SearchCore())
    assert gc.get_freeze_count() > 1000


async def test_it_waits_for_the_search_core(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.unfreeze()
    core, loaded = SearchCore(), asyncio.Event()

    async def ready(game: str) -> None:
        await loaded.wait()

    monkeypatch.setattr(core, "ready", ready)
    leaving = asyncio.create_task(leave_out_what_stays(core))
    await asyncio.sleep(0)
    assert gc.get_freeze_count() == 0
    loaded.set()
    await leaving
    assert gc.get_freeze_count() > 1000
