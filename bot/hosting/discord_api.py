"""Discord's API: its address, and the registration of the commands there."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import discord
import structlog
import yarl
from aiohttp import ClientError
from discord import AppCommandType, Client, DiscordException, HTTPException, app_commands
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import HTTPClient, Route

from bot.account.linked_roles.connections import registered, same_records
from bot.core.background import Backoff
from bot.core.masking import described
from bot.core.runtime import Rest
from bot.settings.settings import API_VERSION
from bot.ui.localization import CommandTranslator

log = structlog.get_logger(__name__)

_NOT_COMPARED = frozenset(
    {"id", "application_id", "version", "guild_id", "handler", "name_localized", "description_localized"}
    | {"dm_permission"}  # deprecated in favour of `contexts`
)
"""Fields of a registered command that Discord adds."""

_OURS = {kind.value for kind in AppCommandType}
"""Types of commands that the bot registers; Discord adds one of another type for Activities."""

_READ_ONLY = _NOT_COMPARED - {"id", "handler"}
"""Fields of a registered command that Discord does not take back."""


def use_api(address: str) -> None:
    """Send all requests of this process to `address` (without a version): Discord itself, or a proxy.

    discord.py keeps the address in its classes; only this module sets it.
    """
    Route.BASE = f"{address}{API_VERSION}"


async def find_gateway(http: HTTPClient) -> None:
    """Use the gateway that this API names. Raises `discord.GatewayNotFound`."""
    _, address, _ = await http.get_bot_gateway()
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(address)


async def sync_commands(bot: commands.Bot) -> bool:
    """Register the command tree if Discord's copy differs, also in a translation; return whether it did.

    Registering is strictly rate-limited, so an unchanged tree is left alone.
    """
    assert bot.application_id is not None
    theirs, wanted = await compare_commands(bot, bot.tree)
    if wanted is None:
        return False
    # Discord refuses to lose a command that it added itself. Not the tree's own method, which would translate
    # everything again.
    payload = wanted + [_writable(command) for command in theirs if not _is_ours(command)]
    await bot.http.bulk_upsert_global_commands(bot.application_id, payload=payload)
    log.info("commands registered with Discord", commands=len(wanted))
    return True


async def compare_commands(
    client: Client, tree: app_commands.CommandTree[Any]
) -> tuple[list[Any], list[Any] | None]:
    """Return the commands that Discord has, and those to register; None if they are the same."""
    # Catalogues are read while Discord answers.
    theirs, ours = await asyncio.gather(_registered(client), translated(tree))
    return theirs, None if _same_commands(ours, list(filter(_is_ours, theirs))) else ours


async def translated(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """Return the commands as Discord gets them, in all languages."""
    translator = await asyncio.to_thread(CommandTranslator, tree)
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


async def _registered(client: Client) -> list[Any]:
    """Return the commands that Discord has, with all translations: discord.py asks for none."""
    assert client.application_id is not None
    path = "/applications/{application_id}/commands"
    route = Route("GET", path, application_id=client.application_id)
    return list(await client.http.request(route, params={"with_localizations": "true"}))


def _is_ours(command: Any) -> bool:
    return command.get("type", 1) in _OURS


def _writable(command: Any) -> dict[str, Any]:
    return {name: value for name, value in command.items() if name not in _READ_ONLY}


async def register_role_records(bot: commands.Bot) -> None:
    """Register the figures of linked roles if Discord's copy differs; a failure is only logged."""
    assert bot.application_id is not None
    path = "/applications/{application_id}/role-connections/metadata"

    def route(method: str) -> Route:
        return Route(method, path, application_id=bot.application_id)

    try:
        ours = await asyncio.to_thread(registered)
        if same_records(await bot.http.request(route("GET")), ours):
            return
        await bot.http.request(route("PUT"), json=ours)
    except (DiscordException, ClientError, OSError, TimeoutError) as error:
        log.warning(
            "linked roles could not be registered; the next start tries again", error=described(error)
        )
        return
    log.info("linked roles registered with Discord", records=len(ours))


def _same_commands(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> bool:
    by_name = {(command["name"], command.get("type", 1)): command for command in theirs}
    return len(ours) == len(theirs) and all(
        _equal(by_name.get((command["name"], command.get("type", 1))), command) for command in ours
    )


def _equal(theirs: Any, ours: Any) -> bool:
    """Compare recursively; a value that is empty, false or left out equals any other such value."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        keys = (ours.keys() | theirs.keys()) - _NOT_COMPARED
        return all(_equal(theirs.get(key), ours.get(key)) for key in keys)
    if isinstance(ours, list) and isinstance(theirs, list):
        if all(isinstance(item, int) for item in ours + theirs):
            # Contexts and installation types are sets; Discord promises no order.
            return set(ours) == set(theirs)
        return len(theirs) == len(ours) and all(map(_equal, theirs, ours))
    if not ours:
        return not theirs
    return str(theirs) == str(ours)


INTENTS = discord.Intents(guilds=True)

PERMISSIONS = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)
"""Minimum permissions the bot needs."""

ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
ALL_INSTALLS = app_commands.AppInstallationType(guild=True, user=True)
"""Default contexts and installations of commands."""

START_SECONDS = 10.0
"""Time that a start waits for the registration: after a rate limit it can take hours."""

RETRY = Backoff(timedelta(minutes=1), timedelta(hours=6))


class CommandRegistration:
    """Registers the commands, and retries in the background."""

    def __init__(self, bot: commands.Bot, rest: Rest) -> None:
        self._bot = bot
        self._rest = rest
        self._task: asyncio.Task[None] | None = None
        self.fault: str | None = None
        """Why Discord does not have this version's commands, as far as it is known."""

    async def start(self) -> None:
        """Register the commands if that succeeds soon, or else in the background; raises no error."""
        first = asyncio.create_task(self._try())
        self._task = asyncio.create_task(self._until_registered(first))
        done, _ = await asyncio.wait({first}, timeout=START_SECONDS)
        if not done:
            self.fault = "not registered yet: Discord has not answered"
            log.warning("registering the commands takes long; the bot starts with those that are registered")

    def close(self) -> None:
        """Stop; the next start tries again."""
        if self._task is not None:
            self._task.cancel()

    async def _until_registered(self, attempt: asyncio.Task[bool]) -> None:
        failures = 0
        while not await attempt:
            failures += 1
            await self._rest(RETRY.after(failures).total_seconds())
            attempt = asyncio.create_task(self._try())

    async def _try(self) -> bool:
        try:
            await sync_commands(self._bot)
        except Exception as error:  # noqa: BLE001 - whatever it is, commands are no reason to be away
            self.fault = f"not registered: {_reason(error)}"
            log.warning("commands could not be registered; will retry", reason=_reason(error))
            return False
        self.fault = None
        return True


def _reason(error: Exception) -> str:
    if isinstance(error, HTTPException):
        return f"Discord answered {error.status} (code {error.code}) {error.text}".strip()
    return type(error).__name__
