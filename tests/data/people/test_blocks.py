"""Blocks between people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from data import Storage
from data.db.errors import LimitReached
from data.people.blocks import MAX_BLOCKED
from tests.data.helpers import ANN, BOB, CAT, Clock

if TYPE_CHECKING:
    pass


async def test_a_block_is_one_persons_and_found_from_both_sides(storage: Storage) -> None:
    await storage.blocks.add(ANN, BOB)
    assert await storage.blocks.between(ANN, BOB) == await storage.blocks.between(BOB, ANN) == {ANN}
    assert await storage.blocks.between(ANN, CAT) == frozenset()
    await storage.blocks.add(BOB, ANN)
    assert await storage.blocks.between(ANN, BOB) == {ANN, BOB}


async def test_blocked_people_are_listed_latest_first(storage: Storage, clock: Clock) -> None:
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


async def test_blocks_per_person_are_limited(storage: Storage) -> None:
    for other in range(1, MAX_BLOCKED + 1):
        await storage.blocks.add(ANN, other)
    await storage.blocks.add(ANN, MAX_BLOCKED)
    with pytest.raises(LimitReached):
        await storage.blocks.add(ANN, BOB)
    await storage.blocks.add(BOB, ANN)
