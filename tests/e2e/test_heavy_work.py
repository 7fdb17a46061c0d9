"""Moves are stored and boards drawn while all the threads of heavy work, and background work, are taken."""

from __future__ import annotations

import asyncio
import threading

from bot.core.heavy import MAX_PIECES, MAX_QUEUED, HeavyWork
from engine import StopFlag
from tests.e2e.world import World


async def test_a_move_is_stored_and_drawn_while_heavy_work_fills_its_threads(world: World) -> None:
    await world.begin(world.ann, world.ben)
    services, released = world.bot.services, threading.Event()
    heavy: HeavyWork = services.records.imports._heavy
    assert heavy is services.records.exports._heavy is services.people.own_data._heavy
    busy = threading.Semaphore(0)

    def block(*_: object) -> None:
        busy.release()
        released.wait()

    async def import_for(person: int) -> None:
        async with heavy.turn(person) as turn:
            await turn.run(block)

    def work(seconds: float, stop: StopFlag) -> None:
        block()

    pool = services.computer.pool
    people = range(MAX_PIECES + MAX_QUEUED)
    pieces = [asyncio.create_task(import_for(person)) for person in people]
    pieces += [asyncio.create_task(pool.run_for(person, work, 1.0)) for person in people]
    try:
        for _ in range(MAX_PIECES + 1):
            assert await asyncio.to_thread(busy.acquire)
        await world.play("d3 c3", world.ann, world.ben)
        assert await world.moves() == "d3 c3"
        assert world.board().picture == "reversi-1-2.png"
        assert world.picture(world.board())
    finally:
        released.set()
    await asyncio.gather(*pieces)
