"""The demo from its start to Ctrl-C.

The page's address is stored between runs, in the person's cache folder, so that an open page finds the demo
again.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import simcord
from aiohttp import web

from bot.app import Flipfour
from bot.computer.pool import SearchPool
from bot.core.compiler import ChildCompiler, Compiler, ReportProgress
from bot.core.errors import HostError
from bot.core.fields import Frozen
from bot.core.runtime import Runtime
from bot.demo.cafe import Cafe, DetachedSearches
from bot.demo.past import ShownMessages, create_past, forget_messages
from bot.demo.preview import DemoPreview
from bot.hosting.shutdown import when_told_to_stop
from bot.settings.settings import Settings
from bot.settings.web import WebSetup
from bot.sharded import create_bot
from bot.web.pages_ui import WebPages
from bot.web.site_ui import DemoIdentity
from languages import ENGLISH, Language, speaking

HOST = "127.0.0.1"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class DemoBoards:
    """The pages on a free port, which is known before they are served."""

    def __init__(self) -> None:
        self._listener = socket.create_server((HOST, 0))
        self.address = f"http://{HOST}:{self._listener.getsockname()[1]}"

    @asynccontextmanager
    async def served(self, bot: Flipfour, people: Callable[[], Mapping[str, int]]) -> AsyncIterator[None]:
        """Serve the pages meanwhile; `people` returns the ids of the demo's people by name."""
        app = web.Application(middlewares=[self._only_by_address])
        pages = WebPages(WebSetup(self.address), lambda: bot.kit_on_duty, DemoIdentity(people))
        pages.add_to(app)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.SockSite(runner, self._listener).start()
            yield
        finally:
            await runner.cleanup()

    @web.middleware
    async def _only_by_address(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Hide the pages from sites whose name leads to this machine; their scripts can set other headers."""
        if f"http://{request.headers.get('Host', '')}" != self.address:
            raise web.HTTPNotFound
        return await handler(request)


LOOK_SECONDS = 0.1
"""Seconds between two checks of what the bot has done."""

PATIENCE_SECONDS = 0.3
"""Maximum seconds the page waits for a busy bot before it shows the current state."""

FIRST_PAGE_SECONDS = 5.0
"""Maximum seconds the search core waits for the first page to be opened."""

LOADING_SECONDS = 0.5
"""Seconds a page that was opened needs to load its pictures."""

KEY = re.compile(r"[\w-]{43}", re.ASCII)
"""The secret part of an address."""


class Address(Frozen):
    """The page's port, 0 for any, and the secret part of its address."""

    port: int
    key: str

    @classmethod
    def last(cls) -> Address:
        """Return the address of the last run, or a new one."""
        with suppress(OSError, ValueError, KeyError, TypeError):
            address = json.loads(_file().read_text(encoding="utf-8"))
            port, key = address["port"], address["key"]
            if type(port) is int and 0 < port < 65536 and KEY.fullmatch(key):
                return cls(port, key)
        return cls(0, secrets.token_urlsafe(32))

    def store(self) -> None:
        """Store the address for the next run, if the file can be written; only its owner can read it."""
        path = _file()
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            fresh = path.with_suffix(".new")
            fresh.unlink(missing_ok=True)
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump(asdict(self), file)
            fresh.replace(path)


class PatientCompiler(ChildCompiler):
    """Compiles and loads from `begin` on, so that the page has the processor to itself until then."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = threading.Event()

    def begin(self) -> None:
        self._begun.set()

    def load(self, game: str) -> None:
        self._begun.wait()
        if not self._closed:
            super().load(game)

    def close(self) -> None:
        super().close()
        self._begun.set()

    def _in_child(self, game: str, report: ReportProgress) -> None:
        self._begun.wait()
        super()._in_child(game, report)


def _file() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
    return Path(cache) / "flipfour" / "demo.json"


class PreparedCafe(Frozen):
    """The café before the bot is at work in it."""

    cafe: Cafe
    boards: DemoBoards
    unfinished: tuple[int, ...]
    """The ids of the games that are in progress, or offered."""

    @classmethod
    async def of(
        cls,
        settings: Settings,
        say: Callable[[str], None],
        compiler: Compiler,
        language: Language = ENGLISH,
        *,
        seeded: bool = False,
    ) -> PreparedCafe:
        """Furnish the café, with its database; `say` prints progress for the host.

        `seeded`, a new database begins with a past. Raises StorageError if the database cannot be used.
        """
        searches = DetachedSearches()
        boards, shown = DemoBoards(), ShownMessages()
        bot = create_bot(
            settings.model_copy(update={"web_url": boards.address}),
            Runtime(
                run_search=searches,
                wait=searches.wait,
                rest=searches.rest,
                say=say,
                compiler=compiler,
                record_shown=shown.record,
            ),
        )
        cafe = Cafe.furnish(bot, shown, language)
        searches.env = cafe.env
        if seeded and settings.database_file is not None:
            await create_past(settings.database_file)
        with speaking(language):
            server_id = cafe.people[0].guild.id
            games, threads = await forget_messages(settings.database_url, server_id, cafe.channel.id)
        cafe.open_threads(threads)
        return cls(cafe, boards, games)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Cafe]:
        cafe, bot = self.cafe, self.cafe.bot
        await cafe.env.start()
        try:
            await cafe.reopen(self.unfinished)
            ids = {str(one.user.global_name): one.id for one in cafe.people}
            async with self.boards.served(bot, lambda: ids):
                yield cafe
        finally:
            bot.kit[SearchPool].close()
            await cafe.env.shutdown()
            await bot.close()


async def serve(
    settings: Settings, port: int, browser: bool, language: Language = ENGLISH, *, seeded: bool = True
) -> None:
    """Serve the page until told to stop, or closed from the page; `seeded`, a new server has a past.

    The page is there, and the browser starts, while the bot does.
    """
    stopping, compiler = asyncio.Event(), PatientCompiler()
    when_told_to_stop(stopping.set)
    prepared = await PreparedCafe.of(settings, partial(print, flush=True), compiler, language, seeded=seeded)
    async with _listening(prepared.cafe, port) as preview:
        print(f"\n  Flipfour plays at {preview.url}\n  Stop it with Ctrl-C.\n", flush=True)
        tasks: list[asyncio.Task[Any]] = [asyncio.create_task(_begin(compiler, preview))]
        if browser:
            tasks.append(asyncio.create_task(asyncio.to_thread(webbrowser.open, preview.url)))
        async with prepared.opened(), _shown(preview):
            await _keep_fresh(preview, stopping)
        for task in tasks:
            task.cancel()
    print("\n  Thanks for playing! The demo has ended.", flush=True)


async def _begin(compiler: PatientCompiler, preview: DemoPreview) -> None:
    """Let the compiler begin once a page is there, or if none is opened for a while."""
    with suppress(TimeoutError):
        await asyncio.wait_for(preview.opened.wait(), FIRST_PAGE_SECONDS)
        await asyncio.sleep(LOADING_SECONDS)
    compiler.begin()


@asynccontextmanager
async def _listening(cafe: Cafe, port: int) -> AsyncIterator[DemoPreview]:
    """Serve the page at the address of the last run, if its port is free; `port` 0 means any."""
    last = Address.last()
    for chosen in [port] if port else [last.port, 0]:
        preview = DemoPreview(cafe, chosen, last.key)
        try:
            await preview.listen()
            break
        except simcord.SetupError as error:
            failure = error
    else:
        raise HostError(
            f"the page cannot be served: {failure}. Choose another number for --port, or leave it out"
        ) from failure
    try:
        Address(preview.port, last.key).store()
        yield preview
    finally:
        await preview.hang_up()


@asynccontextmanager
async def _shown(preview: DemoPreview) -> AsyncIterator[None]:
    """Show the channel on the page, and say goodbye there."""
    await preview.__aenter__()
    try:
        yield
    finally:
        await preview.say_goodbye()
        await preview.close()


async def _keep_fresh(preview: DemoPreview, stopping: asyncio.Event) -> None:
    """Publish what the bot does on its own, until stopped or closed from the page."""
    closed = asyncio.create_task(preview.ended.wait())
    stopped = asyncio.create_task(stopping.wait())
    while not closed.done() and not stopped.done():
        await preview.catch_up(PATIENCE_SECONDS)
        await asyncio.wait({closed, stopped}, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    for task in (closed, stopped):
        task.cancel()
