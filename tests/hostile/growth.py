"""Whether work grows faster than its input, judged by the ratio of processor times."""

from __future__ import annotations

import gc
import math
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SIZES = tuple(4**power for power in range(9))
"""Sizes that are tried, up to 65,536."""

MAX_RATIO = 64
"""Between a size and the one 16 times as large: 16 for linear work, 256 for quadratic work."""

MAX_STEP = 8
"""Between a size and the one 4 times as large: 4 for linear work, 16 for quadratic work."""

LINEAR_RATIO = 18
"""A ratio at which so little can be quadratic that 16 times the size has less than the maximum ratio, too."""

TRIES = 3
MIN_BOUND = 0.05
"""Processor time in seconds that a timer can measure."""


class TooLongError(BaseException):
    """Work that took more processor time than it may."""


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """End the block, even inside a pattern, after so much processor time of this process."""

    def end(*_: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def superlinear_at(
    work: Callable[[str], object], text: Callable[[int], str], largest: int = SIZES[-1], noise: float = 0.002
) -> int | None:
    """Return the size from which work takes more than linear time; None if there is none up to the largest.

    Less processor time than the `noise`, in seconds, is no evidence.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        return _superlinear_at(work, text, [*(size for size in SIZES if size < largest), largest], noise)
    finally:
        if enabled:
            gc.enable()


def _superlinear_at(
    work: Callable[[str], object], text: Callable[[int], str], sizes: list[int], noise: float
) -> int | None:
    # Three sizes show whether there is anything to judge; what refuses long texts is slow on shorter ones.
    if all(_spent(work, text(size), noise) <= noise for size in {*sizes[3::2], sizes[-1]}):
        return None
    taken = [0.0, 0.0]
    for at, size in enumerate(sizes):
        allowed = max(noise, MAX_RATIO * taken[-2])
        spent = _spent(work, text(size), 10 * allowed)
        if at > 1 and spent > allowed:
            before = min(_spent(work, text(sizes[at - 2]), 10 * allowed) for _ in range(TRIES))
            allowed = max(noise, MAX_RATIO * before)
            spent = min(spent, *(_spent(work, text(size), 2 * allowed) for _ in range(1, TRIES)))
            if spent > allowed and _grows_further(work, text, sizes, at, spent):
                return size
        if noise < spent <= LINEAR_RATIO * taken[-2]:
            return None
        taken.append(spent)
    return None


def _grows_further(
    work: Callable[[str], object], text: Callable[[int], str], sizes: list[int], at: int, spent: float
) -> bool:
    """True if the time also grows at the next size: what does more from some length has one step."""
    if math.isinf(spent):
        return True
    if at + 1 < len(sizes):
        factor = MAX_STEP * sizes[at + 1] / (4 * sizes[at])
        return _spent(work, text(sizes[at + 1]), 4 * factor * spent) > factor * spent
    before = min(_spent(work, text(sizes[at - 1]), math.inf) for _ in range(TRIES))
    return spent > MAX_STEP * before * sizes[at] / (4 * sizes[at - 1])


def _spent(work: Callable[[str], object], text: str, bound: float) -> float:
    """Return the processor time that work takes; infinite if that is more than the bound."""
    try:
        with bounded(min(max(bound, MIN_BOUND), 60)):
            began = time.thread_time()
            work(text)
            return time.thread_time() - began
    except TooLongError:
        return math.inf
