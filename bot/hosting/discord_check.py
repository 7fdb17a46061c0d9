"""The checks of `flipfour doctor` that need Discord, and those of the pages for people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import aiohttp
import discord
from aiohttp import web
from discord import app_commands

from bot.account.linked_roles.connections import PATH
from bot.core.discord_time import DiscordClock
from bot.core.errors import HostError
from bot.core.masking import described
from bot.hosting.checking import Finding, bad, good, note
from bot.hosting.discord_api import ALL_INSTALLS, ANYWHERE, INTENTS, PERMISSIONS, compare_commands, use_api
from bot.settings.settings import Settings
from bot.settings.web import WebSetup
from bot.ui.request import ENTRY_POINT
from bot.web.connection_ui import CloseCode
from bot.web.sign_in_ui import CALLBACK
from bot.web.site_ui import POLICY

PAGES, ACTIVITY = "web pages", "Activity"

REQUEST_SECONDS = 15.0
"""Time limit of a request."""

UNKNOWN_PAGE = "/g/doctor"
ACTIVITY_PAGE = "/activity/?frame_id=doctor"
ACTIVITY_SOCKET = "/activity/doctor/1/live"
"""What every bot with these pages answers, whatever games it has."""


async def check_pages(settings: Settings) -> list[Finding]:
    """Request the pages by their public address."""
    try:
        setup = settings.web
    except HostError as error:
        return [bad(PAGES, str(error))]
    if setup is None:
        return []
    found = []
    if not setup.is_encrypted:
        advice = "use an address with https: Discord frames no other, and browsers drop the session's cookie"
        found.append(note(PAGES, f"{setup.url} is not encrypted", advice))
    timeout = aiohttp.ClientTimeout(total=REQUEST_SECONDS)
    async with aiohttp.ClientSession(timeout=timeout) as browser:
        try:
            found += [finding async for finding in _visited(browser, setup)]
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            fault = f"{setup.url} can't be reached: {described(error)}"
            advice = "the bot must be running; check the name, the certificate and the proxy in front of it"
            found.append(note(PAGES, fault, advice))
    return found


async def _visited(browser: aiohttp.ClientSession, setup: WebSetup) -> AsyncIterator[Finding]:
    async with browser.get(f"{setup.url}{UNKNOWN_PAGE}", allow_redirects=False) as answer:
        policy = answer.headers.get("Content-Security-Policy", "")
        framing = answer.headers.get("X-Frame-Options")
    if answer.status == 503 and policy:
        yield note(PAGES, "the bot is starting, or on standby", "try again in a minute")
        return
    if answer.status == web.HTTPMisdirectedRequest.status_code:
        yield note(
            PAGES,
            "the proxy forwards to FLIPFOUR_HEALTH_PORT, which has the pages for supervisors alone",
            "have it forward to FLIPFOUR_WEB_PORT",
        )
        return
    if answer.status != 404 or not policy.startswith(POLICY):
        yield note(
            PAGES,
            f"something else answers at {setup.url}, with {answer.status}",
            "have the proxy forward everything to FLIPFOUR_WEB_PORT, without headers of its own such as "
            "Content-Security-Policy or X-Frame-Options",
        )
        return
    yield good(PAGES, f"they answer at {setup.url}")
    if framing is not None:
        yield note(
            PAGES, f"the proxy adds X-Frame-Options: {framing}", "remove it: Discord can't frame boards"
        )
    if not setup.client_secret:
        yield note(
            PAGES, "people can only watch", "set DISCORD_CLIENT_SECRET so that they can sign in to play"
        )
        return
    async with browser.get(f"{setup.url}{ACTIVITY_PAGE}", allow_redirects=False) as answer:
        policy = answer.headers.get("Content-Security-Policy", "")
    if answer.status != 200 or not policy.startswith(POLICY):
        yield note(ACTIVITY, f"its page answers with {answer.status}", "forward /activity, too")
        return
    async with browser.ws_connect(
        f"{setup.url}{ACTIVITY_SOCKET}", headers={"Origin": setup.origin}, max_msg_size=4096
    ) as socket:
        await socket.receive()
    if socket.close_code == CloseCode.SIGNED_OUT:
        yield good(PAGES, "WebSockets arrive")
    else:
        yield note(
            PAGES,
            f"pages at {setup.origin} get no connection",
            "the running bot must have the same FLIPFOUR_WEB_URL, and the proxy forward WebSockets with "
            "their Origin",
        )


def _activity(
    info: discord.AppInfo, settings: Settings, commands: Sequence[dict[str, Any]]
) -> Iterator[Finding]:
    """Compare what the Developer Portal has with what signing in and the Activity need."""
    try:
        setup = settings.web
    except HostError:
        return
    if setup is None or not setup.client_secret:
        return
    needed = f"{setup.url}{CALLBACK}"
    if needed in info.redirect_uris:
        yield good(PAGES, "Discord leads people back from signing in")
    else:
        unseen = "" if info.redirect_uris else ", if it is not there yet: Discord doesn't show them"
        yield note(
            PAGES,
            f"Discord names no redirect to {needed}",
            f"at discord.com/developers, OAuth2, add it to Redirects{unseen}",
        )
    if any(command.get("type") == ENTRY_POINT for command in commands):
        yield good(ACTIVITY, "it is switched on, with its entry point in the App Launcher")
    elif info.flags.embedded:
        yield note(
            ACTIVITY,
            "it is switched on, but has no entry point in the App Launcher",
            "Open board works; Discord adds the entry point when Activities are switched off and on again",
        )
    else:
        yield note(
            ACTIVITY,
            "it is not switched on, so boards open in the browser alone",
            "docs/activity.md has the steps, if you want it",
        )


PAGE_SIZE = 200
"""Servers per request, the maximum Discord allows."""

FEW_STARTS = 20
"""Remaining starts per day below which the host is warned."""

MAX_LISTED = 5
"""Maximum servers listed as lacking permissions."""


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
            await asyncio.wait_for(client.login(token), REQUEST_SECONDS)
            assert client.application is not None
            found.append(good("token", f"valid: it belongs to {client.user}"))
            async for finding in _application(client):
                found.append(finding)  # noqa: PERF401 - what comes before a failure is kept
            finding, commands = await _commands(client, add_commands)
            found.append(finding)
            found += _activity(client.application, settings, commands)
            if settings.linked_roles_address:
                found.append(_verification_page(client.application, settings))
    except discord.LoginFailure:
        advice = "reset it at discord.com/developers and put the new one in .env"
        found.append(bad("token", "Discord rejected it", advice))
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        fault = f"could not be reached: {described(error)}"
        found.append(note("Discord", fault, "these checks were skipped"))
    except discord.HTTPException as error:
        found.append(note("Discord", f"did not answer as it should: {described(error)}", "try again later"))
    return [*found, _clock_finding(clock)]


async def _application(client: discord.Client) -> AsyncIterator[Finding]:
    privileged = [name for name in ("members", "presences", "message_content") if getattr(INTENTS, name)]
    assert not privileged
    yield good("intents", "no privileged intents needed")
    asked = client.http.request(discord.http.Route("GET", "/gateway/bot"))
    gateway: dict[str, Any] = {**await asyncio.wait_for(asked, REQUEST_SECONDS)}
    left = gateway["session_start_limit"]["remaining"]
    if left < FEW_STARTS:
        yield note("gateway", f"only {left} more starts allowed today", "find out why it starts so often")
    else:
        yield good("gateway", f"reachable; {left} more starts allowed today")
    servers = [server async for server in _servers(client)]
    lacking = [(server, _lacking(int(server["permissions"]))) for server in servers]
    faults = [(server, names) for server, names in lacking if names]
    for server, names in faults[:MAX_LISTED]:
        lack = f"in {server['name']} ({server['id']}) it lacks {', '.join(names)}"
        yield note("permissions", lack, "grant them to its role there, or in single channels")
    if len(faults) > MAX_LISTED:
        yield note("permissions", f"and in {len(faults) - MAX_LISTED} more servers")
    if not faults:
        yield good("permissions", f"complete in {len(servers)} servers")


async def _commands(
    client: discord.Client, add_commands: Callable[[app_commands.CommandTree[Any]], None]
) -> tuple[Finding, list[Any]]:
    """Compare the commands that Discord has, which are returned, too, with this version's."""
    tree: app_commands.CommandTree[discord.Client] = app_commands.CommandTree(
        client, allowed_contexts=ANYWHERE, allowed_installs=ALL_INSTALLS
    )
    add_commands(tree)
    theirs, wanted = await asyncio.wait_for(compare_commands(client, tree), REQUEST_SECONDS)
    if wanted is None:
        return good("commands", f"Discord has this version's {len(tree.get_commands())}"), theirs
    if not theirs:
        return note("commands", "none are registered yet", "the first start registers them"), theirs
    finding = note(
        "commands",
        "Discord has those of another version, or an older translation",
        "the bot registers its own at the start and retries; its log says why it could not",
    )
    return finding, theirs


def _verification_page(info: discord.AppInfo, settings: Settings) -> Finding:
    """Compare the address of the page for linked roles with the one in the Developer Portal."""
    ours, theirs = f"{settings.linked_roles_address}{PATH}", info.role_connections_verification_url
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
        asked = client.http.get_guilds(PAGE_SIZE, after=last)
        page: list[Any] = list(await asyncio.wait_for(asked, REQUEST_SECONDS))
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


def _clock_finding(clock: DiscordClock) -> Finding:
    if clock.ahead is None:
        return note("clock", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC; there was nothing to compare it with")
    if clock.fault is not None:
        return bad("clock", clock.fault, "set it by NTP: game clocks depend on it")
    return good("clock", "agrees with Discord's")
