"""Limits are checked when they are made; a stop flag is set once, from anywhere, at the earliest moment."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from engine import EngineError, Limits, StopFlag


@pytest.mark.parametrize("name", ["seconds", "depth", "nodes"])
@pytest.mark.parametrize("value", [0, -1, float("nan"), float("-inf"), "3", True])
def test_bad_limits_are_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(EngineError, match=name):
        Limits(**{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["depth", "nodes"])
def test_counts_must_be_whole(name: str) -> None:
    with pytest.raises(EngineError, match="whole number"):
        Limits(**{name: 2.5})  # type: ignore[arg-type]


def test_good_limits() -> None:
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


def test_no_time_left_sets_at_once() -> None:
    flag = StopFlag()
    flag.set_after(0)
    assert flag.is_set()


def test_a_cancelled_moment_does_not_come() -> None:
    flag = StopFlag()
    flag.set_after(3600)
    flag.cancel()
    flag.set_after(7200)
    assert not flag.is_set()
    flag.cancel()


def test_a_moment_must_be_a_number() -> None:
    with pytest.raises(EngineError, match="nan"):
        StopFlag().set_after(float("nan"))
