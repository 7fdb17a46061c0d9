"""The page for supervisors and Prometheus: /healthz, /readyz and /metrics. It tells nothing about people."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.errors import HostError
from bot.hosting.health import Health, Report
from bot.hosting.metrics import Metrics


def application(health: Health, metrics: Metrics) -> web.Application:
    """The page."""

    async def healthz(_: web.Request) -> web.Response:
        return _answer(await health.check())

    async def readyz(_: web.Request) -> web.Response:
        return _answer(health.ready())

    async def measured(_: web.Request) -> web.Response:
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    page = web.Application()
    page.add_routes([web.get("/healthz", healthz), web.get("/readyz", readyz), web.get("/metrics", measured)])
    return page


@asynccontextmanager
async def served(page: web.Application, address: str, port: int) -> AsyncIterator[None]:
    """Serve the page meanwhile; with port 0 nothing is served. Raises `HostError` when it cannot be."""
    if port == 0:
        yield
        return
    runner = web.AppRunner(page, access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, address, port).start()
        except OSError as error:
            raise HostError(
                f"the health page cannot be served on {address}:{port} ({error.strerror}): name another "
                "FLIPFOUR_HEALTH_PORT or FLIPFOUR_HEALTH_ADDRESS"
            ) from error
        yield
    finally:
        await runner.cleanup()


def _answer(report: Report) -> web.Response:
    found = {part: fault or "ok" for part, fault in report.parts.items()}
    status = 200 if report.healthy else 503
    return web.json_response({"healthy": report.healthy, **found}, status=status, dumps=_indented)


def _indented(value: object) -> str:
    return json.dumps(value, indent=2) + "\n"
