"""The REST API: what the bot can ask for, and how Discord refuses it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from aiohttp import web

from tests.loopback import model
from tests.loopback.faults import Fault
from tests.loopback.interactions import Interactions
from tests.loopback.messages import Messages
from tests.loopback.model import ENTRY_POINT, PERMISSIONS_OF_THE_BOT, Channel, Payload, RefusedError
from tests.loopback.oauth import CONNECTION, RECORDS, REVOKE, TOKEN, OAuth
from tests.loopback.requests import VERSION_PATH, Received, read
from tests.loopback.rules import broken_by_choices, broken_by_command, broken_by_dialog, broken_by_records
from tests.loopback.schema import SchemaError, check_request
from tests.loopback.state import DiscordState

INVALID_FORM_BODY = 50035
UNAUTHORIZED = RefusedError(401, 0, "401: Unauthorized")
HEADERS = {"Via": "1.1 loopback"}
"""Discord's answers come through a proxy; discord.py takes a 429 without this for a ban."""

Handler = Callable[[Received], tuple[int, Any]]


class Rest:
    """Carries out requests."""

    def __init__(self, discord: DiscordState) -> None:
        self._discord = discord
        self._messages = Messages(discord)
        self._interactions = Interactions(discord, self._messages)
        self.oauth = OAuth(discord)
        self.routes: tuple[tuple[str, str], ...] = ()
        """Methods and paths of all requests that the bot makes."""

    def add_routes(self, app: web.Application) -> None:
        """Add all routes the bot uses; other paths are not found."""
        messages, interactions = self._messages, self._interactions
        webhook = "/webhooks/{webhook_id}/{webhook_token}"
        commands = "/applications/{application_id}/commands"
        instance = "/applications/{application_id}/activity-instances/{instance_id}"
        handlers: dict[tuple[str, str], Handler] = {
            ("GET", "/users/@me"): self._me,
            ("GET", "/users/@me/guilds"): self._guilds,
            ("GET", "/oauth2/applications/@me"): self._application,
            ("GET", "/gateway/bot"): self._gateway,
            ("GET", commands): self._commands,
            ("PUT", commands): self._register,
            ("GET", instance): self._instance,
            ("POST", TOKEN): self.oauth.token,
            ("POST", REVOKE): self.oauth.revoke,
            ("GET", RECORDS): self.oauth.registered,
            ("PUT", RECORDS): self.oauth.register,
            ("GET", CONNECTION): self.oauth.connection,
            ("PUT", CONNECTION): self.oauth.tell,
            ("DELETE", CONNECTION): self.oauth.forget,
            ("POST", "/users/@me/channels"): self._open_direct,
            ("GET", "/channels/{channel_id}"): lambda received: (200, self._channel(received).payload()),
            ("PATCH", "/channels/{channel_id}"): self._edit_channel,
            ("PUT", "/channels/{channel_id}/thread-members/{user_id}"): self._join_thread,
            ("GET", "/channels/{channel_id}/messages"): messages.history,
            ("POST", "/channels/{channel_id}/messages"): messages.create,
            ("GET", "/channels/{channel_id}/messages/{message_id}"): messages.get,
            ("PATCH", "/channels/{channel_id}/messages/{message_id}"): messages.edit,
            ("DELETE", "/channels/{channel_id}/messages/{message_id}"): messages.delete,
            ("POST", "/channels/{channel_id}/messages/{message_id}/threads"): self._open_thread,
            ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"): interactions.answer,
            ("POST", webhook): interactions.follow_up,
            ("GET", f"{webhook}/messages/{{message_id}}"): interactions.get,
            ("PATCH", f"{webhook}/messages/{{message_id}}"): interactions.edit,
            ("DELETE", f"{webhook}/messages/{{message_id}}"): interactions.delete,
        }
        self.routes = tuple(handlers)
        for (method, path), handler in handlers.items():
            app.router.add_route(method, f"{VERSION_PATH}{path}", self._answering(handler))

    def _answering(self, handler: Handler) -> Callable[[web.Request], Any]:
        async def answer(request: web.Request) -> web.StreamResponse:
            received = await read(request)
            fault = self._discord.faults.meeting(received.method, received.path)
            if fault is not None and fault.held is not None:
                await fault.held.wait()
            if fault is not None and not fault.carried_out:
                return _break(request, fault)
            headers = dict(HEADERS)
            try:
                headers |= self._take_from_budget(received)
                received.status, received.answer = self._carry_out(handler, received)
            except _LimitExceededError as exceeded:
                return exceeded.response
            except RefusedError as refused:
                received.status = refused.status
                received.answer = {"code": refused.code, "message": refused.message}
            self._discord.count_request(received)
            if fault is not None and fault.reset:
                return _break(request, fault)
            if received.status == 204:
                return web.Response(status=204, headers=headers)
            return _json(received.answer, status=received.status, headers=headers)

        return answer

    def _take_from_budget(self, received: Received) -> dict[str, str]:
        if _by_token_of_interaction(received):
            return {}
        route = f"{received.method} {received.template}"
        headers, wait, whole = self._discord.limits.take(route, received.parameters.get("channel_id", ""))
        if wait:
            raise _LimitExceededError(_too_many(wait, "global" if whole else "user", headers))
        return headers

    def _carry_out(self, handler: Handler, received: Received) -> tuple[int, Any]:
        if received.template in (TOKEN, REVOKE):
            # With the client's secret. Discord's description of its API leaves them out.
            return handler(received)
        if received.template == CONNECTION or (received.authorization or "").startswith("Bearer "):
            self.oauth.user_of(received)
        elif (
            not _by_token_of_interaction(received) and received.authorization != f"Bot {self._discord.token}"
        ):
            raise UNAUTHORIZED
        try:
            check_request(received.method, received.template, received.body)
        except SchemaError as error:
            self._refuse_form([str(error)], received)
        self._refuse_form(self._broken_rules(received), received)
        return handler(received)

    def _broken_rules(self, received: Received) -> list[str]:
        """Whatever has no message in it; of messages their own handlers know more."""
        if received.template.endswith("/callback"):
            data = received.json.get("data") or {}
            if received.json["type"] == 9:
                return [*broken_by_dialog(data)]
            if received.json["type"] == 8:
                return [*broken_by_choices(data.get("choices") or ())]
        if received.method == "PUT" and received.template.endswith("/commands"):
            return [rule for command in received.body for rule in broken_by_command(command)]
        if received.method == "PUT" and received.template == RECORDS:
            return [*broken_by_records(received.body)]
        return []

    def _refuse_form(self, wrong: list[str], received: Received) -> None:
        self._messages.refuse_form(wrong, received)

    # --- the application -----------------------------------------------------------------------------------

    def _me(self, received: Received) -> tuple[int, Payload]:
        if (received.authorization or "").startswith("Bearer "):
            return 200, self.oauth.me(received)
        return 200, {**self._discord.bot.payload(), "mfa_enabled": False, "locale": "en-US"}

    def _guilds(self, received: Received) -> tuple[int, list[Payload]]:
        after, limit = (
            int(received.query.get(name, usual)) for name, usual in (("after", 0), ("limit", 200))
        )
        there = [guild for _, guild in sorted(self._discord.guilds.items()) if guild.id > after]
        return 200, [
            {
                "id": str(guild.id),
                "name": guild.name,
                **dict.fromkeys(("icon", "banner"), None),
                "owner": False,
                "permissions": str(PERMISSIONS_OF_THE_BOT),
                "features": [],
            }
            for guild in there[:limit]
        ]

    def _application(self, _: Received) -> tuple[int, Payload]:
        bot = self._discord.bot
        return 200, {
            "id": str(bot.id),
            "name": bot.name,
            "description": "",
            "icon": None,
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": self._discord.application_flags,
            "owner": bot.payload(),
            "team": None,
            "redirect_uris": sorted(self.oauth.redirect_uris),
            "role_connections_verification_url": self.oauth.verification_url,
        }

    def _instance(self, received: Received) -> tuple[int, Payload]:
        """An instance of the Activity, with those who are in it."""
        found = self._discord.instances.get(received.parameters["instance_id"])
        if found is None:
            raise RefusedError(404, 10103, "Unknown Activity Instance")
        channel, people = found
        server = {} if channel.guild_id is None else {"guild_id": str(channel.guild_id)}
        kind = "pc" if channel.guild_id is None else "gc"
        return 200, {
            "application_id": str(self._discord.bot.id),
            "instance_id": received.parameters["instance_id"],
            "launch_id": str(self._discord.ids.new()),
            "location": {"id": f"{kind}-{channel.id}", "kind": kind, "channel_id": str(channel.id), **server},
            "users": [str(user.id) for user in people],
        }

    def _gateway(self, _: Received) -> tuple[int, Payload]:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
        return 200, {"url": self._discord.gateway_address, "shards": 1, "session_start_limit": limit}

    def _commands(self, received: Received) -> tuple[int, list[Payload]]:
        asked = received.query.get("with_localizations") == "true"
        return 200, self._discord.commands if asked else model.without_translations(self._discord.commands)

    def _register(self, received: Received) -> tuple[int, list[Payload]]:
        entry_points = [command for command in self._discord.commands if command["type"] == ENTRY_POINT]
        if entry_points and not any(command.get("type") == ENTRY_POINT for command in received.body):
            raise RefusedError(400, 50240, "You cannot remove this app's Entry Point command")
        self._discord.commands = [self._registered(command) for command in received.body]
        return 200, self._discord.commands

    def _registered(self, command: Payload) -> Payload:
        needed = command.get("default_member_permissions")
        return {
            "type": 1,
            "description": "",
            **command,
            "id": str(self._discord.ids.new()),
            "version": str(self._discord.ids.new()),
            "application_id": str(self._discord.bot.id),
            "default_member_permissions": None if needed is None else str(needed),
        }

    # --- channels ------------------------------------------------------------------------------------------

    def _channel(self, received: Received) -> Channel:
        return self._messages.channel(received)

    def _open_direct(self, received: Received) -> tuple[int, Payload]:
        user = self._discord.users.get(int(received.json["recipient_id"]))
        if user is None:
            raise RefusedError(400, 50033, "Invalid Recipient(s)")
        return 200, self._discord.direct_messages(user).payload()

    def _edit_channel(self, received: Received) -> tuple[int, Payload]:
        channel = self._channel(received)
        if "archived" in received.json:
            if channel.locked:
                raise RefusedError(403, 50013, "Missing Permissions")
            channel.archived = bool(received.json["archived"])
            self._discord.gateway.dispatch("THREAD_UPDATE", channel.payload())
        self._discord.record_change()
        return 200, channel.payload()

    def _open_thread(self, received: Received) -> tuple[int, Payload]:
        parent, message_id = self._channel(received), received.id("message_id")
        if message_id in self._discord.channels:
            raise RefusedError(400, 160004, "A thread has already been created for this message")
        thread = self._discord.create_thread(parent, received.json["name"], message_id)
        return 201, thread.payload()

    def _join_thread(self, received: Received) -> tuple[int, None]:
        self._channel(received)
        return 204, None


def _json(body: Any, status: int, headers: dict[str, str]) -> web.Response:
    # Without a charset behind the type, which discord.py does not read.
    return web.Response(
        body=json.dumps(body).encode(), status=status, headers={**headers, "Content-Type": "application/json"}
    )


class _LimitExceededError(Exception):
    def __init__(self, response: web.Response) -> None:
        super().__init__()
        self.response = response


def _by_token_of_interaction(received: Received) -> bool:
    """True if a request needs no bot token and counts towards no rate limit."""
    return received.template.startswith(("/interactions/", "/webhooks/"))


def _too_many(wait: float, scope: str, headers: dict[str, str]) -> web.Response:
    told = "You are being rate limited."
    body = {"message": told, "retry_after": wait, "global": scope == "global", "code": 0}
    more = {"Retry-After": f"{wait:.3f}", "X-RateLimit-Scope": scope}
    if scope == "global":
        more["X-RateLimit-Global"] = "true"
    return _json(body, status=429, headers={**HEADERS, **headers, **more})


def _break(request: web.Request, fault: Fault) -> web.StreamResponse:
    if fault.reset:
        assert request.transport is not None
        request.transport.abort()
        raise asyncio.CancelledError
    if fault.raw is not None:
        assert request.transport is not None
        request.transport.write(fault.raw.replace(b"{path}", request.raw_path.encode()))
        request.transport.close()
        raise asyncio.CancelledError
    if fault.scope is not None:
        return _too_many(fault.retry_after, fault.scope, {})
    body = {"code": fault.code, "message": fault.message}
    return _json(body, status=fault.status, headers=HEADERS)
