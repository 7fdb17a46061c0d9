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

WHILE_LOADING = {"PYDANTIC_DISABLE_PLUGINS": "__all__", "OPENBLAS_NUM_THREADS": "1"}
"""Settings of libraries, which read them as they load, unless the host has others."""


@contextmanager
def quick_loading() -> Iterator[None]:
    """Import modules in this context without garbage collection and what they do in vain.

    Collections would walk through ever more modules and find no garbage. structlog would load rich to draw
    tracebacks; ours are plain (`bot.settings.logs`). pydantic would search all packages for plugins. aiohttp
    would read the system's certificates once more, for connections that verify none. numpy would start a
    thread for each core, which waits busily for large matrices.
    """
    modules: dict[str, Any] = sys.modules
    without_rich = RICH not in modules
    if without_rich:
        modules[RICH] = None
    added = WHILE_LOADING.keys() - os.environ.keys()
    os.environ.update({name: WHILE_LOADING[name] for name in added})
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
        for name in added:
            del os.environ[name]


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
