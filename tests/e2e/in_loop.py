"""Runs transactions and other threaded work in the event loop.

The order is then the same in every run, and switching threads took a third of the time of a test.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from data.db import database, migrate

Order = tuple["asyncio.Future[Any] | None", Callable[[], Any]]

TO_THREAD = asyncio.to_thread

WITH_LOOPS = (migrate._migrate_server,)
"""What runs an event loop of its own, and so needs a thread."""


@contextlib.contextmanager
def work_in_loop() -> Iterator[None]:
    """Run in the event loop what the bot would give to threads."""
    opened: Any = database._SqliteConnection.__init__

    def init(connection: Any, *arguments: Any, **options: Any) -> None:
        opened(connection, *arguments, **options)
        connection._tx = connection._thread = _Turns()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database._SqliteConnection, "__init__", init)
        # Where one thing is done at a time, a second reader only has to be opened.
        patch.setattr(database, "READERS", 1)
        patch.setattr(asyncio, "to_thread", _to_thread)
        yield


class _Turns:
    """Replaces a connection's queue and thread: each order is carried out in a later turn of the loop."""

    def __init__(self) -> None:
        self.ident: int | None = None
        self._waiting: deque[Order] = deque()

    def start(self) -> None:
        """Schedule the orders that came before the start."""
        self.ident = 1
        while self._waiting:
            self.put_nowait(self._waiting.popleft())

    def put_nowait(self, order: Order) -> None:
        """Schedule an order for the next turn, or carry it out now if no event loop is running."""
        if self.ident is None:
            self._waiting.append(order)
            return
        try:
            asyncio.get_running_loop().call_soon(_carry_out, *order)
        except RuntimeError:
            _carry_out(None, order[1])


def _carry_out(result: asyncio.Future[Any] | None, function: Callable[[], Any]) -> None:
    try:
        done = function()
    except BaseException as error:  # noqa: BLE001 - it is raised where it is waited for
        if result is not None and not result.done():
            result.set_exception(error)
    else:
        if result is not None and not result.done():
            result.set_result(done)


async def _to_thread(function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Any:
    if function in WITH_LOOPS:
        return await TO_THREAD(function, *arguments, **options)
    context = contextvars.copy_context()
    await asyncio.sleep(0)
    return context.run(function, *arguments, **options)
