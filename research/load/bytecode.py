"""Bytecode for processes that are measured: every installation has it, after its first start at the latest.

Some machines are told to keep none (PYTHONDONTWRITEBYTECODE). There every start compiles some 1,700 modules
again, which would be most of what is measured.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_bytecode() -> Iterator[dict[str, str]]:
    """The environment of processes that keep bytecode in a folder of their own, which is empty at first."""
    with tempfile.TemporaryDirectory(prefix="flipfour-bytecode-") as folder:
        # An empty value counts as none.
        yield {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
