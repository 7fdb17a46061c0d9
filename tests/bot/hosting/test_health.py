"""Health of the bot, and the page that reports it."""

from __future__ import annotations

import asyncio
import socket

import pytest
from aiohttp import ClientSession, web

from bot.core.errors import HostError
from bot.core.metrics import Metrics
from bot.hosting.health import PROBE_EVERY, RECOVERY_WITHIN, Gateway, Health, application
from bot.hosting.web_server import served
from data import StorageError
from executors.address import flipfour_version
from tests.ports import free_port


class Clock:
    def __init__(self) -> None:
        self.now = 500.0

    def __call__(self) -> float:
        return self.now

    async def rest(self, seconds: float) -> None:
        """Let some time pass."""
        self.now += seconds


def test_it_is_away_until_a_connection_whose_loss_counts_once() -> None:
    clock = Clock()
    gateway = Gateway(clock, lambda: None)
    clock.now += 30
    assert (gateway.ready, gateway.away) == (False, 30.0)
    gateway.connected()
    clock.now += 30
    assert (gateway.ready, gateway.away) == (True, 0.0)
    losses: list[None] = []
    clock = Clock()
    gateway = Gateway(clock, lambda: losses.append(None))
    for _ in range(3):
        gateway.connected()
        clock.now += 10
        gateway.lost()
        clock.now += 5
        gateway.lost()
    assert len(losses) == 3
    assert (gateway.away, gateway.losses_within(60), gateway.losses_within(8)) == (5.0, 3, 1)


async def test_waiting_for_a_long_absence() -> None:
    clock = Clock()
    gateway = Gateway(clock, lambda: None)
    await gateway.away_for(600, clock.rest)
    assert gateway.away >= 600
    gateway.connected()
    began = clock.now

    async def lose_it_after_a_while(seconds: float) -> None:
        clock.now += seconds
        if clock.now >= began + 100:
            gateway.lost()

    await gateway.away_for(600, lose_it_after_a_while)
    assert 700 <= clock.now - began < 710


class Bot:
    """A healthy bot with controls for each fault."""

    def __init__(self) -> None:
        self.now = 0.0
        self.gateway = Gateway(lambda: self.now, lambda: None)
        self.health = Health(self.gateway, lambda: self.now)
        self.probes = 0
        self.fault: Exception | None = None
        self.gateway.connected()
        self.health.open(self._probe)
        self.health.record_recovery()

    async def _probe(self) -> None:
        self.probes += 1
        if self.fault is not None:
            raise self.fault

    async def faults(self) -> dict[str, str]:
        """Return the faults."""
        report = await self.health.check()
        found = {part: fault for part, fault in report.parts.items() if fault is not None}
        assert report.healthy == (not found)
        return found


async def test_faults_are_those_of_connection_recovery_and_storage() -> None:
    bot = Bot()
    assert await bot.faults() == {}
    assert bot.health.ready().healthy
    bot = Bot()
    bot.gateway.lost()
    bot.now += 42
    assert await bot.faults() == {"gateway": "not connected for 42 s"}
    assert not bot.health.ready().healthy
    bot = Bot()
    bot.now += RECOVERY_WITHIN
    assert await bot.faults() == {}
    bot.now += 60
    assert list(await bot.faults()) == ["care"]
    bot.health.record_recovery()
    assert await bot.faults() == {}
    bot = Bot()
    bot.fault = StorageError("the disk is full")
    assert await bot.faults() == {"storage": "the disk is full"}
    bot.fault = None
    assert list(await bot.faults()) == ["storage"], "one write stands for a while"
    bot.now += PROBE_EVERY
    assert await bot.faults() == {}
    bot = Bot()
    await asyncio.gather(*(bot.health.check() for _ in range(50)))
    assert bot.probes == 1
    bot = Bot()
    health = Health(Gateway(lambda: 0.0, lambda: None), lambda: 0.0)
    assert set((await health.check()).parts) == {"gateway", "storage", "care"}
    assert not (await health.check()).healthy
    assert not health.ready().healthy
    bot.health.closing = True
    assert not bot.health.ready().healthy


async def test_a_standby_process_is_healthy() -> None:
    """It waits for another one's lease: it has no connection, no open storage and no recovery passes."""
    now = 0.0
    gateway = Gateway(lambda: now, lambda: None)
    health = Health(gateway, lambda: now)
    gateway.standing_by = True
    now = 86_400.0
    assert health.ready().healthy
    report = await health.check()
    assert (report.healthy, report.state, gateway.away) == (True, "standing by", 0.0)
    gateway.standing_by = False
    now += 30.0
    assert gateway.away == 30.0, "it only began to connect when the lease was free"
    report = await health.check()
    assert (report.healthy, report.state) == (False, "starting")


async def test_a_slow_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.hosting.health.PROBE_SECONDS", 0.0)
    bot = Bot()
    bot.health.open(asyncio.Event().wait)  # type: ignore[arg-type]
    assert list(await bot.faults()) == ["storage"]


async def test_the_page_answers_with_status_codes() -> None:
    bot, port = Bot(), free_port()
    page = application(bot.health, Metrics())
    async with served(page, "127.0.0.1", port), ClientSession(f"http://127.0.0.1:{port}") as browser:

        async def get(path: str) -> tuple[int, str]:
            async with browser.get(path) as answer:
                return answer.status, await answer.text()

        status, text = await get("/healthz")
        assert (status, '"storage": "ok"' in text, '"state": "serving"' in text) == (200, True, True)
        assert (await get("/readyz"))[0] == 200
        status, text = await get("/metrics")
        assert f'version="{flipfour_version()}"' in text
        assert (status, "# HELP flipfour_games_stuck" in text) == (200, True)
        bot.gateway.lost()
        assert (await get("/healthz"))[0] == 503
        assert (await get("/readyz"))[0] == 503
        assert (await get("/"))[0] == 404


async def test_a_taken_port_is_named_and_none_serves_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(HostError, match=f"cannot be served on 127.0.0.1:{port} .*FLIPFOUR_HEALTH_PORT"):
            async with served(web.Application(), "127.0.0.1", port):
                pass
    async with served(web.Application(), "127.0.0.1", 0):
        pass
