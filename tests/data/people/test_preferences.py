"""Settings of servers and people."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from data import Share, Storage
from data.people.preferences import Owner
from tests.databases import url_of

if TYPE_CHECKING:
    from pathlib import Path

SERVER, PERSON = Owner("server", 7), Owner("person", 7)


async def test_nothing_is_set_at_first(storage: Storage) -> None:
    assert await storage.preferences.of(SERVER) == {}


async def test_a_setting_is_of_one_owner_alone_and_the_latest_value_counts(storage: Storage) -> None:
    await storage.preferences.of(SERVER)
    await storage.preferences.put(SERVER, "theme", "wood")
    await storage.preferences.put(SERVER, "theme", "classic")
    await storage.preferences.put(PERSON, "flip", "on")
    assert await storage.preferences.of(SERVER) == {"theme": "classic"}
    assert await storage.preferences.of(PERSON) == {"flip": "on"}
    assert await storage.preferences.of(Owner("server", 8)) == {}


async def test_a_setting_is_forgotten_and_the_others_stay(storage: Storage) -> None:
    await storage.preferences.put(SERVER, "theme", "wood")
    await storage.preferences.put(SERVER, "rated", "off")
    await storage.preferences.put(SERVER, "theme", None)
    await storage.preferences.put(SERVER, "theme", None)
    assert await storage.preferences.of(SERVER) == {"rated": "off"}


async def test_settings_outlive_the_process(path: Path) -> None:
    storage = await Storage.open(url_of(path))
    await storage.preferences.put(SERVER, "theme", "wood")
    await storage.close()
    storage = await Storage.open(url_of(path))
    assert await storage.preferences.of(SERVER) == {"theme": "wood"}
    await storage.close()


async def test_a_read_during_a_change_caches_nothing_old(storage: Storage) -> None:
    reading = [asyncio.create_task(storage.preferences.of(SERVER)) for _ in range(8)]
    setting = asyncio.create_task(storage.preferences.put(SERVER, "theme", "wood"))
    await asyncio.gather(setting, *reading)
    assert await storage.preferences.of(SERVER) == {"theme": "wood"}


async def test_a_setting_is_stored_even_if_its_caller_leaves(storage: Storage) -> None:
    assert await storage.preferences.of(SERVER) == {}
    others = asyncio.all_tasks()
    setting = asyncio.create_task(storage.preferences.put(SERVER, "theme", "wood"))
    await asyncio.sleep(0)
    begun = asyncio.all_tasks() - others
    setting.cancel()
    # A server has several writers: a later setting may be stored before this one.
    await asyncio.wait(begun)
    assert setting.cancelled()
    assert await storage.preferences.of(SERVER) == {"theme": "wood"}


async def test_what_another_process_changes_is_read_again(storage: Storage, path: Path) -> None:
    mine, theirs = Owner("server", 0), Owner("server", 1 << 22)
    person = Owner("person", 1001)
    other = await Storage.open(url_of(path))
    storage._database.share = Share(0, 0, 2)
    for owner in (mine, theirs, person):
        assert await storage.preferences.of(owner) == {}
    for owner in (theirs, person):
        await other.preferences.put(owner, "theme", "classic")
        assert await storage.preferences.of(owner) == {"theme": "classic"}
    assert storage.preferences._cache.keys() == {mine}
    await other.close()
