"""The checks of `flipfour doctor` that need Discord: token, gateway, permissions, commands, clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.account.linked_roles.connections import PATH
from bot.core.discord_time import DiscordClock
from bot.core.errors import HostError
from bot.core.masking import described
from bot.hosting.checking import Finding, bad, good, note
from bot.hosting.discord_api import ALL_INSTALLS, ANYWHERE, INTENTS, PERMISSIONS, compare_commands, use_api
from bot.hosting.web_check_ui import check_activity
from bot.settings.settings import Settings

PAGE_SIZE = 200
"""Servers per request, the maximum Discord allows."""

FEW_STARTS = 20
"""Remaining starts per day below which the host is warned."""

MAX_LISTED = 5
"""Maximum servers listed as lacking permissions."""

REQUEST_SECONDS = 15.0
"""Time limit of a request."""


async def check_discord(
    settings: Settings, add_commands: Callable[[app_commands.CommandTree[Any]], None]
) -> list[Finding]:
    """Check token, gateway, permissions, commands and clock, without changing anything at Discord.

    `add_commands` adds this version's commands to a tree.
    """
    try:
        token = settings.token
    except HostError as error:
        return [bad("token", str(error))]
    use_api(settings.discord_api)
    clock = DiscordClock()
    client = discord.Client(intents=INTENTS, http_trace=clock.trace, max_ratelimit_timeout=30.0)
    found: list[Finding] = []
    try:
        async with client:
            async with asyncio.timeout(REQUEST_SECONDS):
                await client.login(token)
            assert client.user is not None
            found.append(good("token", f"valid: it belongs to {client.user}"))
            await _check_application(client, found)
            finding, commands = await _commands(client, add_commands)
            found.append(finding)
            async with asyncio.timeout(REQUEST_SECONDS):
                found += await check_activity(client, settings, commands)
            if settings.linked_roles_address:
                found.append(await _verification_page(client, settings))
    except discord.LoginFailure:
        found.append(
            bad(
                "token",
                "Discord rejected it",
                "reset it at discord.com/developers and put the new one in .env",
            )
        )
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        found.append(
            note(
                "Discord",
                f"could not be reached: {described(error)}",
                "these checks were skipped",
            )
        )
    except discord.HTTPException as error:
        found.append(note("Discord", f"did not answer as it should: {described(error)}", "try again later"))
    found += _clock_finding(clock)
    return found


async def _check_application(client: discord.Client, found: list[Finding]) -> None:
    """Append to `found`, which keeps what came before a failure."""
    privileged = [name for name in ("members", "presences", "message_content") if getattr(INTENTS, name)]
    assert not privileged
    found.append(good("intents", "no privileged intents needed"))
    async with asyncio.timeout(REQUEST_SECONDS):
        gateway: dict[str, Any] = {**await client.http.request(discord.http.Route("GET", "/gateway/bot"))}
    left = gateway["session_start_limit"]["remaining"]
    if left < FEW_STARTS:
        found.append(
            note("gateway", f"only {left} more starts allowed today", "find out why it starts so often")
        )
    else:
        found.append(good("gateway", f"reachable; {left} more starts allowed today"))
    servers = [server async for server in _servers(client)]
    lacking = [(server, _lacking(int(server["permissions"]))) for server in servers]
    faults = [(server, names) for server, names in lacking if names]
    for server, names in faults[:MAX_LISTED]:
        found.append(
            note(
                "permissions",
                f"in {server['name']} ({server['id']}) it lacks {', '.join(names)}",
                "grant them to its role there, or in single channels",
            )
        )
    if len(faults) > MAX_LISTED:
        found.append(note("permissions", f"and in {len(faults) - MAX_LISTED} more servers"))
    if not faults:
        found.append(good("permissions", f"complete in {len(servers)} servers"))


async def _commands(
    client: discord.Client, add_commands: Callable[[app_commands.CommandTree[Any]], None]
) -> tuple[Finding, list[Any]]:
    """Compare the commands that Discord has, which are returned, too, with this version's."""
    tree: app_commands.CommandTree[discord.Client] = app_commands.CommandTree(
        client, allowed_contexts=ANYWHERE, allowed_installs=ALL_INSTALLS
    )
    add_commands(tree)
    async with asyncio.timeout(REQUEST_SECONDS):
        theirs, wanted = await compare_commands(client, tree)
    if wanted is None:
        return good("commands", f"Discord has this version's {len(tree.get_commands())}"), theirs
    if not theirs:
        return note("commands", "none are registered yet", "the first start registers them"), theirs
    found = note(
        "commands",
        "Discord has those of another version, or an older translation",
        "the bot registers its own at the start and retries; its log says why it could not",
    )
    return found, theirs


async def _verification_page(client: discord.Client, settings: Settings) -> Finding:
    """Compare the address of the page for linked roles with the one in the Developer Portal."""
    ours = f"{settings.linked_roles_address}{PATH}"
    async with asyncio.timeout(REQUEST_SECONDS):
        theirs = (await client.application_info()).role_connections_verification_url
    if theirs == ours:
        return good("linked roles", "Discord leads people to this bot's page")
    return note(
        "linked roles",
        f"Discord leads people to {theirs or 'no page'}",
        f"at discord.com/developers, General Information, make {ours} the Linked Roles Verification URL",
    )


async def _servers(client: discord.Client) -> AsyncIterator[dict[str, Any]]:
    last: Any = None
    while True:
        async with asyncio.timeout(REQUEST_SECONDS):
            page: list[Any] = list(await client.http.get_guilds(PAGE_SIZE, after=last))
        for server in page:
            yield server
        if len(page) < PAGE_SIZE:
            return
        last = page[-1]["id"]


def _lacking(value: int) -> list[str]:
    has = discord.Permissions(value)
    if has.administrator:
        return []
    return [name.replace("_", " ") for name, wanted in PERMISSIONS if wanted and not getattr(has, name)]


def _clock_finding(clock: DiscordClock) -> list[Finding]:
    if clock.ahead is None:
        return [
            note(
                "clock",
                f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC; there was nothing to compare it with",
            )
        ]
    if clock.fault is not None:
        return [bad("clock", clock.fault, "set it by NTP: game clocks depend on it")]
    return [good("clock", "agrees with Discord's")]
