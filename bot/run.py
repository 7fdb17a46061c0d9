"""`flipfour run`: the bot on Discord until it is told to stop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from urllib.parse import urlsplit

import aiohttp
import discord
import structlog
from aiohttp import web

from bot.app import Flipfour
from bot.core.errors import HostError, SettingsError
from bot.core.runtime import Runtime
from bot.hosting.discord_api import PERMISSIONS
from bot.hosting.health import application
from bot.hosting.lease import Ended, only_process
from bot.hosting.shutdown import (
    EXIT_CODE,
    STOPPING_SECONDS,
    ForcedEnd,
    report_crashes,
    signs_of_life,
    watched_loop,
    when_told_to_stop,
)
from bot.hosting.web_server import Purpose, served
from bot.hosting.workers import leave_threads
from bot.settings.logs import adopt_streams, configure, counting_errors, recent_warnings, report_errors
from bot.settings.machine import MEGABYTE, available_memory, raise_open_files
from bot.settings.settings import Settings
from bot.settings.web import LOCAL, LinkedRolesSetup, WebSetup
from bot.sharded import create_bot
from bot.web.page_limits import MAX_MESSAGE
from executors.address import flipfour_version

log = structlog.get_logger(__name__)

NOT_AUTHENTICATED = 4004
DISALLOWED_INTENTS = 4014


def run(settings: Settings) -> None:
    """Run the bot until SIGINT or SIGTERM. Raises `HostError` with a message of one line."""
    token = settings.token
    configure(settings)
    adopt_streams(settings)
    report_errors(settings)
    report_crashes()
    raise_open_files()
    log.info("starting", version=flipfour_version())
    _warn_of_memory(settings)
    # Flipfour doesn't use voice: silence the warnings about it.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    with only_process(settings):
        asyncio.run(_run(settings, token))


async def _run(settings: Settings, token: str) -> None:
    bot = create_bot(settings, Runtime(say=lambda text: print(text, flush=True)))
    _tell_when_ready(bot)
    forced_end = ForcedEnd()
    try:
        async with AsyncExitStack() as meanwhile:
            await meanwhile.enter_async_context(health_served(bot, settings))
            await meanwhile.enter_async_context(people_served(bot, settings))
            await meanwhile.enter_async_context(signs_of_life())
            meanwhile.enter_context(counting_errors(bot.errors.record))
            meanwhile.enter_context(watched_loop(bot.metrics))
            running = asyncio.create_task(bot.start(token))

            def stop() -> None:
                forced_end.begin(STOPPING_SECONDS, EXIT_CODE)
                running.cancel()

            when_told_to_stop(stop)
            await _until_given_up(running, bot, settings.gateway_minutes)
        if bot.ended is Ended.LOST:
            raise HostError(
                "another process may serve these servers now: exiting so that the supervisor restarts "
                "this one"
            )
        if bot.ended is Ended.ASKED:
            print("Another process has taken over.", flush=True)
    except asyncio.CancelledError:
        print("Stopping: everything is stored; the next start resumes the searches.", flush=True)
    except discord.LoginFailure as error:
        raise SettingsError(
            "DISCORD_TOKEN is not valid: Discord refused it. Reset it at discord.com/developers "
            "(your application, Bot, Reset Token) and put the new one in .env"
        ) from error
    except (aiohttp.ClientError, OSError) as error:
        raise HostError(
            f"Discord cannot be reached: {error}. Is this machine connected to the internet?"
        ) from error
    except discord.GatewayNotFound as error:
        raise HostError(
            f"{settings.discord_api} does not say where Discord's gateway is: is it the address of the API, "
            "or of a proxy in front of it?"
        ) from error
    except discord.HTTPException as error:
        raise HostError(f"Discord refused to start the bot: {error}") from error
    except discord.ConnectionClosed as error:
        raise SettingsError(_closed_for_good(error.code)) from error
    except discord.PrivilegedIntentsRequired as error:
        # discord.py raises a separate exception for this one close code.
        raise SettingsError(_closed_for_good(DISALLOWED_INTENTS)) from error
    finally:
        forced_end.begin(STOPPING_SECONDS, EXIT_CODE)
        try:
            await bot.close()
        finally:
            leave_threads()
            forced_end.cancel()


@asynccontextmanager
async def health_served(bot: Flipfour, settings: Settings) -> AsyncIterator[None]:
    """Serve the pages for supervisors meanwhile."""
    urls = [setup.url for setup in (settings.linked_roles, settings.web) if setup is not None]
    public = {urlsplit(url).hostname or "" for url in urls} - set(LOCAL)
    page = application(bot.health, bot.metrics, recent_warnings, public=public if urls else None)
    async with served(page, settings.health_address, settings.health_port):
        yield


@asynccontextmanager
async def people_served(bot: Flipfour, settings: Settings) -> AsyncIterator[None]:
    page = people_pages(bot, settings)
    async with served(
        page, settings.web_address, settings.web_port if page.router.routes() else 0, Purpose.WEB
    ):
        yield


def people_pages(bot: Flipfour, settings: Settings) -> web.Application:
    """Return the pages that the settings switch on; each is loaded by hosts who have it."""
    page = web.Application(client_max_size=MAX_MESSAGE)
    if settings.linked_roles is not None:
        add_link_pages(page, bot, settings, settings.linked_roles)
    if settings.web is not None:
        add_board_pages(page, bot, settings, settings.web)
    return page


def add_link_pages(page: web.Application, bot: Flipfour, settings: Settings, setup: LinkedRolesSetup) -> None:
    from bot.account.linked_roles.page_ui import LinkPages
    from bot.account.linked_roles.ui import role_connections

    # It needs a package that few hosts have.
    from bot.account.linked_roles.vault import Vault

    connections = role_connections(bot, settings, setup)
    LinkPages(setup, Vault(setup.keys), connections, lambda: bot.linked_roles).add_to(page)


def add_board_pages(page: web.Application, bot: Flipfour, settings: Settings, setup: WebSetup) -> None:
    from bot.account.linked_roles.ui import connections
    from bot.web.activity import Instances
    from bot.web.activity_ui import ActivityPages, find_instance
    from bot.web.pages_ui import EmbedPages, WebPages
    from bot.web.sign_in_ui import CALLBACK, SCOPES, CookieIdentity, FrameIdentity, SignInPages

    identity = CookieIdentity(setup)
    pages = WebPages(setup, lambda: bot.kit_on_duty, identity)
    pages.add_to(page)
    EmbedPages(setup, pages).add_to(page)
    if identity.can_sign_in:
        secret, callback = setup.client_secret, f"{setup.url}{CALLBACK}"
        signing_in = connections(bot, settings, secret, callback, SCOPES)
        SignInPages(setup, identity, signing_in, pages).add_to(page)
        # An Activity gets its codes from Discord's client, without going anywhere and coming back.
        discord_side = connections(bot, settings, secret, "", SCOPES)
        instances = Instances(partial(find_instance, bot), time.monotonic)
        framed, application_id = FrameIdentity(setup), lambda: bot.application_id
        ActivityPages(setup, pages, framed, discord_side, instances, application_id).add_to(page)


def _warn_of_memory(settings: Settings) -> None:
    """Warn if the settings need more memory than there is: the system would kill the process."""
    available, required = available_memory(), settings.required_memory
    if available is not None and required > available:
        log.warning(
            "the settings may need more memory than there is: see FLIPFOUR_MEMORY_MB",
            required=f"{required // MEGABYTE} MB",
            available=f"{available // MEGABYTE} MB",
        )


async def _until_given_up(running: asyncio.Task[None], bot: Flipfour, minutes: float) -> None:
    """Wait for the end; raises `HostError` after `minutes` (0: never) without a connection to Discord."""
    if not minutes:
        await running
        return
    given_up = asyncio.create_task(bot.gateway.away_for(minutes * 60, asyncio.sleep))
    try:
        await asyncio.wait({running, given_up}, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            raise HostError(
                f"Discord could not be reached for {minutes:g} min (FLIPFOUR_GATEWAY_MINUTES): "
                "exiting so that the supervisor restarts the bot"
            )
        await running
    finally:
        given_up.cancel()
        if not running.done():
            running.cancel()


def _closed_for_good(code: int) -> str:
    """Return the error message for a connection that Discord closed and will not accept again."""
    if code == NOT_AUTHENTICATED:
        return (
            "Discord has closed the connection: DISCORD_TOKEN is no longer valid. Was it reset? Put the "
            "new one in .env"
        )
    if code == DISALLOWED_INTENTS:
        return (
            "Discord has closed the connection: this application may not use the gateway intents it "
            "requested (code 4014). Flipfour needs no privileged intents. If you added some, switch them on "
            "at discord.com/developers (your application, Bot, Privileged Gateway Intents)"
        )
    return f"Discord has closed the connection for good, with code {code}"


def _tell_when_ready(bot: Flipfour) -> None:
    """Print the bot's name and its invite link at the first connection, once everything is loaded."""

    async def tell() -> None:
        bot.remove_listener(tell, "on_ready")
        assert bot.user is not None
        invite = discord.utils.oauth_url(
            bot.user.id, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
        )
        print(
            f"{bot.user} is ready in {len(bot.guilds)} servers. Invite it to another one: {invite}",
            flush=True,
        )

    bot.add_listener(tell, "on_ready")
