"""Moves are stored and boards drawn while all the threads of heavy work, and background work, are taken."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from bot.account.privacy.own_data import OwnData
from bot.computer.pool import SearchPool
from bot.core.heavy import MAX_PIECES, MAX_QUEUED, HeavyWork
from bot.study.records.files import Exports, Imports
from engine import StopFlag
from tests.bot.helpers import BLACK_WIPES_OUT
from tests.e2e.world import World

pytestmark = pytest.mark.threads


SEARCHED: dict[str, Callable[[World], Awaitable[object]]] = {
    "animation": lambda world: world.chloe.taps("Animation"),
    "analysis": lambda world: world.chloe.types("position", text="4455"),
    "review": lambda world: world.chloe.taps("Review"),
}
"""What runs in the background."""


async def test_a_move_is_stored_and_drawn_while_heavy_work_fills_its_threads(world: World) -> None:
    game = await world.begin(world.ann, world.ben)
    kit, released = world.bot.kit, threading.Event()
    heavy: HeavyWork = kit[Imports]._heavy
    assert heavy is kit[Exports]._heavy is kit[OwnData]._heavy
    busy = threading.Semaphore(0)

    def block(*_: object) -> None:
        busy.release()
        released.wait()

    async def import_for(person: int) -> None:
        async with heavy.turn(person) as turn:
            await turn.run(block)

    def work(seconds: float, stop: StopFlag) -> None:
        block()

    pool = kit[SearchPool]
    people = range(MAX_PIECES + MAX_QUEUED)
    pieces = [asyncio.create_task(import_for(person)) for person in people]
    pieces += [asyncio.create_task(pool.run_for(person, work, 1.0)) for person in people]
    try:
        for _ in range(MAX_PIECES + 1):
            assert await asyncio.to_thread(busy.acquire)
        await require_playable(world, game)
    finally:
        released.set()
    await asyncio.gather(*pieces)


@pytest.fixture
async def game(world: World) -> int:
    """Finish a game, which Chloé steps through, and return the number of another one."""
    over = await world.begin(world.ann, world.ben)
    await world.play(" ".join(BLACK_WIPES_OUT), world.ann, world.ben, game=over)
    await world.chloe.taps("Replay", world.board(over))
    return await world.begin(world.ann, world.ben)


async def require_playable(world: World, game: int) -> None:
    """Check that moves are stored and drawn."""
    await world.play("d3 c3", world.ann, world.ben, game=game)
    assert await world.moves(game) == "d3 c3"
    assert world.board(game).picture == f"reversi-{game}-2.png"
    assert world.picture(world.board(game))


@pytest.mark.first(1)
@pytest.mark.parametrize("kind", SEARCHED)
async def test_a_move_is_stored_and_drawn_while_searches_wait(world: World, game: int, kind: str) -> None:
    pool = world.bot.kit[SearchPool]
    world.searches.hold()
    await SEARCHED[kind](world)
    assert len(pool._background) == 1
    await require_playable(world, game)
    assert len(pool._background) == 1
    await world.let_go()
    assert len(pool._background) == 0
