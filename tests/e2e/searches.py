"""The computer's searches in the hands of a test: they can be held back, let go, and made to fail."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import simcord


class Searches:
    """Runs searches in threads, when it may."""

    def __init__(self) -> None:
        self.env: simcord.Env | None = None
        self.asked = 0
        """Number of requested searches."""
        self.failing = False
        """True to fail every search from now on."""
        self.fail_once = False
        """True to fail the next search."""
        self.instead: Callable[..., Any] | None = None
        """Function that replaces every search, if any."""
        self._may_go = asyncio.Event()
        self._may_go.set()
        self._one_only = False
        self._aside = False

    def run_meanwhile(self) -> None:
        """From now on, don't wait for searches: they take their time while the test continues."""
        self._aside = True

    def hold(self) -> None:
        """Let no search begin from now on: the computer thinks until `let_go`."""
        self._may_go.clear()

    def let_go(self) -> None:
        self._may_go.set()

    def let_one_go(self) -> None:
        """Let one of the searches held back begin."""
        self._one_only = True
        self._may_go.set()

    async def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Like `asyncio.to_thread`."""
        self.asked += 1
        if not self._may_go.is_set():
            assert self.env is not None
            # Declared to simcord as an outside event: it does not wait for what the test decides.
            await self.env.external_wait(self._may_go.wait(), reason="the test holds the search back")
            if self._one_only:
                self._one_only = False
                self.hold()
        if self.failing or self.fail_once:
            self.fail_once = False
            raise RuntimeError("this search was told to fail")
        if self._aside:
            assert self.env is not None
            searched = in_a_thread(function, *arguments)
            return await self.env.external_wait(searched, reason="the search takes the time it takes")
        return await asyncio.to_thread(self.instead or function, *arguments)


async def in_a_thread(function: Callable[..., Any], *arguments: Any) -> Any:
    """Like `asyncio.to_thread`, in a thread that simcord does not know, so that it does not wait for it."""
    loop, done = asyncio.get_running_loop(), asyncio.Event()
    outcome: Future[Any] = Future()

    def run() -> None:
        try:
            outcome.set_result(function(*arguments))
        except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
            outcome.set_exception(error)
        loop.call_soon_threadsafe(done.set)

    threading.Thread(target=run, daemon=True).start()
    await done.wait()
    return outcome.result()
