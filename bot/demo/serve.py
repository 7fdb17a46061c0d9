"""The demo from its start to Ctrl-C."""

from __future__ import annotations

import asyncio
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import simcord

from bot.app import create_bot
from bot.computer.compiler import ChildCompiler, Compiler
from bot.demo.address import Address
from bot.demo.cafe import Cafe, forget_messages
from bot.demo.preview import DemoPreview
from bot.demo.searches import DetachedSearches
from bot.errors import HostError
from bot.process.shutdown import when_told_to_stop
from bot.runtime import Runtime
from bot.settings import Settings

LOOK_SECONDS = 0.1
"""How often the page is compared with what the bot has done meanwhile."""

PATIENCE_SECONDS = 0.3
"""How long the page waits for a busy bot before it shows what there is."""


@asynccontextmanager
async def opened(settings: Settings, say: Callable[[str], None], compiler: Compiler) -> AsyncIterator[Cafe]:
    """The café with the bot at work in it, until it is left; `say` tells the host what is going on."""
    searches = DetachedSearches()
    bot = create_bot(
        settings,
        Runtime(run_search=searches, wait=searches.wait, rest=searches.rest, say=say, compiler=compiler),
    )
    cafe = Cafe.furnish(bot)
    searches.env = cafe.env
    unfinished = await forget_messages(settings.database_url, cafe.channel.id)
    await cafe.env.start()
    try:
        await cafe.reopen(unfinished)
        yield cafe
    finally:
        bot.services.computer.pool.close()
        await cafe.env.shutdown()
        await bot.close()


async def serve(settings: Settings, port: int, browser: bool) -> None:
    """Serve the page until told to stop, or closed from the page."""
    stopping = asyncio.Event()
    when_told_to_stop(stopping.set)
    async with (
        opened(settings, lambda text: print(text, flush=True), ChildCompiler()) as cafe,
        _preview(cafe, port) as preview,
    ):
        print(f"\n  Flipfour plays at {preview.url}\n  Stop it with Ctrl-C.\n", flush=True)
        if browser:
            await asyncio.to_thread(webbrowser.open, preview.url)
        await _keep_fresh(preview, stopping)
    print("The demo has ended.", flush=True)


@asynccontextmanager
async def _preview(cafe: Cafe, port: int) -> AsyncIterator[DemoPreview]:
    """The page at the address of the last run, if its port is free; `port` 0 means any port."""
    last = Address.last()
    for chosen in [port] if port else [last.port, 0]:
        preview = DemoPreview(cafe, chosen, last.key)
        try:
            await preview.__aenter__()
            break
        except simcord.SetupError as error:
            failure = error
    else:
        raise HostError(
            f"the page cannot be served: {failure}. Choose another number for --port, or leave it out"
        ) from failure
    try:
        Address(preview.port, last.key).keep()
        yield preview
    finally:
        await preview.close()


async def _keep_fresh(preview: DemoPreview, stopping: asyncio.Event) -> None:
    """Show what the bot does without being clicked, until told to stop or closed from the page."""
    closed = asyncio.create_task(preview.wait_closed())
    stopped = asyncio.create_task(stopping.wait())
    while not closed.done() and not stopped.done():
        await preview.catch_up(PATIENCE_SECONDS)
        await asyncio.wait({closed, stopped}, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    for task in (closed, stopped):
        task.cancel()
