"""A fast start: modules load without garbage collection and needless work, and stay out of collections."""

from __future__ import annotations

import gc
import os
import ssl
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bot.settings.machine import trim_memory

RICH = "rich"

NO_PLUGINS = "PYDANTIC_DISABLE_PLUGINS"


@contextmanager
def quick_loading() -> Iterator[None]:
    """Import modules in this context without garbage collection and what they do in vain.

    Collections would walk through ever more modules and find no garbage. structlog would load rich to draw
    tracebacks; ours are plain (`bot.settings.logs`). pydantic would search all packages for plugins, and
    aiohttp would read the system's certificates once more, for connections that verify none.
    """
    modules: dict[str, Any] = sys.modules
    without_rich = RICH not in modules
    if without_rich:
        modules[RICH] = None
    without_plugins = NO_PLUGINS not in os.environ
    if without_plugins:
        os.environ[NO_PLUGINS] = "__all__"
    gc.disable()
    context: Any = ssl.SSLContext
    context.set_default_verify_paths = _read_to_verify
    try:
        yield
    finally:
        del context.set_default_verify_paths
        gc.freeze()
        gc.enable()
        if without_rich:
            del modules[RICH]
        if without_plugins:
            del os.environ[NO_PLUGINS]


def _read_to_verify(context: ssl.SSLContext) -> None:
    if context.verify_mode is not ssl.CERT_NONE:
        super(ssl.SSLContext, context).set_default_verify_paths()


def freeze_gc(freeze: Callable[[], None] = gc.freeze) -> None:
    """Freeze all live objects out of garbage collection, after the start and once a search core is loaded.

    Modules, compiled functions and command trees are some 200,000 objects that live as long as the process; a
    full collection through them delays clicks by more than 50 ms.
    """
    trim_memory()
    freeze()
