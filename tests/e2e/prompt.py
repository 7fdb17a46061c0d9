"""A simulated Discord that waits no longer than the bot needs."""

from __future__ import annotations

import asyncio
from typing import Any

import simcord
from simcord import _dpy_internals, _runtime

from tests.cases import there

SETTLE_SECONDS = 30.0
SETTLED_SECONDS = 0.005
"""Seconds of silence after which the bot is idle. Half of a test's time was simcord's own 0.05 seconds."""


class PromptEnv(simcord.Env):
    """A Discord that notices soon that the bot waits, and at the bot's start is as patient as everywhere."""

    async def _settle_internal(self, **options: Any) -> None:
        if options.get("timeout") is not None:
            options["timeout"] = max(options["timeout"], self.settle_timeout)
        await super()._settle_internal(**{**options, "idle": SETTLED_SECONDS})

    async def rest(self, seconds: float) -> None:
        """Like `asyncio.sleep`, in Discord's time.

        A task that a page began becomes the bot's own, with all that it begins: simcord then waits for it and
        notes its errors.
        """
        task = there(asyncio.current_task())
        assert self._loop is not None
        if task not in self._work.tasks:
            _runtime._BOT_SCOPE.set((self, self._generation))
            if self._webhook_adapter is not None:
                _dpy_internals.set_webhook_adapter(self._webhook_adapter)
            self._work.track_task(task, self._generation, "rest", self._loop, self._record_error)
        await self.external_wait(asyncio.sleep(seconds), reason="a match is to be followed by people")


def _is_parked(state: Any, record: Any, deadline: float) -> bool:
    """Let nothing wait in real time for the timeout of a wait that is declared external."""
    callback = _dpy_internals._original_callback(getattr(record.handle, "_callback", None))
    timeout: Any = getattr(callback, "__self__", None)
    task = getattr(timeout, "_task", None) if isinstance(timeout, asyncio.Timeout) else None
    if task not in state.work.external_waits:
        return bool(_callback_is_parked(state, record, deadline))
    if record.real_handle is not None:
        record.real_handle.cancel()
    return True


def _monotonic() -> float:
    """Like simcord's own clock, which imports a module whenever it is read: a thousand times a test."""
    env = _runtime._selected_env(driver=False)
    return float(_dpy_internals._REAL_MONOTONIC() if env is None else env._virtual_time)


vars(_dpy_internals)["_clock_monotonic"] = _monotonic

_settling: Any = simcord.env
_callback_is_parked = _settling._callback_is_parked
_settling._callback_is_parked = _is_parked
