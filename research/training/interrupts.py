"""Clean interruption of long work by Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from engine.search.limits import StopFlag

Result = TypeVar("Result")


def until_interrupted(work: Callable[[], Result], stop: StopFlag) -> Result:
    """Return or raise the result of `work`; Ctrl-C only sets `stop`. Call it on the main thread.

    The work runs in another thread: Python handles no Ctrl-C while its main thread is in compiled code.
    """
    before = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        with ThreadPoolExecutor(1) as aside:
            return aside.submit(work).result()
    finally:
        signal.signal(signal.SIGINT, before)
