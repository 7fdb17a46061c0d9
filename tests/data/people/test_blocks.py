"""Who has blocked whom."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from data import MOST_BLOCKED, Storage, TooManyBlocked
from data.db.migrate import migrate_file
from tests.data.db.older_databases import scripts_before
from tests.data.helpers import ANN, BOB, CAT, Clock, between
from tests.databases import url_of

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_block_is_one_persons_and_found_from_both_sides(storage: Storage) -> None:
    await storage.blocks.add(ANN, BOB)
    assert await storage.blocks.between(ANN, BOB) == await storage.blocks.between(BOB, ANN) == {ANN}
    assert await storage.blocks.between(ANN, CAT) == frozenset()
    await storage.blocks.add(BOB, ANN)
    assert await storage.blocks.between(ANN, BOB) == {ANN, BOB}


async def test_those_blocked_come_the_latest_first(storage: Storage, clock: Clock) -> None:
    await storage.blocks.add(ANN, BOB)
    clock.advance(seconds=1)
    await storage.blocks.add(ANN, CAT)
    await storage.blocks.add(ANN, BOB)
    assert await storage.blocks.of(ANN) == (CAT, BOB)
    assert await storage.blocks.of(BOB) == ()


async def test_a_block_is_taken_back_once(storage: Storage) -> None:
    await storage.blocks.add(ANN, BOB)
    assert await storage.blocks.remove(ANN, BOB)
    assert not await storage.blocks.remove(ANN, BOB)
    assert await storage.blocks.between(ANN, BOB) == frozenset()


async def test_one_person_blocks_so_many_and_no_more(storage: Storage) -> None:
    for other in range(1, MOST_BLOCKED + 1):
        await storage.blocks.add(ANN, other)
    await storage.blocks.add(ANN, MOST_BLOCKED)
    with pytest.raises(TooManyBlocked):
        await storage.blocks.add(ANN, BOB)
    await storage.blocks.add(BOB, ANN)


def test_in_a_database_of_before_people_can_be_blocked_and_games_go_on(path: Path, tmp_path: Path) -> None:
    older = tmp_path / "before"
    older.mkdir()
    migrate_file(path, scripts_before("0010_blocks", older))

    async def go_on() -> None:
        storage = await Storage.open(url_of(path))
        game = await storage.create_game(between(ANN, BOB))
        await storage.blocks.add(ANN, BOB)
        assert await storage.game(game.id) == game
        assert await storage.blocks.of(ANN) == (BOB,)
        await storage.close()

    asyncio.run(go_on())
