"""The checks of `flipfour doctor` for boards in the browser and the Activity, as seen from outside."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

import aiohttp
import discord
from aiohttp import web

from bot.core.errors import HostError
from bot.core.masking import described
from bot.hosting.checking import Finding, bad, good, note
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
        found.append(
            note(
                PAGES,
                f"{setup.url} is not encrypted",
                "use an address with https: Discord frames no other, and browsers drop the session's cookie",
            )
        )
    timeout = aiohttp.ClientTimeout(total=REQUEST_SECONDS)
    async with aiohttp.ClientSession(timeout=timeout) as browser:
        try:
            found += await _visited(browser, setup)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            found.append(
                note(
                    PAGES,
                    f"{setup.url} can't be reached: {described(error)}",
                    "the bot must be running; check the name, the certificate and the proxy in front of it",
                )
            )
    return found


async def _visited(browser: aiohttp.ClientSession, setup: WebSetup) -> list[Finding]:
    async with browser.get(f"{setup.url}{UNKNOWN_PAGE}", allow_redirects=False) as answer:
        policy = answer.headers.get("Content-Security-Policy", "")
        if answer.status == 503 and policy:
            return [note(PAGES, "the bot is starting, or on standby", "try again in a minute")]
        if answer.status == web.HTTPMisdirectedRequest.status_code:
            return [
                note(
                    PAGES,
                    "the proxy forwards to FLIPFOUR_HEALTH_PORT, which has the pages for supervisors alone",
                    "have it forward to FLIPFOUR_WEB_PORT",
                )
            ]
        if answer.status != 404 or not policy.startswith(POLICY):
            return [
                note(
                    PAGES,
                    f"something else answers at {setup.url}, with {answer.status}",
                    "have the proxy forward everything to FLIPFOUR_WEB_PORT, without headers of its own "
                    "such as Content-Security-Policy or X-Frame-Options",
                )
            ]
        frames = answer.headers.get("X-Frame-Options")
    found = [good(PAGES, f"they answer at {setup.url}")]
    if frames is not None:
        found.append(
            note(PAGES, f"the proxy adds X-Frame-Options: {frames}", "remove it: Discord can't frame boards")
        )
    if not setup.client_secret:
        found.append(
            note(PAGES, "people can only watch", "set DISCORD_CLIENT_SECRET so that they can sign in to play")
        )
        return found
    async with browser.get(f"{setup.url}{ACTIVITY_PAGE}", allow_redirects=False) as answer:
        policy = answer.headers.get("Content-Security-Policy", "")
        if answer.status != 200 or not policy.startswith(POLICY):
            found.append(note(ACTIVITY, f"its page answers with {answer.status}", "forward /activity, too"))
            return found
    async with browser.ws_connect(
        f"{setup.url}{ACTIVITY_SOCKET}", headers={"Origin": setup.origin}, max_msg_size=4096
    ) as socket:
        await socket.receive()
        if socket.close_code == CloseCode.SIGNED_OUT:
            found.append(good(PAGES, "WebSockets arrive"))
        else:
            found.append(
                note(
                    PAGES,
                    f"pages at {setup.origin} get no connection",
                    "the running bot must have the same FLIPFOUR_WEB_URL, and the proxy forward WebSockets "
                    "with their Origin",
                )
            )
    return found


async def check_activity(
    client: discord.Client, settings: Settings, commands: Sequence[dict[str, Any]]
) -> list[Finding]:
    """Compare what the Developer Portal has with what signing in and the Activity need."""
    try:
        setup = settings.web
    except HostError:
        return []
    if setup is None or not setup.client_secret:
        return []
    async with asyncio.timeout(REQUEST_SECONDS):
        info = await client.application_info()
    return [*_redirects(info, setup), *_entry_point(info, commands)]


def _redirects(info: discord.AppInfo, setup: WebSetup) -> Iterator[Finding]:
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


def _entry_point(info: discord.AppInfo, commands: Sequence[dict[str, Any]]) -> Iterator[Finding]:
    present = any(command.get("type") == ENTRY_POINT for command in commands)
    if present:
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
