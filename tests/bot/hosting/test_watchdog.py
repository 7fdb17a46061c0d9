"""The watchdog of the event loop, on a manual clock."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import structlog

from bot.hosting.watchdog import STALL_SECONDS, LoopWatchdog


class Loop:
    """An event loop that answers on demand, and its watchdog."""

    def __init__(self, ends_after: float = 120.0) -> None:
        self.now = 1000.0
        self.worked = 0.0
        self.asked: list[Callable[[], object]] = []
        self.lags: list[float] = []
        self.stalls = self.ends = 0
        self.watchdog = LoopWatchdog(
            self.asked.append,
            ends_after=ends_after,
            end=self._end,
            stack=lambda: "in a loop of ours",
            observe_lag=self.lags.append,
            count_stall=self._stall,
            clock=lambda: self.now,
            worked=lambda: self.worked,
        )

    def _end(self) -> None:
        self.ends += 1

    def _stall(self) -> None:
        self.stalls += 1

    def run(self, seconds: int, *, answering_after: float | None = None) -> None:
        """Tick every second; the loop answers each time with this delay, or never."""
        for _ in range(seconds):
            self.now += 1.0
            self.watchdog.tick()
            if answering_after is not None:
                self.answer(answering_after)

    def answer(self, late: float = 0.0) -> None:
        self.now += late
        asked = self.asked.copy()
        self.asked.clear()
        for answer in asked:
            answer()


def test_a_running_loop_is_measured() -> None:
    loop = Loop()
    loop.run(300, answering_after=0.25)
    assert loop.lags == [0.25] * 300
    assert (loop.stalls, loop.ends) == (0, 0)


def test_a_stall_is_logged_once_with_the_stack() -> None:
    loop = Loop()
    with structlog.testing.capture_logs() as log:
        loop.run(int(STALL_SECONDS))
        assert log == []
        loop.run(60)
    assert loop.stalls == 1
    (entry,) = log
    assert (entry["event"], entry["stack"]) == ("the event loop has stalled", "in a loop of ours")
    assert loop.ends == 0


def test_a_recovered_loop_can_stall_again() -> None:
    loop = Loop()
    for _ in range(2):
        loop.run(30)
        loop.answer()
        loop.run(5, answering_after=0.0)
    assert (loop.stalls, loop.ends) == (2, 0)
    assert max(loop.lags) == pytest.approx(29.0)


def test_a_long_stall_ends_the_process() -> None:
    loop = Loop(ends_after=60)
    loop.run(60)
    assert loop.ends == 0
    loop.run(1)
    assert loop.ends == 1


def test_ending_the_process_can_be_disabled() -> None:
    loop = Loop(ends_after=0)
    loop.run(5000)
    assert (loop.stalls, loop.ends) == (1, 0)


def test_a_paused_process_is_not_a_stall() -> None:
    loop = Loop(ends_after=60)
    loop.run(2)
    loop.now += 3600.0
    loop.run(5)
    assert (loop.stalls, loop.ends) == (0, 0)
    loop.run(60)
    assert loop.stalls == 1
    assert loop.ends > 0


def test_a_held_gil_is_a_stall() -> None:
    """This thread does not run meanwhile, either, but the process works."""
    loop = Loop(ends_after=60)
    loop.run(2)
    loop.now += 90.0
    loop.worked += 88.0
    loop.run(1)
    assert (loop.stalls, loop.ends) == (1, 0)
    loop.answer()
    loop.run(120, answering_after=0.0)
    assert loop.ends == 0


def test_a_loop_that_does_not_answer_after_a_held_gil_ends_the_process() -> None:
    loop = Loop(ends_after=60)
    loop.run(2)
    loop.now += 90.0
    loop.worked += 88.0
    loop.run(2)
    assert loop.ends == 1
