"""A Discord of one person, or a few in turn, without a network: it accepts every request.

It keeps the message that the bot shows its game in, one for each table, and can press its buttons. Everything
up to the requests is the real discord.py: parsing of interactions, views, attachments.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

from discord.ext import commands
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter

BOT_ID, PERSON_ID, CHANNEL_ID = "1", "2", "3"
BOT = {"id": BOT_ID, "username": "Flipfour", "discriminator": "0", "avatar": None, "bot": True}
_PERSON = {"id": PERSON_ID, "username": "ann", "discriminator": "0", "avatar": None, "global_name": "Ann"}
APPLICATION = {
    "id": BOT_ID,
    "name": "Flipfour",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": _PERSON,
    "team": None,
}
_COMMAND, _COMPONENT, _SUBCOMMAND, _TEXT, _USER, _BUTTON = 2, 3, 1, 3, 6, 2
#: Acknowledgements: of a command, whose message follows, and of a button.
_THINKING, _DEFERRED = 5, 6
_MOVE = re.compile(r"[a-j]?[0-9]{1,2}")


class SilentDiscord:
    """Takes requests, counts them, and keeps the message of the game."""

    def __init__(self) -> None:
        self.requests = 0
        self.acknowledged: dict[str, float] = {}
        """Time at which each interaction was acknowledged, by its id, of `time.perf_counter`."""
        self.worked: dict[str, float] = {}
        """Processor time of the thread until then."""
        self.answered: tuple[float, float] | None = None
        """Time at which the answer to the latest interaction was sent, by the clock and of the processor."""
        self.own_seconds = 0.0
        """Processor time of this Discord itself."""
        self._interactions = 0
        self._elsewhere: set[str] = set()
        """Tokens of interactions that do not concern the message of the game."""
        self._there: dict[str, Any] = {
            "channel": {"id": CHANNEL_ID, "type": 1, "recipients": [_PERSON]},
            "user": _PERSON,
            "authorizing_integration_owners": {},
            "context": 1,
        }
        self._message_kept = asyncio.Event()
        self._tables: dict[int, dict[str, Any]] = {}
        self.turn_to(0)

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """Take the place of the network for discord.py's requests."""

        async def request(client: HTTPClient, route: Route, **options: Any) -> Any:
            with self._own_work():
                return self._answer(route, options.get("form"), options.get("json"))

        async def webhook(adapter: AsyncWebhookAdapter, route: Route, session: Any, **options: Any) -> Any:
            with self._own_work():
                return self._answer(route, options.get("multipart"), options.get("payload"))

        answered = patch.object(AsyncWebhookAdapter, "request", webhook)
        with answered, patch.object(HTTPClient, "request", request):
            yield

    def enter(self, bot: commands.Bot, guild_id: int, channels: Sequence[int]) -> None:
        """Have the person use the bot in a server, all of whose channels they see."""
        everyone = {"id": str(guild_id), "name": "@everyone", "permissions": str(1 << 10), "position": 0}
        listed = [
            {"id": str(channel), "type": 0, "name": "games", "position": 0, "permission_overwrites": []}
            for channel in channels
        ]
        member: dict[str, Any] = {
            "user": _PERSON,
            "roles": [],
            "joined_at": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
        }
        data: Any = {"id": str(guild_id), "name": "Server", "roles": [everyone], "channels": listed}
        data |= {"members": [member], "member_count": 2}
        bot._connection._add_guild_from_data(data)
        self._there = {
            "guild_id": str(guild_id),
            "guild": {"id": str(guild_id), "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "channel": {"id": CHANNEL_ID, "type": 0, "guild_id": str(guild_id), "name": "games"},
            "member": {**member, "permissions": str(1 << 10)},
            "authorizing_integration_owners": {"0": str(guild_id)},
            "context": 0,
        }

    def turn_to(self, table: int, person_id: str = PERSON_ID) -> None:
        """Turn to a message and a person; one that is new has no message yet."""
        new: dict[str, Any] = {"components": [], "attachments": [], "flags": 0}
        self._message = self._tables.setdefault(table, {"id": str(_snowflake(table)), **new})
        user = {**_PERSON, "id": person_id}
        if "member" in self._there:
            self._there["member"] = {**self._there["member"], "user": user}
        else:
            self._there["user"] = user

    def text(self) -> str:
        return "\n".join(
            component.get("content", "") for component in _components(self._message["components"])
        )

    def button(self, label: str) -> str:
        """Return the custom_id of the message's button with this label."""
        return next(
            str(component["custom_id"])
            for component in _components(self._message["components"])
            if component.get("label") == label
        )

    def move_buttons(self) -> list[str]:
        """Return the custom_ids of the buttons that play a move, in the order of the message."""
        return [
            component["custom_id"]
            for component in _components(self._message["components"])
            if component["type"] == _BUTTON
            and _MOVE.fullmatch(component.get("label") or "")
            and not component.get("disabled")
        ]

    async def board_shown(self) -> None:
        """Wait for a message with moves; under load another task than the command's may send it."""
        while not self.move_buttons():
            self._message_kept.clear()
            await self._message_kept.wait()

    async def command(
        self, bot: commands.Bot, group: str, name: str, options: Mapping[str, str | int]
    ) -> None:
        """Send a slash command as the person, of a group unless the name is ""; numbers are other people.

        Everything that follows from it is done when this returns.
        """
        values: list[dict[str, Any]] = [
            {"name": option, "type": _TEXT if isinstance(value, str) else _USER, "value": str(value)}
            for option, value in options.items()
        ]
        if name:
            values = [{"name": name, "type": _SUBCOMMAND, "options": values}]
        others = {
            str(value): {**_PERSON, "id": str(value), "username": f"p{value}"}
            for value in options.values()
            if isinstance(value, int)
        }
        data = {"id": "5", "name": group, "type": 1, "options": values, "resolved": {"users": others}}
        await self._interact(bot, _COMMAND, data)

    async def click(self, bot: commands.Bot, custom_id: str) -> None:
        """Press a button as the person; everything that follows from it is done when this returns."""
        data = {"custom_id": custom_id, "component_type": _BUTTON}
        await self._interact(bot, _COMPONENT, data, message=self.message())

    def press(self, bot: commands.Bot, custom_id: str, on: dict[str, Any]) -> str:
        """Press a button of a message as the person sees it, without waiting for what follows; returns the
        interaction's id."""
        data = {"custom_id": custom_id, "component_type": _BUTTON}
        return self._send(bot, _COMPONENT, data, message=on)

    def press_elsewhere(self, bot: commands.Bot, custom_id: str) -> str:
        """Press a button of another message, of which nothing is kept; returns the interaction's id."""
        interaction = self.press(bot, custom_id, self.message())
        self._elsewhere.add(f"token-{self._interactions}")
        return interaction

    async def _interact(
        self, bot: commands.Bot, interaction_type: int, data: dict[str, Any], **more: Any
    ) -> None:
        before = asyncio.all_tasks()
        self._send(bot, interaction_type, data, **more)
        while tasks := asyncio.all_tasks() - before:
            await asyncio.wait(tasks)

    @contextmanager
    def _own_work(self) -> Iterator[None]:
        begun = time.thread_time()
        yield
        self.own_seconds += time.thread_time() - begun

    def _send(self, bot: commands.Bot, interaction_type: int, data: dict[str, Any], **more: Any) -> str:
        self._interactions += 1
        self.answered = None
        # What the gateway would receive.
        payload: Any = {
            "id": str(_snowflake(self._interactions)),
            "application_id": BOT_ID,
            "type": interaction_type,
            "token": f"token-{self._interactions}",
            "version": 1,
            "data": data,
            "channel_id": CHANNEL_ID,
            "locale": "en-US",
            "entitlements": [],
            **self._there,
            "attachment_size_limit": 10_000_000,
            "app_permissions": "0",
            **more,
        }
        bot._connection.parse_interaction_create(payload)
        return str(payload["id"])

    def _answer(self, route: Route, form: Any, body: Any) -> Any:
        self.requests += 1
        if route.path == "/users/@me":
            return BOT
        if route.path == "/oauth2/applications/@me":
            return APPLICATION
        if route.path.endswith("/commands"):
            return []
        elsewhere = not self._elsewhere.isdisjoint(route.url.split("/"))
        if form:
            body = json.loads(next(part["value"] for part in form if part["name"] == "payload_json"))
        if route.path.endswith("/callback"):
            self.acknowledged[route.url.split("/")[-3]] = time.perf_counter()
            self.worked[route.url.split("/")[-3]] = time.thread_time()
            if body["type"] not in (_THINKING, _DEFERRED) and not elsewhere:
                self._keep(body.get("data") or {})
            message = None if body["type"] == _DEFERRED else self.message()
            return {
                "interaction": {"id": "6", "type": 2, "response_message_id": self._message["id"]},
                "resource": {"type": body["type"], "message": message},
            }
        if body is not None:
            self.answered = self.answered or (time.perf_counter(), time.process_time())
            if not elsewhere:
                self._keep(body)
        return self.message()

    def _keep(self, body: dict[str, Any]) -> None:
        self._message_kept.set()
        self._message.update({name: body[name] for name in ("components", "flags") if name in body})
        if "attachments" in body:
            self._message["attachments"] = [
                {
                    "id": str(number),
                    "filename": file["filename"],
                    "size": 1,
                    "url": "https://cdn.invalid/picture.png",
                    "proxy_url": "https://cdn.invalid/picture.png",
                }
                for number, file in enumerate(body["attachments"], 10)
            ]

    def message(self) -> dict[str, Any]:
        """Return the message of the game as Discord sends it."""
        return {
            "channel_id": CHANNEL_ID,
            "author": BOT,
            "content": "",
            "timestamp": datetime.now(UTC).isoformat(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            **self._message,
        }


def _components(tree: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for component in tree:
        yield component
        yield from _components(component.get("components", []))


_FIRST_SECOND = 1420070400


def _snowflake(number: int) -> int:
    """Return an identifier whose time is now, as Discord's are."""
    milliseconds = int((datetime.now(UTC).timestamp() - _FIRST_SECOND) * 1000)
    return (milliseconds << 22) + number
