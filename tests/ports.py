"""Ports for servers that tests start, some of them in other processes."""

from __future__ import annotations

import random
import socket

HOST = "127.0.0.1"
_ATTEMPTS = 1000
_BELOW_EPHEMERAL = range(10_000, 32_768)
"""Ports that Linux, by default, gives to nobody who does not ask for them by number."""


def free_port() -> int:
    """Return a port that nothing listens on.

    A port chosen by the system could be given to another test before the server of this one binds it.
    """
    for _ in range(_ATTEMPTS):
        port = random.SystemRandom().choice(_BELOW_EPHEMERAL)
        with socket.socket() as tried:
            # Servers set this, too; without it, a port of a closed connection counts as taken.
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind((HOST, port))
            except OSError:
                continue
            return port
    message = "no free port"
    raise OSError(message)
