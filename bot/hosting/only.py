"""Lock of an SQLite file to one process: a second one would answer every click twice.

Processes that share the servers hold leases instead (`bot.hosting.lease`). The operating system releases the
lock when a process ends, however it ends.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.core.errors import HostError
from bot.settings.settings import Settings

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def only_process(settings: Settings) -> Iterator[None]:
    """Keep other processes from serving the same SQLite file meanwhile.

    Raises `HostError` that names the process that already does.
    """
    path = settings.database_file
    if path is None or fcntl is None or not path.parent.is_dir():
        yield
        return
    lock = path.with_name(f"{path.name}-process")
    try:
        file = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        # The same fault prevents opening the database, whose error is clearer.
        yield
        return
    try:
        shared = bool(settings.shares)
        try:
            fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            raise HostError(_in_use(path, os.read(file, 200).decode("utf-8", "replace").strip())) from None
        except OSError:
            # Some network file systems have no locks.
            yield
            return
        now = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
        os.ftruncate(file, 0)
        os.pwrite(file, f"{os.getpid()} on {socket.gethostname()} since {now}\n".encode(), 0)
        yield
    finally:
        os.close(file)


def _in_use(path: Path, process: str) -> str:
    return (
        f"another process serves {path}{f' (process {process})' if process else ''}: stop that one first, or "
        "set DATABASE_URL to another file"
    )
