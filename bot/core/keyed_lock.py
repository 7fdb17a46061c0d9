"""A lock for each of many things, which exists only while it is held or waited for."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class KeyedLock:
    """Locks by number, of games or events."""

    def __init__(self) -> None:
        self._locks: dict[int, asyncio.Lock] = {}
        self._users = Counter[int]()

    def __len__(self) -> int:
        """Return how many things are locked."""
        return len(self._locks)

    def __contains__(self, key: int) -> bool:
        """Return whether a thing is locked."""
        return key in self._locks

    @asynccontextmanager
    async def hold(self, key: int) -> AsyncIterator[None]:
        """Hold the lock of one thing."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        self._users[key] += 1
        try:
            async with lock:
                yield
        finally:
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key], self._locks[key]
