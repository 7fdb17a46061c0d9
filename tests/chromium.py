"""One Chromium for the tests of a process: starting it takes longer than most of them.

Playwright's objects belong to one event loop, and each test has its own, in which Discord's clock rules. So
Playwright has a thread with a loop of its own, and tests hold a `Remote` for each object.
"""

from __future__ import annotations

import asyncio
import inspect
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future
from contextvars import Context
from functools import wraps
from importlib.util import find_spec
from threading import Thread
from typing import Any

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")

PATIENCE = 90_000
"""Milliseconds for what a test waits for: searches may have to be compiled first, on a busy machine."""


class Driver:
    """A thread with Playwright and Chromium, which are started when they are needed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._playwright: Any = None
        self._browser: Any = None

    def call(self, function: Callable[..., Any], *arguments: Any, **options: Any) -> Future[Any]:
        """Call a function in the loop of Playwright."""

        async def called() -> Any:
            result = function(*arguments, **options)
            return await result if inspect.isawaitable(result) else result

        # Outside of the test's context, by which simcord knows what the bot does.
        return Context().run(asyncio.run_coroutine_threadsafe, called(), self._loop)

    async def started(self) -> tuple[Any, Any]:
        """Return Playwright and Chromium, and start what does not run."""
        from playwright.async_api import async_playwright

        if self._browser is None or not self._browser.is_connected():
            await self.end()
            self._playwright = await async_playwright().start()
            self._browser = await self._playwright.chromium.launch(
                executable_path=CHROMIUM, args=list(FLAGS), timeout=PATIENCE
            )
        return self._playwright, self._browser

    async def clear(self) -> None:
        """Close what a test opened; if that fails, the next test has another Chromium."""
        try:
            async with asyncio.timeout(PATIENCE / 1000):
                for context in self._browser.contexts:
                    await context.close()
        except Exception:
            await self.end()
            raise

    async def end(self) -> None:
        """Stop Playwright, and Chromium with it."""
        playwright, self._playwright, self._browser = self._playwright, None, None
        if playwright is not None:
            await playwright.stop()

    def close(self) -> None:
        """End everything."""
        self.call(self.end).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Remote:
    """An object of Playwright, as tests use it from their own loops."""

    def __init__(self, there: Any, driver: Driver) -> None:
        self._there, self._driver = there, driver

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._there, name)
        if not callable(found):
            return self._shown(found)

        def call(*arguments: Any, **options: Any) -> Any:
            done = self._driver.call(found, *map(self._sent, arguments), **options)
            if not inspect.iscoroutinefunction(found):
                # Such functions send, or name something, and wait for nothing.
                return self._shown(done.result())
            return self._answer(done)

        return call

    async def _answer(self, done: Future[Any]) -> Any:
        return self._shown(await asyncio.wrap_future(done))

    def _shown(self, it: Any) -> Any:
        if isinstance(it, list):
            return [self._shown(one) for one in it]
        return Remote(it, self._driver) if type(it).__module__.startswith("playwright.") else it

    def _sent(self, it: Any) -> Any:
        if isinstance(it, Remote):
            return it._there
        return self._told(it) if callable(it) else it

    def _told(self, listener: Callable[..., Any]) -> Callable[..., Any]:
        """Return a listener that calls one of the test's, in the loop of the test."""
        loop = asyncio.get_running_loop()

        async def called(*arguments: Any) -> None:
            result = listener(*map(self._shown, arguments))
            if inspect.isawaitable(result):
                await result

        @wraps(listener)
        def tell(*arguments: Any) -> Any:
            return asyncio.wrap_future(asyncio.run_coroutine_threadsafe(called(*arguments), loop))

        return tell


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip tests in a browser without one, before they start a bot."""
    if CHROMIUM is not None and find_spec("playwright") is not None:
        return
    without = pytest.mark.skip(reason="there is no Chromium or no Playwright, which .ci/run fetches")
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(without)


@pytest.fixture(scope="session")
def driver() -> Iterator[Driver]:
    """The Chromium of this process, and what drives it."""
    made = Driver()
    yield made
    made.close()


@pytest.fixture
async def browser(driver: Driver) -> AsyncIterator[Any]:
    """Chromium, without anything that other tests opened."""
    _, chromium = await asyncio.wrap_future(driver.call(driver.started))
    yield Remote(chromium, driver)
    await asyncio.wrap_future(driver.call(driver.clear))


@pytest.fixture
def devices(driver: Driver) -> dict[str, Any]:
    """All devices that Playwright knows."""
    playwright, _ = driver.call(driver.started).result()
    found: dict[str, Any] = playwright.devices
    return found
