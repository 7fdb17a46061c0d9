"""A fast start: modules load without garbage collection, and what is loaded stays out of it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bot.settings.machine import trim_memory

RICH = "rich"


@contextmanager
def quick_loading() -> Iterator[None]:
    """Import modules in this context without garbage collection and without rich.

    Collections would walk through ever more modules and find no garbage. structlog would load rich to draw
    tracebacks; ours are plain (`bot.settings.logs`).
    """
    modules: dict[str, Any] = sys.modules
    without_rich = RICH not in modules
    if without_rich:
        modules[RICH] = None
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
        if without_rich:
            del modules[RICH]


def freeze_gc(freeze: Callable[[], None] = gc.freeze) -> None:
    """Freeze all live objects out of garbage collection, after the start and once a search core is loaded.

    Modules, compiled functions and command trees are some 200,000 objects that live as long as the process; a
    full collection through them delays clicks by more than 50 ms.
    """
    trim_memory()
    freeze()
