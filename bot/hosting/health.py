"""Health of the bot: its connection, its storage, its recovery, and the page that reports them."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import structlog
from aiohttp import ClientConnectorError, ClientError, ClientSession, ClientTimeout, web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.core.masking import described, masked
from bot.core.metrics import Metrics, counter
from bot.core.runtime import Monotonic, Rest
from bot.core.visitors import Bound, Origin, Recheck, Statement, add_routes, hosts_of, is_forwarded
from bot.settings.settings import Settings
from data import StorageError

MISLED = "a proxy forwards to FLIPFOUR_HEALTH_PORT: have it forward to FLIPFOUR_WEB_PORT, for people"

FOR_SUPERVISORS = Statement(Bound.CONNECTION, Origin.DIRECT, Recheck.NEXT_REQUEST)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

ASK_SECONDS = 10.0
"""Time limit of a question to the page of a running bot."""

LOOK_SECONDS = 5.0
"""Seconds between two checks for a lost connection."""

MAX_LOSSES = 100


LOST = counter("gateway_disconnects", "Losses of the gateway connection.")


class Gateway:
    """State of the connection to Discord's gateway."""

    def __init__(self, clock: Monotonic, count_loss: Callable[[], None]) -> None:
        self._clock = clock
        self._note_loss = count_loss
        self._losses: deque[float] = deque(maxlen=MAX_LOSSES)
        self._lost_at: float | None = clock()
        self._standing_by = False
        self.shards = 1

    @property
    def standing_by(self) -> bool:
        """True while another process serves these servers and this one waits for its lease."""
        return self._standing_by

    @standing_by.setter
    def standing_by(self, standing_by: bool) -> None:
        if self._standing_by and not standing_by and self._lost_at is not None:
            # It only tries to connect from now on.
            self._lost_at = self._clock()
        self._standing_by = standing_by

    @property
    def ready(self) -> bool:
        return self._lost_at is None

    @property
    def away(self) -> float:
        """Seconds since the connection was lost; 0 while standing by."""
        return 0.0 if self._lost_at is None or self._standing_by else self._clock() - self._lost_at

    def connected(self) -> None:
        self._lost_at = None

    def lost(self) -> None:
        """Note that the connection is lost; called again with each failed attempt to reconnect."""
        if self._lost_at is None:
            self._lost_at = self._clock()
            self._losses.append(self._lost_at)
            self._note_loss()

    def losses_within(self, seconds: float) -> int:
        """Return how often the connection was lost in the last `seconds`."""
        since = self._clock() - seconds
        return sum(moment > since for moment in self._losses)

    async def away_for(self, seconds: float, rest: Rest) -> None:
        """Return after `seconds` without a connection."""
        while self.away < seconds:
            await rest(min(LOOK_SECONDS, seconds))


log = structlog.get_logger(__name__)

RECOVERY_WITHIN = 180.0
"""Maximum seconds between two recovery passes, which run every minute."""

PROBE_EVERY = 10.0
"""Seconds for which the result of a test write is reused."""

PROBE_SECONDS = 5.0
"""Time limit of a test write, in seconds."""


@dataclass(frozen=True, slots=True)
class HealthReport:
    """State of the process, and faults by part; None for a healthy part."""

    state: str
    parts: dict[str, str | None]
    warnings: dict[str, str | None] = field(default_factory=dict)
    """Warnings to the host about a bot that still works."""

    @property
    def healthy(self) -> bool:
        return not any(self.parts.values())


class Health:
    """Reports whether the bot works."""

    def __init__(
        self,
        gateway: Gateway,
        clock: Monotonic,
        *,
        warnings: Mapping[str, Callable[[], str | None]] | None = None,
    ) -> None:
        """`warnings` name faults of a bot that works."""
        self._warnings = warnings or {}
        self._gateway = gateway
        self._clock = clock
        self._probe: Callable[[], Awaitable[None]] | None = None
        self._recovered_at: float | None = None
        self._started_at = clock()
        self._begun_at: float | None = None
        self._probed_at: float | None = None
        self._fault: str | None = None
        self._probing = asyncio.Lock()
        self.closing = False
        """True once the bot has been told to stop."""

    def open(self, probe: Callable[[], Awaitable[None]]) -> None:
        """Note that the storage is open; `probe` writes to it."""
        self._probe = probe

    @property
    def state(self) -> str:
        """State of the process, in a word or two."""
        if self.closing:
            return "stopping"
        if self._gateway.standing_by:
            return "standing by"
        return "starting" if self._recovered_at is None else "serving"

    @property
    def recovery_age(self) -> float | None:
        """Seconds since the last recovery pass, or since the first began; None before that."""
        since = self._begun_at if self._recovered_at is None else self._recovered_at
        return None if since is None else self._clock() - since

    def begin_recovery(self) -> None:
        if self._begun_at is None:
            self._begun_at = self._clock()

    def record_recovery(self) -> None:
        self._recovered_at = self._clock()

    def ready(self) -> HealthReport:
        """Report whether players are answered now, or would be if another process ended."""
        return HealthReport(
            self.state,
            {
                "gateway": self._gateway_fault(),
                "storage": None if self._probe is not None or self._gateway.standing_by else "not open yet",
                "running": "stopping" if self.closing else None,
            },
        )

    async def check(self) -> HealthReport:
        return HealthReport(
            self.state,
            {
                "gateway": self._gateway_fault(),
                "storage": await self._storage_fault(),
                "recovery": self._recovery_fault(),
            },
            {name: fault() for name, fault in self._warnings.items()},
        )

    def _gateway_fault(self) -> str | None:
        if self._gateway.ready or self._gateway.standing_by:
            return None
        return f"not connected for {self._gateway.away:.0f} s"

    def _recovery_fault(self) -> str | None:
        if self._gateway.standing_by:
            return None
        since = self._clock() - (self._started_at if self._recovered_at is None else self._recovered_at)
        if since <= RECOVERY_WITHIN and self._recovered_at is not None:
            return None
        return f"no recovery pass for {since:.0f} s"

    async def _storage_fault(self) -> str | None:
        """Return the fault of the last test write, at most PROBE_EVERY seconds old."""
        if self._gateway.standing_by:
            # It reads the leases every second, and exits if it can't.
            return None
        if self._probe is None:
            return "not open yet"
        async with self._probing:
            now = self._clock()
            if self._probed_at is None or now - self._probed_at >= PROBE_EVERY:
                fault = None
                try:
                    await asyncio.wait_for(self._probe(), PROBE_SECONDS)
                except StorageError as error:
                    fault = masked(str(error))
                except TimeoutError:
                    fault = f"a write took more than {PROBE_SECONDS:g} s"
                # A write that was cancelled, or failed in another way, says nothing of the storage.
                self._fault, self._probed_at = fault, now
        return self._fault


def application(
    health: Health,
    metrics: Metrics,
    warnings: Callable[[], object] = list[object],
    *,
    public: Collection[str] | None = None,
) -> web.Application:
    """Return the page for supervisors and Prometheus: /healthz, /readyz and /metrics, without data about
    people, and /warnings for `flipfour diagnostics`.

    If there are pages for people, by the `public` names, a proxy that forwards here gets nothing.
    """

    async def healthz(_: web.Request) -> web.Response:
        return _answer(await health.check())

    async def readyz(_: web.Request) -> web.Response:
        return _answer(health.ready())

    async def measured(_: web.Request) -> web.Response:
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def warned(_: web.Request) -> web.Response:
        return web.json_response(warnings(), dumps=_indented)

    told = False

    @web.middleware
    async def refuse_misled(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer who asks directly, and by no name of the pages for people."""
        nonlocal told
        if not is_forwarded(request) and hosts_of(request).isdisjoint(public or ()):
            return await handler(request)
        if not told:
            told = True
            log.warning(MISLED)
        raise web.HTTPMisdirectedRequest(text=f"{MISLED}\n")

    page = web.Application(middlewares=[] if public is None else [refuse_misled])
    pages = {"/healthz": healthz, "/readyz": readyz, "/metrics": measured, "/warnings": warned}
    add_routes(page, FOR_SUPERVISORS, [web.get(path, answer) for path, answer in pages.items()])
    return page


async def ask_page(settings: Settings, path: str) -> Any:
    """Return what the running bot's own page answers; raises OSError if none does, ValueError for others'.

    A bot that serves every address is asked at this machine's own.
    """
    host = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}.get(  # noqa: S104
        settings.health_address, settings.health_address
    )
    try:
        async with (
            ClientSession(timeout=ClientTimeout(total=ASK_SECONDS)) as browser,
            browser.get(f"http://{host}:{settings.health_port}{path}") as answer,
        ):
            return await answer.json()
    except ClientConnectorError as error:
        raise OSError(described(error)) from error
    except (ClientError, TimeoutError, ValueError) as error:
        raise ValueError(described(error)) from error


def _answer(report: HealthReport) -> web.Response:
    parts = {part: fault or "ok" for part, fault in (report.parts | report.warnings).items()}
    status = 200 if report.healthy else 503
    return web.json_response(
        {"healthy": report.healthy, "state": report.state, **parts}, status=status, dumps=_indented
    )


def _indented(value: object) -> str:
    return json.dumps(value, indent=2) + "\n"
