"""What watches over a bot while it runs on Discord: the page for supervisors, the watchdog, the count of
errors."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from importlib.metadata import version

from bot.app import Flipfour
from bot.errors import HostError
from bot.hosting.server import application, served
from bot.hosting.watchdog import LoopWatchdog, end_process, stack_of, watched
from bot.logs import counting_errors
from bot.settings import Settings


@asynccontextmanager
async def watched_over(bot: Flipfour, settings: Settings) -> AsyncIterator[None]:
    """Watch over a bot meanwhile. Raises `HostError` when the page for supervisors cannot be served."""
    me = threading.get_ident()
    watchdog = LoopWatchdog(
        asyncio.get_running_loop().call_soon_threadsafe,
        ends_after=settings.stall_seconds,
        end=end_process,
        stack=lambda: stack_of(me),
        note_lag=bot.metrics.note_lag,
        note_stall=bot.metrics.note_stall,
    )
    page = application(bot.health, bot.metrics)
    async with served(page, settings.health_address, settings.health_port):
        with ExitStack() as meanwhile:
            meanwhile.enter_context(counting_errors(bot.errors.note))
            meanwhile.enter_context(watched(watchdog))
            yield


def report_errors(settings: Settings) -> None:
    """Send errors to Sentry, if the settings say where. Raises `HostError` without its package."""
    dsn = settings.sentry_dsn.get_secret_value().strip() if settings.sentry_dsn else ""
    if not dsn:
        return
    try:
        import sentry_sdk
        from sentry_sdk.utils import BadDsn
    except ImportError as error:
        raise HostError("FLIPFOUR_SENTRY_DSN needs a package: pip install 'flipfour[sentry]'") from error
    try:
        # Nothing of people goes there, nor the values of variables: the token is among them.
        sentry_sdk.init(
            dsn,
            release=f"flipfour@{version('flipfour')}",
            send_default_pii=False,
            include_local_variables=False,
            max_breadcrumbs=0,
        )
    except BadDsn as error:
        raise HostError(f"FLIPFOUR_SENTRY_DSN is no address of a Sentry project: {error}") from error
