"""Bytecode for measured processes: every installation has it, after its first start at the latest.

Some machines disable it (PYTHONDONTWRITEBYTECODE). There every start compiles some 1,700 modules again, which
would dominate the measurement.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_bytecode() -> Iterator[dict[str, str]]:
    """Return an environment for processes that store bytecode in a separate, initially empty folder."""
    with tempfile.TemporaryDirectory(prefix="flipfour-bytecode-") as folder:
        # An empty value counts as unset.
        yield {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
