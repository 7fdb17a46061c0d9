"""Rate limits: of routes, each with a bucket for every channel, and of the bot as a whole.

Answers to interactions count for neither.
"""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass, field


@dataclass
class Bucket:
    """A number of requests within a window of seconds."""

    limit: int
    seconds: float
    ends: float = 0.0
    used: int = 0

    def take(self, now: float) -> float:
        """Count a request; the seconds to wait if it is one too many, otherwise 0."""
        if now >= self.ends:
            self.ends, self.used = now + self.seconds, 0
        if self.used >= self.limit:
            return self.ends - now
        self.used += 1
        return 0.0


@dataclass
class RateLimits:
    """A bot's rate limits."""

    per_route: tuple[int, float] = (1000, 1.0)
    """Requests and seconds for each route and channel; Discord's are (5, 5.0) for most of them."""
    per_second: int = 1000
    """Requests of the bot as a whole; Discord's are 50."""
    exceeded: int = 0
    """Number of refused requests."""
    busiest: int = 0
    """Most requests in one second that count for the bot as a whole."""
    _buckets: dict[tuple[str, str], Bucket] = field(default_factory=dict)
    _whole: Bucket | None = None

    def take(self, route: str, channel: str) -> tuple[dict[str, str], float, bool]:
        """Count a request on a route, in a channel.

        Returns its headers, the seconds to wait if it is refused, and whether that is for the bot as a whole.
        """
        now = time.monotonic()
        if self._whole is None:
            self._whole = Bucket(self.per_second, 1.0)
        wait = self._whole.take(now)
        self.busiest = max(self.busiest, self._whole.used)
        if wait:
            self.exceeded += 1
            return {}, wait, True
        bucket = self._buckets.setdefault((route, channel), Bucket(*self.per_route))
        wait = bucket.take(now)
        self.exceeded += bool(wait)
        left = max(0.0, bucket.ends - now)
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(bucket.limit - bucket.used),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{math.ceil(left * 1000) / 1000:.3f}",
            "X-RateLimit-Bucket": hashlib.blake2b(route.encode(), digest_size=8).hexdigest(),
        }
        return headers, wait, False
