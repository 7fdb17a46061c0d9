"""Faults that a test plans for the requests it names."""

from __future__ import annotations

import asyncio
import fnmatch
from dataclasses import dataclass, field
from typing import Literal


@dataclass
class Fault:
    """A failure of the next requests of a kind."""

    method: str
    path: str
    """Pattern of the path after the API version, with `*` as wildcard."""
    times: int = 1
    status: int = 0
    code: int = 0
    message: str = "a fault of the test"
    retry_after: float = 0.0
    scope: Literal["user", "global", "shared"] | None = None
    """Of a rate limit."""
    reset: bool = False
    """True if the connection is cut instead of an answer."""
    raw: bytes | None = None
    """What is sent instead of an answer, byte for byte; the connection is closed then."""
    carried_out: bool = False
    """True if the request takes effect nevertheless."""
    held: asyncio.Event | None = None
    """The answer waits for this."""
    met: list[str] = field(default_factory=list)
    """The requests that met it."""


class Faults:
    """The faults that lie in wait."""

    def __init__(self) -> None:
        self._planned: list[Fault] = []

    def plan(self, fault: Fault) -> Fault:
        """Let it happen to the next requests it names."""
        self._planned.append(fault)
        return fault

    def refuse(self, method: str, path: str, status: int, code: int = 0, times: int = 1) -> Fault:
        """Let requests be refused with an HTTP status and a code of Discord's."""
        return self.plan(Fault(method, path, times, status=status, code=code))

    def limit(
        self,
        method: str,
        path: str,
        retry_after: float,
        scope: Literal["user", "global", "shared"] = "user",
        times: int = 1,
    ) -> Fault:
        """Let requests exceed a rate limit: of their bucket, of the bot, or of what others use as well."""
        return self.plan(Fault(method, path, times, status=429, retry_after=retry_after, scope=scope))

    def reset(self, method: str, path: str, *, carried_out: bool, times: int = 1) -> Fault:
        """Let the connection be cut, before the request is carried out or after that."""
        return self.plan(Fault(method, path, times, reset=True, carried_out=carried_out))

    def malform(self, method: str, path: str, raw: bytes, times: int = 1) -> Fault:
        """Let requests be answered with these bytes."""
        return self.plan(Fault(method, path, times, raw=raw))

    def hold(self, method: str, path: str) -> Fault:
        """Let the next request wait until its `held` is set; it is carried out then."""
        return self.plan(Fault(method, path, held=asyncio.Event(), carried_out=True))

    def meeting(self, method: str, path: str) -> Fault | None:
        """The fault that a request meets, if any."""
        for fault in self._planned:
            if fault.method == method and fnmatch.fnmatch(path, fault.path):
                fault.met.append(path)
                if len(fault.met) >= fault.times:
                    self._planned.remove(fault)
                return fault
        return None

    def clear(self) -> None:
        self._planned.clear()
