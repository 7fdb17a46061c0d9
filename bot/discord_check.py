"""Whether Discord takes the bot as it is set up: the part of `flipfour doctor` that needs the network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
import discord

from bot.app import INTENTS, PERMISSIONS
from bot.discord_api import use_api
from bot.errors import HostError
from bot.hosting.findings import Finding, bad, good, note
from bot.settings import Settings

AT_ONCE = 200
FEW_STARTS = 20
CLOCK_SECONDS = 5.0
"""So far apart may the clocks be: times that people read come from this one."""

SHOWN = 5
REQUEST_SECONDS = 15.0


class _Clock:
    """How far this machine's clock is from Discord's, by the answers."""

    def __init__(self) -> None:
        self.ahead: float | None = None
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._note)

    async def _note(
        self, _session: object, _context: object, answered: aiohttp.TraceRequestEndParams
    ) -> None:
        date = answered.response.headers.get("Date")
        if date is not None:
            self.ahead = (datetime.now(UTC) - parsedate_to_datetime(date)).total_seconds()


async def look_at_discord(settings: Settings) -> list[Finding]:
    """What Discord says; nothing is changed there."""
    try:
        token = settings.token
    except HostError as error:
        return [bad("token", str(error))]
    use_api(settings.discord_api)
    clock = _Clock()
    client = discord.Client(intents=INTENTS, http_trace=clock.trace, max_ratelimit_timeout=30.0)
    found: list[Finding] = []
    try:
        async with client:
            async with _patience():
                await client.login(token)
            assert client.user is not None
            found.append(good("token", f"it is that of {client.user}"))
            await _ask(client, found)
    except discord.LoginFailure:
        found.append(
            bad(
                "token",
                "Discord refuses it",
                "reset it at discord.com/developers and put the new one into .env",
            )
        )
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        found.append(
            note(
                "Discord",
                f"it could not be reached: {error or type(error).__name__}",
                "these checks were left out",
            )
        )
    except discord.HTTPException as error:
        found.append(
            note("Discord", f"it answers {error.status}: {error.text or 'nothing more'}", "try again later")
        )
    found += _clock_finding(clock)
    return found


def _patience() -> asyncio.Timeout:
    return asyncio.timeout(REQUEST_SECONDS)


async def _ask(client: discord.Client, found: list[Finding]) -> None:
    """Add what Discord says, as long as it says anything."""
    privileged = [name for name in ("members", "presences", "message_content") if getattr(INTENTS, name)]
    assert not privileged
    found.append(good("intents", "none are needed that have to be allowed"))
    async with _patience():
        gateway: dict[str, Any] = {**await client.http.request(discord.http.Route("GET", "/gateway/bot"))}
    left = gateway["session_start_limit"]["remaining"]
    if left < FEW_STARTS:
        found.append(
            note("gateway", f"only {left} more starts are allowed today", "find out why it starts so often")
        )
    else:
        found.append(good("gateway", f"it can be reached; {left} more starts are allowed today"))
    servers = [server async for server in _servers(client)]
    lacking = [(server, _lacking(int(server["permissions"]))) for server in servers]
    faults = [(server, names) for server, names in lacking if names]
    for server, names in faults[:SHOWN]:
        found.append(
            note(
                "permissions",
                f"in {server['name']} ({server['id']}) it lacks {', '.join(names)}",
                "give them to its role there; single channels may allow them",
            )
        )
    if len(faults) > SHOWN:
        found.append(note("permissions", f"and in {len(faults) - SHOWN} more servers"))
    if not faults:
        found.append(good("permissions", f"it has all it needs in {len(servers)} servers"))


async def _servers(client: discord.Client) -> AsyncIterator[dict[str, Any]]:
    last: Any = None
    while True:
        async with _patience():
            page: list[Any] = list(await client.http.get_guilds(AT_ONCE, after=last))
        for server in page:
            yield server
        if len(page) < AT_ONCE:
            return
        last = page[-1]["id"]


def _lacking(value: int) -> list[str]:
    has = discord.Permissions(value)
    if has.administrator:
        return []
    return [name.replace("_", " ") for name, wanted in PERMISSIONS if wanted and not getattr(has, name)]


def _clock_finding(clock: _Clock) -> list[Finding]:
    if clock.ahead is None:
        return [
            note(
                "clock",
                f"it says {datetime.now(UTC):%Y-%m-%d %H:%M} UTC; there was nothing to compare it with",
            )
        ]
    off = abs(clock.ahead)
    if off > CLOCK_SECONDS:
        way = "ahead of" if clock.ahead > 0 else "behind"
        return [bad("clock", f"it is {off:.0f} s {way} Discord's", "set it by NTP: clocks of games go by it")]
    return [good("clock", "it goes with Discord's")]
