"""Memory of a process. Linux only: it reads /proc."""

from __future__ import annotations

import os
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")
_MIB = 1024 * 1024


def mebibytes(process: int | str = "self") -> float:
    """Return the resident memory of a process, by default this one."""
    return int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]) * _PAGE / _MIB
