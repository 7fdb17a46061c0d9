"""Loading the bot's modules, which is most of what a start takes."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

RICH = "rich"


@contextmanager
def quick_loading() -> Iterator[None]:
    """Load modules meanwhile, without two things that take time and nobody needs.

    Garbage collections would look through everything again and again, though none of it is garbage;
    afterwards it is left out of them. And structlog would load rich, to draw tracebacks: ours are plain
    (`bot.logs`).
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
