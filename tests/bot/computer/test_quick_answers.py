"""Answers so quick that the person's move is not shown before them."""

from __future__ import annotations

import asyncio
import threading

import pytest

from bot.computer.computer import Computer
from bot.computer.pool import SearchPool
from tests.bot.computer.hall import Hall, Held, moves_of
from tests.bot.helpers import ANN, PLACE, REVERSI


async def test_quick_answers_start_no_threads(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    # The first search of a process compiles, and starts the thread that keeps all deadlines.
    await hall.moves.answer(await hall.challenges.play_computer(REVERSI, PLACE, ANN, "easy", "second"))
    snapshot = await hall.challenges.play_computer(REVERSI, PLACE, ANN, "easy", "second")
    started: list[str] = []
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread.name))
    assert await hall.computer.answers_at_once(snapshot, hall.moves.answer(snapshot))
    assert started == []


async def test_only_quick_levels_may_answer_without_showing_the_move_before(hall: Hall) -> None:
    shown = {}
    for level in ("easy", "medium", "master"):
        snapshot = await hall.challenges.play_computer(REVERSI, PLACE, ANN, level, "second")
        done = asyncio.create_task(asyncio.sleep(0, None))
        shown[level] = not await hall.computer.answers_at_once(snapshot, done)
    assert shown == {"easy": False, "medium": False, "master": True}


async def test_the_persons_move_is_shown_when_a_quick_answer_is_late(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.computer.computer.SHOW_MOVE_AFTER", 0.01)
    held = Held()
    computer = Computer(SearchPool(1, 10.0, run=held))
    moves = moves_of(computer, hall.referee)
    snapshot = await hall.challenges.play_computer(REVERSI, PLACE, ANN, "easy", "second")
    answer = moves.answer(snapshot)
    assert not await computer.answers_at_once(snapshot, answer)
    held.go.set()
    await answer
    assert await computer.answers_at_once(snapshot, answer)


async def test_a_quick_answer_waits_for_no_strong_one(hall: Hall) -> None:
    held = Held()
    pool = SearchPool(1, 10.0, run=held)
    computer = Computer(pool)
    moves = moves_of(computer, hall.referee)
    for level in ("master", "easy"):
        moves.answer(await hall.challenges.play_computer(REVERSI, PLACE, ANN, level, "second"))
    for _ in range(10):
        await asyncio.sleep(0)
    assert held.searches == 2
    pool.close()
    held.go.set()
