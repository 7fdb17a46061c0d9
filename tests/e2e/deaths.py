"""A bot that is killed before one of its steps: a write to the storage or a request to Discord."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from simcord.http import router

from tests.e2e.world import World


class Death:
    """Stops everything from the chosen step on."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.steps = 0

    def step(self) -> None:
        self.steps += 1
        if self.steps > self.at:
            raise asyncio.CancelledError


def die_before(world: World, monkeypatch: pytest.MonkeyPatch, step: int) -> Death:
    """End the process before the chosen step from now on."""
    death, dispatch, bot = Death(step), router.dispatch, world.bot
    database = bot.kit.storage._database
    write = database.write

    def dying_request(*arguments: Any, **options: Any) -> Any:
        if world.bot is bot:
            death.step()
        return dispatch(*arguments, **options)

    async def dying_write(work: Any) -> Any:
        death.step()
        return await write(work)

    monkeypatch.setattr(router, "dispatch", dying_request)
    monkeypatch.setattr(database, "write", dying_write)
    return death


def remember_nonces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the virtual Discord do what the real one does with `enforce_nonce`."""
    dispatch = router.dispatch
    sent: dict[str, Any] = {}

    def remembering(backend: Any, method: str, path: str, **options: Any) -> Any:
        body = options.get("json")
        nonce = body.get("nonce") if isinstance(body, dict) and body.get("enforce_nonce") else None
        if nonce is None:
            return dispatch(backend, method, path, **options)
        if nonce not in sent:
            sent[nonce] = dispatch(backend, method, path, **options)
        return sent[nonce]

    monkeypatch.setattr(router, "dispatch", remembering)
