"""Discord's time: this machine's clock, corrected by what Discord's answers and interactions say about it.

Ages of messages and interactions are counted by Discord's clock. A wrong clock of this machine must neither
repost boards that are new nor give up interactions that can still be answered.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from types import SimpleNamespace

import aiohttp
import discord
import structlog

from bot.core.metrics import gauge

log = structlog.get_logger(__name__)

CLOCK_OFFSET = gauge("clock_offset_seconds", "This machine's clock ahead of Discord's.")

TOLERANCE = timedelta(seconds=5)
"""Difference that is taken for delays, and neither corrected nor reported."""

MAX_ROUND_TRIP = 5.0
"""Seconds after which an answer says too little about the time."""

SAMPLES = 5
"""Interactions that are compared where Discord's answers have no `Date`."""


# A busy bot gets many answers a second, with the same date.
_parsed = lru_cache(maxsize=1)(parsedate_to_datetime)


def local_now() -> datetime:
    return discord.utils.utcnow()


class DiscordClock:
    """Measures how far this machine's clock is ahead of Discord's (negative: behind)."""

    def __init__(self, note: Callable[[timedelta], object] = lambda ahead: None) -> None:
        """`note` receives every measurement."""
        self._note = note
        self._dated = False
        self._lags: deque[timedelta] = deque(maxlen=SAMPLES)
        self._warned = False
        self.ahead: timedelta | None = None
        """The last measurement."""
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._begin)
        self.trace.on_request_end.append(self._end)

    @property
    def fault(self) -> str | None:
        """Fault of this machine's clock, if any."""
        if self.ahead is None or abs(self.ahead) <= TOLERANCE:
            return None
        way = "ahead of" if self.ahead > timedelta() else "behind"
        seconds = abs(self.ahead).total_seconds()
        amount = f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
        return f"{amount} {way} Discord's"

    def now(self) -> datetime:
        return local_now() - self.ahead if self.fault and self.ahead is not None else local_now()

    def observe_date(self, date: datetime, begun: datetime, ended: datetime) -> None:
        """Compare the `Date` of an answer with the local times of its request and its arrival."""
        self._dated = True
        # A `Date`, which has whole seconds, leaves out half a second on average.
        self._measured(begun + (ended - begun) / 2 - date - timedelta(seconds=0.5))

    def observe_interaction(self, created_at: datetime) -> None:
        """Compare the time in an interaction's id with that of its arrival, now.

        It arrives after it was created, so it shows how far the clock may be ahead at most.
        """
        lag = local_now() - created_at
        self._lags.append(lag)
        if self._dated:
            if self.ahead is not None and self.ahead - lag > TOLERANCE:
                self._measured(lag)
        elif len(self._lags) == SAMPLES:
            self._measured(min(self._lags))

    def _measured(self, ahead: timedelta) -> None:
        self.ahead = ahead
        self._note(ahead)
        fault = self.fault
        if fault is not None and not self._warned:
            log.warning("this machine's clock is wrong: set it by NTP; game clocks depend on it", clock=fault)
        elif fault is None and self._warned:
            log.info("this machine's clock agrees with Discord's again")
        self._warned = fault is not None

    async def _begin(
        self, _session: object, context: SimpleNamespace, _params: aiohttp.TraceRequestStartParams
    ) -> None:
        context.begun, context.monotonic = local_now(), time.monotonic()

    async def _end(
        self, _session: object, context: SimpleNamespace, answered: aiohttp.TraceRequestEndParams
    ) -> None:
        date = answered.response.headers.get("Date")
        if date is None or time.monotonic() - context.monotonic > MAX_ROUND_TRIP:
            return
        try:
            moment = _parsed(date)
        except ValueError:
            return
        if moment.tzinfo is not None:
            self.observe_date(moment, context.begun, local_now())


_clock = DiscordClock()
"""The clock of this process's bot; the machine has only one clock."""


def use(clock: DiscordClock) -> None:
    """Correct `discord_now` by this clock's measurements."""
    global _clock
    _clock = clock


def discord_now() -> datetime:
    """Return Discord's time, with which times in its ids are compared."""
    return _clock.now()
