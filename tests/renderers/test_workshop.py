"""Parts are made once, and nobody waits for what they did not ask for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from renderers.workshop import Workshop


def test_a_thing_is_made_once_for_many_threads() -> None:
    made: list[int] = []
    together = Barrier(8)

    def make(number: int) -> list[int]:
        made.append(number)
        return [number]

    workshop = Workshop(make, 4)

    def ask() -> list[int]:
        together.wait(timeout=60)
        return workshop.get(3)

    with ThreadPoolExecutor(8) as pool:
        got = [future.result() for future in [pool.submit(ask) for _ in range(8)]]
    assert made == [3]
    assert all(thing is got[0] for thing in got)


def test_whoever_asks_for_another_thing_does_not_wait() -> None:
    begun, go_on = Event(), Event()

    def make(slow: bool) -> bool:
        if slow:
            begun.set()
            assert go_on.wait(timeout=60)
        return slow

    workshop = Workshop(make, 4)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(workshop.get, True)
        assert begun.wait(timeout=60)
        assert workshop.get(False) is False
        go_on.set()
        assert waiting.result() is True


def test_what_was_used_last_is_kept() -> None:
    made: list[int] = []
    workshop = Workshop(lambda number: made.append(number), 2)
    for number in (1, 2, 1, 3, 1, 2):
        workshop.get(number)
    assert made == [1, 2, 3, 2]


def test_what_failed_is_tried_again() -> None:
    tried: list[int] = []

    def make(number: int) -> int:
        tried.append(number)
        if len(tried) == 1:
            raise OSError("no ink")
        return number

    workshop = Workshop(make, 2)
    with pytest.raises(OSError, match="no ink"):
        workshop.get(5)
    assert workshop.get(5) == 5
