"""Animations are created when the worker is idle, once for all requests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.computer.pool import MAX_BACKGROUND_SECONDS, SearchPool
from bot.core.background import BackgroundTasks
from bot.core.refusals import Restarting, TakesTooLong, UnknownGame
from bot.core.snapshot import GameSnapshot
from bot.play.games.challenges import Challenges
from bot.study.replays import AlreadyPosted, Replays
from data import Storage
from engine import StopFlag
from languages import ENGLISH, LANGUAGES, current, speaking
from renderers.themes import USUAL
from tests.bot.helpers import ANN, BLACK_WIPES_OUT, CAT, game_after, kit_of, refuses


@pytest.fixture
async def over(challenges: Challenges) -> GameSnapshot:
    return await game_after(challenges, *BLACK_WIPES_OUT)


Run = Callable[[StopFlag], Awaitable[None]]


def replays_by(storage: Storage, before: Run, **given: Any) -> Replays:
    """Return replays that do this before each piece of work."""

    async def run(work: Callable[..., Any], seconds: float, stop: StopFlag) -> Any:
        await before(stop)
        return work(seconds, stop)

    return Replays(kit_of(storage, pool=SearchPool(1, 1.0, run=run, **given)))


@pytest.mark.long
async def test_an_interrupted_replay_resumes(storage: Storage, over: GameSnapshot) -> None:
    interrupted = [True, False, True, False]

    async def interrupt(stop: StopFlag) -> None:
        if interrupted.pop(0):
            stop.set()

    gif = await replays_by(storage, interrupt).animation(over, ANN, USUAL)
    assert gif.startswith(b"GIF89a")
    assert interrupted == [True, False]


async def test_a_waiter_who_leaves_cancels_no_work_of_others(storage: Storage, over: GameSnapshot) -> None:
    may_go = asyncio.Event()

    async def wait(_: StopFlag) -> None:
        await may_go.wait()

    replays = replays_by(storage, wait)
    first, second = (asyncio.create_task(replays.animation(over, ANN, USUAL)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    may_go.set()
    assert (await second).startswith(b"GIF89a")


async def test_an_animation_is_drawn_once_for_each_language(storage: Storage, over: GameSnapshot) -> None:
    drawn = []

    async def note(_: StopFlag) -> None:
        drawn.append(current())

    replays = replays_by(storage, note)
    for language in (ENGLISH, LANGUAGES["fr"], LANGUAGES["fr"]):
        with speaking(language):
            await replays.animation(over, ANN, USUAL)
    assert drawn == [ENGLISH, LANGUAGES["fr"]]


async def test_a_bot_that_stops_makes_none(storage: Storage, over: GameSnapshot) -> None:
    background = BackgroundTasks()
    background.closing = True
    replays = Replays(kit_of(storage, background=background))
    await refuses(Restarting, replays.animation(over, ANN, USUAL))


async def test_an_animation_has_a_deadline(storage: Storage, over: GameSnapshot) -> None:
    now, pieces = 0.0, 0

    async def delay(stop: StopFlag) -> None:
        nonlocal now, pieces
        now, pieces = now + 0.6 * MAX_BACKGROUND_SECONDS, pieces + 1
        stop.set()

    with pytest.raises(TakesTooLong):
        await replays_by(storage, delay, clock=lambda: now).animation(over, ANN, USUAL)
    assert pieces == 2


async def test_a_replay_that_was_not_delivered_can_be_posted_again(storage: Storage) -> None:
    replays = Replays(kit_of(storage))
    with pytest.raises(OSError, match="lost"), replays.posting_once(1):
        raise OSError("lost")
    with replays.posting_once(1), pytest.raises(AlreadyPosted), replays.posting_once(1):
        pass
    with pytest.raises(AlreadyPosted), replays.posting_once(1):
        pass


async def test_games_one_cannot_see_are_unknown(storage: Storage, over: GameSnapshot) -> None:
    replays = Replays(kit_of(storage))
    assert (await replays.require(over.game.id, ANN, sees_channel=False)).game.id == over.game.id
    await refuses(UnknownGame, replays.require(over.game.id, CAT, sees_channel=False))
