"""Ending interrupted commands when requests to Discord fail."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.core.background import BackgroundTasks
from bot.core.people import Place
from bot.hosting import unanswered
from bot.hosting.unanswered import UnansweredCommands
from bot.ui.posted import Subject, find_posted
from data.messages.unanswered import Unanswered
from languages import ENGLISH
from tests.cases import for_each

COMMANDS = tuple(Unanswered(number, f"token {number}", 8001, 7001) for number in (1, 2))

LOST = [aiohttp.ServerDisconnectedError(), TimeoutError(), ConnectionResetError()]


class Pending:
    """The commands that an earlier process left."""

    def __init__(self) -> None:
        self.forgotten: list[int] = []

    async def left(self, _: object) -> tuple[Unanswered, ...]:
        return COMMANDS

    async def forget(self, command_id: int) -> None:
        self.forgotten.append(command_id)


class Webhook:
    """The answers to two commands; the request for the first one fails or hangs."""

    def __init__(self, error: Exception | None) -> None:
        self.error = error
        self.edited: list[str] = []

    def of(self, _id: int, token: str, *, client: object) -> Any:
        return SimpleNamespace(fetch_message=lambda _: self._fetch(token), edit_message=self._edit)

    async def _fetch(self, token: str) -> Any:
        if token == COMMANDS[1].token:
            return SimpleNamespace(id=11, flags=SimpleNamespace(loading=True), content="")
        if self.error is None:
            await asyncio.Event().wait()
        raise self.error  # type: ignore[misc]

    async def _edit(self, _id: int, *, content: str, allowed_mentions: object) -> None:
        self.edited.append(content)


@pytest.mark.parametrize("error", [*LOST, None], ids=repr)
async def test_a_request_without_an_answer_does_not_stop_the_others(
    error: Exception | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unanswered, "REQUEST_SECONDS", 0.01)
    webhook, pending, client = Webhook(error), Pending(), SimpleNamespace(application_id=1)
    monkeypatch.setattr(discord.Webhook, "partial", webhook.of)

    async def english(*_: object) -> Any:
        return ENGLISH

    given: Any = (client, pending, BackgroundTasks(), SimpleNamespace(for_place=english))
    await UnansweredCommands(*given).recover()
    assert len(webhook.edited) == 1
    assert pending.forgotten == [1, 2]


@for_each("error", LOST)
async def test_a_channel_that_cannot_be_searched_is_left(error: Exception) -> None:
    async def history(*, limit: int) -> Any:
        raise error
        yield

    channel = SimpleNamespace(history=history)
    client: Any = SimpleNamespace(
        user=SimpleNamespace(id=1), get_partial_messageable=lambda *_, **__: channel
    )
    assert await find_posted(client, Place(8001, 7001), Subject("game", 1), None) is None
