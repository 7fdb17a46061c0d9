"""Limits are checked when they are made; a stop flag is set once, from anywhere, at the earliest moment."""

from __future__ import annotations

import multiprocessing
import os
import threading
from functools import partial

import numpy as np
import pytest

from engine import EngineError, Limits, StopFlag
from engine.search.limits import Deadlines
from tests.cases import for_each


@for_each("name", ["seconds", "depth", "nodes"])
@for_each("value", [0, -1, float("nan"), float("-inf"), "3", True])
def test_bad_limits_are_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(EngineError, match=name):
        Limits(**{name: value})  # type: ignore[arg-type]


def test_counts_must_be_whole_and_seconds_need_not() -> None:
    for name in ("depth", "nodes"):
        with pytest.raises(EngineError, match="whole number"):
            Limits(**{name: 2.5})  # type: ignore[arg-type]
    assert Limits() == Limits(seconds=10.0, depth=None, nodes=None)
    assert Limits(seconds=0.001, depth=1, nodes=1).depth == 1
    assert Limits(seconds=None).seconds is None


def test_a_flag_reaches_what_listens_before_and_after() -> None:
    flag = StopFlag()
    early, gone, late = (np.zeros(1, np.uint64) for _ in range(3))
    flag.attach(early)
    flag.attach(gone)
    flag.detach(gone)
    assert not flag.is_set()
    flag.set()
    flag.set()
    flag.attach(late)
    assert flag.is_set()
    assert (early[0], gone[0], late[0]) == (1, 0, 1)


def test_the_earliest_moment_holds() -> None:
    flag, words, fired = StopFlag(), np.zeros(1, np.uint64), threading.Event()

    class Watched(StopFlag):
        def set(self) -> None:
            super().set()
            fired.set()

    flag = Watched()
    flag.attach(words)
    flag.set_after(3600)
    flag.set_after(0.001)
    flag.set_after(7200)
    assert fired.wait(30)
    assert words[0] == 1


def test_no_time_left_sets_at_once_and_a_cancelled_moment_does_not_come() -> None:
    flag = StopFlag()
    flag.set_after(0)
    assert flag.is_set()
    with pytest.raises(EngineError, match="nan"):
        StopFlag().set_after(float("nan"))
    flag = StopFlag()
    flag.set_after(3600)
    flag.cancel()
    flag.set_after(7200)
    assert not flag.is_set()
    flag.cancel()


class Held(Deadlines):
    """Deadlines that come when they are told to."""

    def __init__(self) -> None:
        super().__init__(clock=lambda: self._now)
        self._now = 0.0
        self._go = threading.Event()
        self.call_after(0, lambda: self._go.wait(30))

    def come(self) -> None:
        """Meet what is due within an hour; returns when that is done."""
        over = threading.Event()
        self.call_after(3600, over.set)
        self._now = 3600.0
        self._go.set()
        assert over.wait(30)


def test_deadlines_are_met_in_their_order_on_one_thread() -> None:
    deadlines, met = Held(), list[tuple[float, str]]()

    def note(seconds: float) -> None:
        met.append((seconds, threading.current_thread().name))

    for seconds in (3.0, 1.0, 2.0):
        deadlines.call_after(seconds, partial(note, seconds))
    deadlines.call_after(1.5, partial(note, 1.5)).cancel()
    deadlines.come()
    assert met == [(1.0, "deadlines"), (2.0, "deadlines"), (3.0, "deadlines")]


def test_an_earlier_deadline_is_met_while_the_thread_waits_for_a_later_one() -> None:
    deadlines, first, second = Deadlines(), threading.Event(), threading.Event()
    later = deadlines.call_after(3600, first.set)
    deadlines.call_after(0.001, second.set)
    assert second.wait(30)
    assert not first.is_set()
    later.cancel()


def _meet_two(deadlines: Deadlines) -> None:
    for _ in range(2):
        met = threading.Event()
        deadlines.call_after(0.001, met.set)
        if not met.wait(30):
            raise SystemExit(1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_meets_all_its_deadlines() -> None:
    deadlines = Deadlines()
    _meet_two(deadlines)
    forked = multiprocessing.get_context("fork").Process(target=_meet_two, args=(deadlines,))
    forked.start()
    forked.join()
    assert forked.exitcode == 0


def test_a_deadline_that_fails_does_no_harm_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    deadlines, met, told = Deadlines(), threading.Event(), list[type[BaseException] | None]()
    monkeypatch.setattr(threading, "excepthook", lambda failure: told.append(failure.exc_type))

    def fail() -> None:
        raise ZeroDivisionError

    deadlines.call_after(0.001, fail)
    deadlines.call_after(0.002, met.set)
    assert met.wait(30)
    assert told == [ZeroDivisionError]


def test_searches_that_end_before_their_time_leave_nothing_behind() -> None:
    deadlines = Deadlines()
    for _ in range(100):
        deadlines.call_after(3600, list).cancel()
    assert deadlines.pending <= 1
