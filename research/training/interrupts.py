"""Long work that Ctrl-C is to end in good order."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from engine.search.limits import StopFlag

Result = TypeVar("Result")


def until_interrupted(work: Callable[[], Result], stop: StopFlag) -> Result:
    """What `work` returns or raises; Ctrl-C sets `stop` and nothing else. For a program's first thread.

    The work runs in a thread of its own: Python hears no Ctrl-C while its first thread is in compiled code.
    """
    before = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        with ThreadPoolExecutor(1) as aside:
            return aside.submit(work).result()
    finally:
        signal.signal(signal.SIGINT, before)
